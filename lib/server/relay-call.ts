import { refuse } from "@/lib/server/error-response";
import type { ProviderConfig, ServerConfig } from "@/lib/server/server-config";

/** A call that is on the provider's list; nothing in it but the query is in the caller's words. */
export interface RelayCall {
  readonly target: ProviderConfig;
  readonly method: "GET" | "POST";
  /** The path as the provider's list spells it. */
  readonly path: string;
  /** With its question mark; empty on all but the few paths that take one. */
  readonly query: string;
}

const pathsWithQuery = /^(dashboard\/billing\/.+|v1\/models)$/;
/** Encoded slashes, backslashes and percent signs: one router decodes them into separators, another does not. */
const hiddenSeparator = /%(2f|5c|25)/i;

/**
 * Finds which listed call a request asks for. Throws `not-found` for a provider that is not relayed, and
 * `path-not-relayed` for all that its list does not spell out.
 *
 * The segments were decoded by the router and are not decoded again. They are compared and never sent: the address is
 * made of the list's own words.
 */
export function readCall(
  request: Pick<Request, "method" | "url">,
  id: string,
  segments: readonly string[],
  config: ServerConfig,
): RelayCall {
  const target = config.providers.get(id);
  if (target === undefined || target.provider.isLocal) throw refuse("not-found");
  const url = new URL(request.url);
  if (hiddenSeparator.test(url.pathname)) throw refuse("path-not-relayed");
  for (const listed of target.provider.relayed) {
    const blank = listed.indexOf(" ");
    const method = listed.startsWith("GET ") ? "GET" : "POST";
    const path = listed.slice(blank + 1);
    if (method !== request.method || !isSamePath(path.split("/"), segments)) continue;
    return { target, method, path, query: pathsWithQuery.test(path) ? queryOf(url) : "" };
  }
  throw refuse("path-not-relayed");
}

/** The edge runtime of a self-hosted Next writes the route's parameters into the query; they are not the caller's. */
function queryOf({ searchParams }: URL): string {
  const kept = new URLSearchParams(searchParams);
  kept.delete("provider");
  kept.delete("path");
  return kept.size > 0 ? `?${kept}` : "";
}

function isSamePath(listed: readonly string[], segments: readonly string[]): boolean {
  return listed.length === segments.length && listed.every((segment, index) => segment === segments[index]);
}
