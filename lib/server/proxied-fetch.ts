import { Agent, buildConnector, EnvHttpProxyAgent, fetch } from "undici";
import type { Environment } from "@/lib/environment";
import { type HttpProxy, isExcepted, type OutgoingProxy, type SocksProxy } from "@/lib/server/outgoing-proxy";
import { openSocksTunnel } from "@/lib/server/socks-tunnel";

/** Maximum time for a SOCKS proxy to open a tunnel, in milliseconds. */
const connectMs = 10_000;

/**
 * Returns a fetch that sends each call through a tunnel of the proxy: the proxy learns the host but not the content.
 */
export function proxiedFetch(proxy: OutgoingProxy): Environment["fetch"] {
  const dispatcher = proxy.kind === "socks" ? new Agent({ connect: socksConnector(proxy) }) : httpDispatcher(proxy);
  const send = fetch as unknown as (url: string, init: RequestInit & { dispatcher: unknown }) => Promise<Response>;
  return (address, init) => send(address, { ...init, dispatcher });
}

function httpDispatcher({ url, authorization, except }: HttpProxy): EnvHttpProxyAgent {
  return new EnvHttpProxyAgent({
    httpProxy: url,
    httpsProxy: url,
    // The agent accepts `*` only as the whole list.
    noProxy: except.includes("*") ? "*" : except.join(","),
    ...(authorization && { token: authorization }),
  });
}

function socksConnector(proxy: SocksProxy): buildConnector.connector {
  const connectDirectly = buildConnector({ timeout: connectMs });
  return (options, callback) => {
    const isSecure = options.protocol === "https:";
    const port = Number(options.port) || (isSecure ? 443 : 80);
    if (isExcepted(options.hostname, port, proxy)) return connectDirectly(options, callback);
    const host = options.hostname.replace(/^\[|\]$/g, "");
    void openSocksTunnel(proxy, { host, port }, AbortSignal.timeout(connectMs)).then(
      (socket) => {
        if (isSecure) connectDirectly({ ...options, httpSocket: socket }, callback);
        else callback(null, socket.setNoDelay());
      },
      (failure: Error) => callback(failure, null),
    );
  };
}
