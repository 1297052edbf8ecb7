import { routeOf } from "@/lib/providers/provider";
import { refuse } from "@/lib/server/error-response";
import { type MatchedPath, matchPath, parseRelayed } from "@/lib/server/relayed-path";
import type { ProviderConfig, ServerConfig } from "@/lib/server/server-config";

/** A call that is on the provider's list. */
export interface RelayCall {
  readonly target: ProviderConfig;
  readonly method: "GET" | "POST";
  /** Ready to be sent. */
  readonly path: string;
  /** The path as the list spells it, placeholders in braces. */
  readonly listed: string;
  /** The model or deployment that the path names. */
  readonly model?: string;
  /** The query that is passed on, names of the list only. */
  readonly query: URLSearchParams;
}

/** Encoded slashes, backslashes and percent signs: one router decodes them into separators, another does not. */
const hiddenSeparator = /%(2f|5c|25)/i;

/** Finds a relayed provider by the prefix of its route. */
export function targetOf(route: string, { providers }: ServerConfig): ProviderConfig | undefined {
  for (const target of providers.values()) {
    const { provider } = target;
    if (routeOf(provider) === route && provider.relayed.length > 0 && !provider.isLocal) return target;
  }
  return undefined;
}

/**
 * Finds which listed call a request asks for. Throws `not-found` for a provider that is not relayed, and
 * `path-not-relayed` for all that its list does not spell out.
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
      query: keptQuery(url, query),
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
 * Finds the entry of the provider's list that fits a path. Clients that are made for OpenAI put `v1` before every path,
 * such as in `/api/deepseek/v1/chat/completions`. Where no listed path begins so, it is skipped.
 */
function findListed({ provider }: ProviderConfig, wanted: string, segments: readonly string[]): ListedCall | undefined {
  const entries = provider.relayed.map(parseRelayed);
  const isSkipped = segments[0] === "v1" && !entries.some(({ path }) => path.startsWith("v1/"));
  const asked = isSkipped ? segments.slice(1) : segments;
  for (const { method, path: listed, query } of entries) {
    const matched = method === wanted ? matchPath(listed, asked) : undefined;
    if (matched) return { method, listed, query, matched };
  }
  return undefined;
}

/** The first value of each name on the list; names of ours and of the router's are never on it. */
function keptQuery({ searchParams }: URL, names: readonly string[]): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = searchParams.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
}
