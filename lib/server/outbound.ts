import type { OutboundCall } from "@/lib/server/outbound-call";
import type { OutgoingProxy } from "@/lib/server/outgoing-proxy";

/**
 * Sends a request and follows no redirect. On Node the addresses that the name stands for are checked too, and the
 * connection is made to one of them; the edge runtime cannot look a name up.
 */
export async function fetchOutbound(call: OutboundCall, proxy?: OutgoingProxy): Promise<Response> {
  if (process.env.NEXT_RUNTIME !== "edge") {
    const { fetchPinned } = await import("@/lib/server/pinned-fetch");
    return fetchPinned(call, { proxy });
  }
  const { url, method, headers, body = null, signal } = call;
  return fetch(url, { method, headers, body, signal, redirect: "manual", cache: "no-store" });
}
