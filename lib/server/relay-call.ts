import { routeOf } from "@/lib/providers/provider";
import { refuse } from "@/lib/server/error-response";
import type { ProviderConfig } from "@/lib/server/provider-config";
import { type MatchedPath, matchPath, parseRelayed } from "@/lib/server/relayed-path";
import type { ServerConfig } from "@/lib/server/server-config";

/** A call that is on the provider's list. */
export interface RelayCall {
  readonly target: ProviderConfig;
  readonly method: "GET" | "POST";
  /** The path to send. */
  readonly path: string;
  /** The path as listed, with placeholders in braces. */
  readonly listed: string;
  /** The model or deployment in the path. */
  readonly model?: string;
  /** The forwarded query, with listed names only. */
  readonly query: URLSearchParams;
}

/** Encoded slashes, backslashes and percent signs, which some routers decode into separators. */
const hiddenSeparator = /%(2f|5c|25)/i;

/** Returns the relayed provider with a route prefix. */
export function targetOf(route: string, { providers }: ServerConfig): ProviderConfig | undefined {
  for (const target of providers.values()) {
    const { provider } = target;
    if (routeOf(provider) === route && provider.relayed.length > 0 && !provider.isLocal) return target;
  }
  return undefined;
}

/**
 * Returns the listed call of a request. Throws `not-found` for a provider that is not relayed, and `path-not-relayed`
 * for a call that is not listed.
 */
export function readCall(
  request: Pick<Request, "method" | "url">,
  route: string,
  segments: readonly string[],
  config: ServerConfig,
): RelayCall {
  const target = targetOf(route, config);
  if (target === undefined) throw refuse("not-found");
  const url = new URL(request.url);
  if (hiddenSeparator.test(url.pathname)) throw refuse("path-not-relayed", { path: segments.join("/") });
  const found = findListed(target, request.method, segments);
  if (found) {
    const { method, listed, query, matched } = found;
    const model = matched.values.model ?? matched.values.deployment;
    return {
      target,
      method,
      listed,
      path: matched.path,
      ...(model === undefined ? {} : { model }),
      query: listedQuery(url, query),
    };
  }
  throw refuse("path-not-relayed", { path: segments.join("/") });
}

interface ListedCall {
  readonly method: RelayCall["method"];
  readonly listed: string;
  readonly query: readonly string[];
  readonly matched: MatchedPath;
}

/**
 * Returns the list entry that matches a path. Clients for OpenAI prefix every path with `v1`, as in
 * `/api/deepseek/v1/chat/completions`; the prefix is skipped if no listed path starts with it.
 */
function findListed({ provider }: ProviderConfig, wanted: string, segments: readonly string[]): ListedCall | undefined {
  const entries = provider.relayed.map(parseRelayed);
  const isSkipped = segments[0] === "v1" && !entries.some(({ path }) => path.startsWith("v1/"));
  const requested = isSkipped ? segments.slice(1) : segments;
  for (const { method, path: listed, query } of entries) {
    const matched = method === wanted ? matchPath(listed, requested) : undefined;
    if (matched) return { method, listed, query, matched };
  }
  return undefined;
}

/** Returns the first value of each listed name. Our own names and the router's are never listed. */
function listedQuery({ searchParams }: URL, names: readonly string[]): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = searchParams.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
}
