import type { LookupAddress } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import type { OutgoingProxy } from "@/lib/server/outgoing-proxy";

/** Opens a tunnel through a proxy to one address. Throws where the proxy does not. */
export function openTunnel(
  { url, authorization }: OutgoingProxy,
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
    request.once("response", () => request.destroy(new Error("The proxy opens no tunnel.")));
    request.once("connect", ({ statusCode }, socket: Socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new Error("The proxy opens no tunnel."));
    });
    request.end();
  });
}
