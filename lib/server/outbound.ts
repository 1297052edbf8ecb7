import type { OutboundCall } from "@/lib/server/outbound-call";
import type { OutgoingProxy } from "@/lib/server/outgoing-proxy";

/**
 * Sends a request without following redirects. On Node, the addresses that the name resolves to are checked, too, and
 * the connection uses one of them; the edge runtime cannot resolve names.
 */
export async function fetchOutbound(call: OutboundCall, proxy?: OutgoingProxy): Promise<Response> {
  if (process.env.NEXT_RUNTIME !== "edge") {
    const { fetchPinned } = await import("@/lib/server/pinned-fetch");
    return fetchPinned(call, { proxy });
  }
  const { url, method, headers, body = null, signal } = call;
  return fetch(url, { method, headers, body, signal, redirect: "manual", cache: "no-store" });
}
