import { formatWithOptions, stripVTControlCharacters } from "node:util";

/** The methods of our routes. For others Next fails with a stack trace in the log. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Conditional headers for files. They may be ignored, and Next fails if one is not met. */
const conditions = ["range", "if-match", "if-unmodified-since"];

/** Maximum number of query parameters; our URLs have fewer. Next's time for them grows quadratically. */
const maxParameters = 100;

/** Timeout for a client to send its headers, and the interval at which it is checked, in milliseconds. */
const timeouts = { headersTimeout: 20_000, connectionsCheckingInterval: 5000 };

/**
 * Time for replies to end after SIGTERM, in milliseconds. Next accepts no new connections then, and exits when the open
 * ones are closed, without a limit of its own.
 */
const stopTimeoutMs = 60_000;

/**
 * Returns the status with which a request is refused before Next sees it, or undefined. Pages only allow reads: Next
 * would take any other request for a call of a server function, and the app has none.
 */
export function refusalOf({ method, url, rawHeaders }, basePath = "") {
  if (!methods.includes(method)) return 405;
  const [path, ...query] = url.split("?");
  if (!isPath(path) || query.join("?").split("&").length > maxParameters || !isOneHost(rawHeaders)) return 400;
  return method === "GET" || method === "HEAD" || isCall(path, basePath) ? undefined : 405;
}

/** Minimum length of ADMIN_SECRET, in characters, as in lib/server/codes/code-rules.ts. */
const minSecretChars = 32;

/**
 * Whether a path is the administrator's page, or a part of it, on a server without an administrator's secret. Pages are
 * files of the build, so Next would serve it. A secret that the server ignores for another reason leaves the page
 * without its calls.
 */
export function isAbsentPage(url, basePath = "", secret = process.env.ADMIN_SECRET) {
  if ((secret ?? "").trim().length >= minSecretChars) return false;
  // Next decodes a path before it looks for its page.
  const path = decodeURIComponent(url.split("?")[0]).slice(basePath.length);
  return url.startsWith(basePath) && /^\/+admin([./]|$)/i.test(path);
}

function isCall(path, basePath) {
  return path.startsWith(`${basePath}/api/`);
}

/** Files that the handler of API calls generates, as in lib/server/generated-files.ts. */
const generatedFiles = ["/config.json", "/defaults.json", "/manifest.webmanifest", "/site.webmanifest"];

/** Whether a path is that of a generated file. */
function isGenerated(path, basePath) {
  const [file] = path.split("?");
  return generatedFiles.some((name) => file === basePath + name);
}

