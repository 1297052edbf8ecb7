import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { Environment } from "@/lib/environment";
import { type ByteSource, sourceOf } from "@/lib/server/byte-source";
import { responseOf } from "@/lib/server/node-response";

/** Maximum time until a connection is established, in milliseconds, like that of Node's `fetch`. */
const connectMs = 10_000;

/** Unused connections are closed after this time, in milliseconds, before most providers close them. */
const unusedMs = 4000;

const agents = {
  http: new HttpAgent({ keepAlive: true, timeout: unusedMs }),
  https: new HttpsAgent({ keepAlive: true, timeout: unusedMs }),
};

/**
 * Sends a call of the relay with Node's HTTP client, whose replies pass without a web stream (`sourceOf`). All other
 * calls, such as those that follow redirects, use `fetch`.
 */
export const nodeFetch: Environment["fetch"] = (url, init = {}) => {
  const { body, redirect, signal } = init;
  if (redirect !== "manual" || !isPlainBody(body)) return fetch(url, init);
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const request = open(url, init);
    let response: IncomingMessage | undefined;
    request.on("error", (cause) => {
      response?.destroy(cause);
      reject(signal?.aborted ? signal.reason : new TypeError("fetch failed", { cause }));
    });
    request.once("response", (message: IncomingMessage) => {
      response = message;
      try {
        resolve(responseOf(message, init.method ?? "GET", "upstream-unreadable"));
      } catch (thrown) {
        reject(thrown);
      }
    });
    // Reject a protocol upgrade.
    request.once("upgrade", (_message, socket) => {
      socket.destroy();
      reject(new TypeError("fetch failed"));
    });
    limitConnecting(request);
    if (body instanceof ReadableStream) sendStream(sourceOf(body), request);
    else request.end(body ?? undefined);
  });
};

function isPlainBody(body: unknown): body is string | ReadableStream<Uint8Array> | null | undefined {
  return typeof body === "string" || body instanceof ReadableStream || body === null || body === undefined;
}

function open(url: string, { method = "GET", headers, body, signal }: RequestInit): ClientRequest {
  const isSecure = url.startsWith("https:");
  const send = isSecure ? requestHttps : requestHttp;
  return send(url, {
    method,
    headers: {
      "user-agent": "node",
      // A compressed reply would arrive later, and cost time on both sides.
      "accept-encoding": "identity",
      ...plainHeaders(headers),
      ...(typeof body === "string" && { "content-length": String(Buffer.byteLength(body)) }),
    },
    agent: isSecure ? agents.https : agents.http,
    ...(signal && { signal }),
  });
}

function plainHeaders(headers: RequestInit["headers"] = {}): Readonly<Record<string, string>> {
  const isPlain = !(headers instanceof Headers || Array.isArray(headers));
  return isPlain ? headers : Object.fromEntries(new Headers(headers));
}

/** Ends a request whose new connection is not established in time. */
function limitConnecting(request: ClientRequest): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const late = Object.assign(new Error("The connection was not established in time."), { code: "CONNECT_TIMEOUT" });
    const timer = setTimeout(() => request.destroy(late), connectMs);
    const stop = () => clearTimeout(timer);
    socket.once("encrypted" in socket ? "secureConnect" : "connect", stop);
    request.once("close", stop);
  });
}

/** Sends a body as fast as the connection takes it. A body that fails ends the request. */
function sendStream(source: ByteSource, request: ClientRequest): void {
  source.open({
    write: (chunk) => request.write(chunk),
    end: () => request.end(),
    fail: (reason) => request.destroy(reason instanceof Error ? reason : new Error("The body broke off.")),
  });
  request.on("drain", () => source.flow());
  request.once("close", () => {
    if (!request.writableFinished) source.cancel(undefined).catch(() => undefined);
  });
  source.flow();
}
