import { EnvHttpProxyAgent, fetch } from "undici";
import type { Environment } from "@/lib/environment";
import type { OutgoingProxy } from "@/lib/server/outgoing-proxy";

/** Answers what sends calls through a proxy, each by a tunnel: the proxy learns the host and nothing of what is said. */
export function proxiedFetch({ url, authorization, except }: OutgoingProxy): Environment["fetch"] {
  const dispatcher = new EnvHttpProxyAgent({
    httpProxy: url,
    httpsProxy: url,
    noProxy: except.join(","),
    ...(authorization && { token: authorization }),
  });
  const send = fetch as unknown as (url: string, init: RequestInit & { dispatcher: unknown }) => Promise<Response>;
  return (address, init) => send(address, { ...init, dispatcher });
}