/** Whether a target is a path with valid encoding, and not the absolute address that proxies receive. */
function isPath(path) {
  try {
    return /^\/(?![/\\])[^\p{Cc}]*$/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Whether a request has one host. Servers along the way interpret two hosts differently (RFC 9112 §3.2). */
function isOneHost(rawHeaders) {
  const hosts = rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === "host" && index % 2 === 1);
  return hosts.length <= 1 && hosts.every((host) => /^([\w.-]*|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host));
}

/** Global in which Next's instrumentation puts the handler of API calls, `handle` (instrumentation.ts). */
const apiSlot = Symbol.for("parley.api");

/** Maximum time that API calls wait for their handler after the start, in milliseconds. Then Next handles them. */
const handlerTimeoutMs = 10_000;

/** Creates the place for the handler of API calls, with a promise that resolves once there is one or the time is over. */
function createApiSlot(waitMs) {
  let handle;
  let resolveReady;
  const slot = {
    isReady: false,
    ready: new Promise((resolve) => {
      resolveReady = resolve;
    }),
    get handle() {
      return handle;
    },
    set handle(given) {
      handle = given;
      end();
    },
  };
  function end() {
    clearTimeout(timer);
    slot.isReady = true;
    resolveReady();
  }
  const timer = setTimeout(end, waitMs);
  timer.unref();
  return slot;
}

/** Global with the replies that have no connection, because their readers will come back (lib/server/replies). */
const repliesSlot = Symbol.for("parley.replies");

/** Global with the traces that have not been sent (lib/server/tracing/open-traces.ts). */
const tracesSlot = Symbol.for("parley.traces");

/**
 * Makes every HTTP server created from now on refuse requests before they reach a route: malformed requests, tunnels
 * and other protocols. API calls go to their handler without Next, and files of the build are sent without it.
 *
 * @param headers the headers of every response, which Next adds to its own
 * @param {{
 *   sendFile?: (request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => boolean,
 *   signals?: import("node:events").EventEmitter, stopMs?: number, handlerMs?: number
 * }} options what sends the files of the build, and returns false for other requests; the emitter of SIGTERM, the time
 *   for replies to end after it, and the time that API calls wait for their handler, in milliseconds
 */
export function guardServers(http, basePath = "", headers = {}, options = {}) {
  const { sendFile, signals = process, stopMs = stopTimeoutMs, handlerMs = handlerTimeoutMs } = options;
  const { createServer } = http;
  globalThis[apiSlot] = createApiSlot(handlerMs);
  http.createServer = (listener) => {
    const server = createServer(timeouts, listener);
    const { emit, close } = server;
    server.close = (callback) =>
      close.call(server, async (...given) => {
        const limit = new Promise((resolve) => setTimeout(resolve, stopMs).unref());
        await Promise.race([globalThis[repliesSlot]?.whenEnded(), limit]);
        await Promise.race([globalThis[tracesSlot]?.flush(), limit]);
        callback?.(...given);
      });
    server.emit = (event, ...given) => {
      if (event === "request") return pass(server, emit, given, basePath, headers, sendFile);
      if (event === "upgrade" || event === "connect") return refuseProtocol(given[1], event === "connect" ? 405 : 400);
      return emit.call(server, event, ...given);
    };
    const stop = () => setTimeout(() => server.closeAllConnections(), stopMs).unref();
    signals.once("SIGTERM", stop);
    server.once("close", () => signals.off("SIGTERM", stop));
    // Without a listener Node closes a tunnel silently, and treats an upgrade as a plain HTTP request.
    for (const event of ["connect", "upgrade"]) server.on(event, () => undefined);
    return server;
  };
}

function pass(server, emit, [request, response], basePath, headers, sendFile) {
  const refusal = refusalOf(request, basePath);
  if (refusal === undefined) {
    if (isAbsentPage(request.url, basePath)) request.url = `${basePath}/_absent`;
    if (isCall(request.url, basePath)) return passCall(server, emit, [request, response], basePath, headers);
    if (sendFile?.(request, response)) return true;
    for (const name of conditions) delete request.headers[name];
    if (isGenerated(request.url, basePath)) return passCall(server, emit, [request, response], basePath, headers);
    return emit.call(server, "request", request, response);
  }
  response.writeHead(refusal, { connection: "close", "content-length": "0" }).end();
  return true;
}

/**
 * Gives an API call, or a request for a generated file, to the handler. One that arrives before the handler is loaded
 * waits for it: with the first one that Next handles, it makes Node track asynchronous contexts, which costs all later
 * replies a tenth of their time.
 */
function passCall(server, emit, [request, response], basePath, headers) {
  const slot = globalThis[apiSlot];
  if (!slot.isReady) {
    void slot.ready.then(() => response.destroyed || passCall(server, emit, [request, response], basePath, headers));
    return true;
  }
  if (slot.handle?.(request, response, { basePath, headers })) return true;
  return emit.call(server, "request", request, response);
}

function refuseProtocol(socket, status) {
  // The client may be gone.
  socket.on("error", () => undefined);
  const reason = status === 405 ? "Method Not Allowed" : "Bad Request";
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  return true;
}

/**
 * With LOG_FORMAT=json, makes a console write one JSON object per line. Next writes to it, too. Lines that are JSON
 * already begin with their time (lib/server/log.ts).
 */
export function writeJsonLines(output, format = process.env.LOG_FORMAT, now = Date.now) {
  if ((format ?? "").trim() !== "json") return;
  for (const method of ["debug", "error", "info", "log", "warn"]) {
    const write = output[method].bind(output);
    const level = method === "log" ? "info" : method;
    output[method] = (...given) => {
      const text = stripVTControlCharacters(formatWithOptions({ colors: false }, ...given)).trim();
      if (given.length === 1 && text.startsWith('{"time":"')) write(text);
      else if (text !== "") write(JSON.stringify({ time: new Date(now()).toISOString(), level, message: text }));
    };
  }
}

/** Returns the problem of a port: Next uses 3000 if it is not a number, and fails if it is too large. */
export function portProblem(port = "") {
  if (/^\d*$/.test(port) && Number(port) <= 65_535) return undefined;
  return "Configuration: PORT is not a number up to 65535.";
}
