import type { IncomingMessage, ServerResponse } from "node:http";
import { handleApi } from "@/lib/server/api";
import type { ApiRequest } from "@/lib/server/api-request";
import { sourceOf, streamOf } from "@/lib/server/byte-source";
import { generatedFile } from "@/lib/server/generated-files";
import { readableSource } from "@/lib/server/node-response";
import { currentServer } from "@/lib/server/server";
import { noteSentUser } from "@/lib/server/users/sent-user";
import { sentUserOf } from "@/lib/server/users/socket-user";

interface NodeApiOptions {
  readonly basePath: string;
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Handles an API call, or a request for a generated file, of the standalone server without Next, whose own path costs more
 * than the handlers. Returns false for a path that Next must handle, because it is another one or Next redirects it to its
 * normal form.
 */
export function handleNodeApi(
  message: IncomingMessage,
  response: ServerResponse,
  { basePath, headers }: NodeApiOptions,
): boolean {
  const url = new URL(`http://localhost${message.url}`);
  const handle = handlerOf(url.pathname, basePath);
  if (!handle || /\/\/|\/$|\\/.test(message.url?.split("?")[0] ?? "")) return false;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  void handle(requestOf(message, response, url.href)).then(
    (reply) => send(reply, response),
    () => fail(response),
  );
  return true;
}

/** Returns the handler of a path that Next need not handle. */
function handlerOf(path: string, basePath: string): ((request: ApiRequest) => Promise<Response>) | undefined {
  if (!path.startsWith(`${basePath}/`)) return undefined;
  const own = path.slice(basePath.length);
  if (!own.startsWith("/api/")) return generatedFile(own);
  const segments = own.slice("/api/".length).split("/").map(decodeURIComponent);
  return (request) => handleApi(request, segments);
}

/** Converts a request. Its signal is aborted if the caller disconnects before the response is complete. */
function requestOf(message: IncomingMessage, response: ServerResponse, url: string): ApiRequest {
  const { method = "GET", socket } = message;
  const caller = new AbortController();
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(message.headers)) {
    for (const each of [value].flat()) headers.append(name, each);
  }
  const sent = sentUserOf(message, currentServer().config.users);
  if (sent) noteSentUser(headers, sent);
  // The nearest proxy is the client if it does not name one.
  if (!headers.has("x-forwarded-for") && socket.remoteAddress) headers.set("x-forwarded-for", socket.remoteAddress);
  const hasBody = method !== "GET" && method !== "HEAD";
  // An unneeded rest is read, because a closed connection could lose the response that explains why.
  const source = hasBody ? readableSource(message, (unread) => void unread.resume()) : undefined;
  response.once("close", () => {
    // A body that breaks off fails by itself. Cancelling it here would leave its reader waiting.
    if (!response.writableFinished) return caller.abort();
    source?.cancel(undefined).catch(() => undefined);
  });
  return { method, url, headers, body: source ? streamOf(source) : null, signal: caller.signal };
}

/** Sends a response. One that fails is broken off, so that the caller does not mistake the part for the whole. */
function send({ status, headers, body }: Response, response: ServerResponse): void {
  if (response.destroyed) {
    body?.cancel().catch(() => undefined);
    return;
  }
  response.writeHead(status, Object.fromEntries(headers));
  if (body === null) {
    response.end();
    return;
  }
  let hasWritten = false;
  const source = sourceOf(body);
  source.open({
    write(chunk) {
      hasWritten = true;
      return response.write(chunk);
    },
    end: () => response.end(),
    fail: () => response.destroy(),
  });
  response.on("drain", () => source.flow());
  response.once("close", () => {
    if (!response.writableFinished) source.cancel(undefined).catch(() => undefined);
  });
  source.flow();
  // The headers are sent with the first bytes if these are there already.
  setImmediate(() => {
    if (!hasWritten && !response.writableEnded) response.flushHeaders();
  });
}

/** Handlers convert all errors to responses, so this is an error of the conversion, such as an invalid header. */
function fail(response: ServerResponse): void {
  console.error("API: a call failed before its handler.");
  if (response.headersSent) response.destroy();
  else response.writeHead(500, { connection: "close", "content-length": "0" }).end();
}
