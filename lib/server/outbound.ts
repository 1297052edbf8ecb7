import type { OutgoingProxy } from "@/lib/server/outgoing-proxy";

/** A request to an address that a caller named and that was checked by what it says. */
export interface OutboundCall {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
  /** True: the operator opened this host, wherever its name leads. */
  readonly isOpened: boolean;
}

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
