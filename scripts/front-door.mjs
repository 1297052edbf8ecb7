import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The methods that any of our routes has. Next fails at others with a trace in the log. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Conditions of who asks for a file. They may be ignored, and Next fails where one is not met. */
const conditions = ["range", "if-match", "if-unmodified-since"];

/** More parameters than any address of ours has; the time that Next spends on them grows with their square. */
const maxParameters = 100;

/** How long a client may take to say what it wants, and how often those that wait are looked through, in milliseconds. */
const patience = { headersTimeout: 20_000, connectionsCheckingInterval: 5000 };

/**
 * Returns the status with which a request is refused before Next sees it; nothing for one that may go on. Pages are read
 * and nothing else: what is sent to one would be taken for a call of a server function, of which there are none.
 */
export function refusalOf({ method, url, rawHeaders }, basePath = "") {
  if (!methods.includes(method)) return 405;
  const [path, ...query] = url.split("?");
  if (!isPath(path) || query.join("?").split("&").length > maxParameters || !isOneHost(rawHeaders)) return 400;
  return method === "GET" || method === "HEAD" || isCall(path, basePath) ? undefined : 405;
}

function isCall(path, basePath) {
  return path.startsWith(`${basePath}/api/`);
}

/** Whether a target is a path of ours: not the address of another host, as proxies are sent, and readable text. */
function isPath(path) {
  try {
    return /^\/(?![/\\])[^\p{Cc}]*$/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Who names two hosts is understood by each server on the way as it likes (RFC 9112 §3.2). */
function isOneHost(rawHeaders) {
  const hosts = rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === "host" && index % 2 === 1);
  return hosts.length <= 1 && hosts.every((host) => /^([\w.-]*|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host));
}

/**
 * Has every HTTP server that is made from now on turn away what no route is to see: malformed requests, tunnels and other
 * protocols.
 */
export function guardServers(http, basePath = "") {
  const { createServer } = http;
  http.createServer = (listener) => {
    const server = createServer(patience, listener);
    const { emit } = server;
    server.emit = (event, ...given) => {
      if (event === "request") return pass(server, emit, given, basePath);
      if (event === "upgrade" || event === "connect") return refuseProtocol(given[1], event === "connect" ? 405 : 400);
      return emit.call(server, event, ...given);
    };
    // Without a listener Node ends a tunnel without a word, and takes a call for another protocol for one of HTTP.
    for (const event of ["connect", "upgrade"]) server.on(event, () => undefined);
    return server;
  };
}

function pass(server, emit, [request, response], basePath) {
  const refusal = refusalOf(request, basePath);
  if (refusal === undefined) {
    if (!isCall(request.url, basePath)) for (const name of conditions) delete request.headers[name];
    return emit.call(server, "request", request, response);
  }
  response.writeHead(refusal, { connection: "close", "content-length": "0" }).end();
  return true;
}

function refuseProtocol(socket, status) {
  // Whoever asked may have gone.
  socket.on("error", () => undefined);
  const reason = status === 405 ? "Method Not Allowed" : "Bad Request";
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  return true;
}

/** Returns what is wrong with a port: Next takes one that is no number for 3000, and fails at one that is too large. */
export function portProblem(port = "") {
  if (/^\d*$/.test(port) && Number(port) <= 65_535) return undefined;
  return "Configuration: PORT is not a number up to 65535.";
}

/** Puts the door in front of a built standalone server. */
export function addFrontDoor(folder, basePath = "") {
  const file = `${folder}/server.js`;
  cpSync(fileURLToPath(import.meta.url), `${folder}/front-door.mjs`);
  const door = [
    'import http from "node:http";',
    'import { guardServers, portProblem } from "./front-door.mjs";',
    "const problem = portProblem(process.env.PORT);",
    "if (problem) {",
    "  console.error(problem);",
    "  process.exit(1);",
    "}",
    `guardServers(http, ${JSON.stringify(basePath)});`,
  ];
  writeFileSync(file, `${door.join("\n")}\n${readFileSync(file, "utf8")}`);
}
