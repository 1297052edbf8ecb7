import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { isPublicAddress } from "@/lib/network/public-address";
import { refuse } from "@/lib/server/error-response";
import { responseOf } from "@/lib/server/node-response";
import type { OutboundCall } from "@/lib/server/outbound-call";
import type { OutgoingProxy } from "@/lib/server/outgoing-proxy";
import { openTunnel } from "@/lib/server/tunnel";

/** Resolves a host name to all its addresses. */
export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>;

interface PinnedOptions {
  readonly resolve?: ResolveName;
  /** Timeout for resolving the name and connecting together, in milliseconds. */
  readonly connectMs?: number;
  /** Proxy for hosts that the operator has not explicitly allowed. */
  readonly proxy?: OutgoingProxy | undefined;
}

const resolveByHost: ResolveName = (hostname) => lookup(hostname, { all: true });

/**
 * Sends a request to a checked address. The name is resolved once, and all its addresses must be public. The connection
 * uses one of them, even if the name resolves differently a moment later. Connections are not reused.
 *
 * Throws `target-not-allowed`, `target-slow` if no connection is established, and connection errors.
 */
export async function fetchPinned(
  call: OutboundCall,
  { resolve = resolveByHost, connectMs = 10_000, proxy }: PinnedOptions = {},
): Promise<Response> {
  const connecting = new AbortController();
  const timer = setTimeout(() => connecting.abort(refuse("target-slow")), connectMs);
  const signal = AbortSignal.any([call.signal, connecting.signal]);
  try {
    const addresses = await untilAborted(resolve(call.url.hostname.replace(/^\[|\]$/g, "")), signal);
    if (!call.isOpened && !addresses.every(({ address }) => isPublicAddress(address))) {
      throw refuse("target-not-allowed");
    }
    const tunnel = proxy && !call.isOpened ? await tunnelTo(call.url, addresses, proxy, signal) : undefined;
    const request = open(call, addresses, signal, tunnel);
    request.once("socket", (socket) => {
      const isSecure = call.url.protocol === "https:";
      if (tunnel && !isSecure) clearTimeout(timer);
      socket.once(isSecure ? "secureConnect" : "connect", () => clearTimeout(timer));
    });
    return responseOf(await answerTo(request, call.body), call.method, "target-unreadable");
  } catch (thrown) {
    throw connecting.signal.aborted ? connecting.signal.reason : thrown;
  } finally {
    clearTimeout(timer);
  }
}

/** Opens a tunnel to a checked address, so that the proxy does not resolve the name. */
function tunnelTo(url: URL, addresses: readonly LookupAddress[], proxy: OutgoingProxy, signal: AbortSignal) {
  return openTunnel(proxy, addresses, url.port || (url.protocol === "https:" ? "443" : "80"), signal);
}

function open(
  call: OutboundCall,
  addresses: readonly LookupAddress[],
  signal: AbortSignal,
  tunnel: Socket | undefined,
): ClientRequest {
  const send = call.url.protocol === "https:" ? requestHttps : requestHttp;
  const length = call.body ? { "content-length": String(call.body.byteLength) } : {};
  return send(call.url, {
    method: call.method,
    headers: { ...call.headers, ...length, "accept-encoding": "identity" },
    lookup: pinnedTo(addresses),
    // Do not use a shared agent: a kept-alive connection would outlive the check of its address.
    ...(tunnel ? { createConnection: () => through(tunnel, call.url) } : { agent: false }),
    signal,
  });
}

/** Starts TLS inside the tunnel for https, with the requested host name. */
function through(tunnel: Socket, { protocol, hostname }: URL): Socket {
  if (protocol !== "https:") return tunnel;
  const host = hostname.replace(/^\[|\]$/g, "");
  return connectTls({ socket: tunnel, host, ...(isIP(host) === 0 && { servername: host }) });
}

/** Returns a lookup function that always returns the checked addresses. */
function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (!first) return callback(new Error("The name stands for no address."), "", 0);
    if (options.all) return callback(null, [...addresses]);
    callback(null, first.address, first.family);
  };
}

function answerTo(request: ClientRequest, body: Uint8Array | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once("response", resolve);
    request.on("error", reject);
    // Reject a protocol upgrade.
    request.once("upgrade", (_response, socket) => {
      socket.destroy();
      reject(refuse("target-unreadable"));
    });
    request.end(body);
  });
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject);
  });
}
