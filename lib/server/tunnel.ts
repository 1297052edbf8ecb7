import type { LookupAddress } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { refuse } from "@/lib/server/error-response";
import type { HttpProxy, OutgoingProxy } from "@/lib/server/outgoing-proxy";
import { openSocksTunnel } from "@/lib/server/socks-tunnel";

/** Opens a tunnel through a proxy to one of the addresses. Throws if the proxy does not open it. */
export function openTunnel(
  proxy: OutgoingProxy,
  addresses: readonly LookupAddress[],
  port: string,
  signal: AbortSignal,
): Promise<Socket> {
  // SOCKS 4 does not support IPv6.
  const usable = proxy.kind === "socks" && proxy.version === 4 ? addresses.filter(isIpv4) : addresses;
  const [first] = usable;
  if (!first) throw refuse("target-unreachable");
  return proxy.kind === "socks"
    ? openSocksTunnel(proxy, { host: first.address, port: Number(port) }, signal)
    : openHttpTunnel(proxy, first, port, signal);
}

function isIpv4({ family }: LookupAddress): boolean {
  return family === 4;
}

function openHttpTunnel(
  { url, authorization }: HttpProxy,
  { address, family }: LookupAddress,
  port: string,
  signal: AbortSignal,
): Promise<Socket> {
  const path = `${family === 6 ? `[${address}]` : address}:${port}`;
  const headers = { host: path, ...(authorization && { "proxy-authorization": authorization }) };
  const send = url.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, { method: "CONNECT", path, headers, agent: false, signal });
    request.once("error", reject);
    request.once("response", () => request.destroy(new Error("The proxy did not open a tunnel.")));
    request.once("connect", ({ statusCode }, socket: Socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new Error("The proxy did not open a tunnel."));
    });
    request.end();
  });
}
