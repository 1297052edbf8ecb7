import { isPublicHostname } from "@/lib/network/public-address";
import { refuse } from "@/lib/server/error-response";
import type { ServerConfig } from "@/lib/server/server-config";

/** The destination of a relayed plugin call. */
export interface PluginTarget {
  readonly url: URL;
  /** Whether the operator allowed this host, at any address; otherwise every address of its name must be public. */
  readonly isOpened: boolean;
}

/** The settings with the hosts that plugins may reach through the relay. */
export type PluginHosts = Pick<ServerConfig, "pluginHosts" | "pluginInternalHosts">;

/** Maximum length of a URL, in characters. */
const maxAddressChars = 8_000;

/** Format of a URL: no user, no fragment, no character that a parser drops or converts. */
const wellFormed = /^https?:\/\/[^/?#@\\\p{Cc}\s]+(?:[/?][^#\\\p{Cc}\s]*)?$/iu;
/** Encoded separators, dots and control characters (also doubly encoded), which servers decode differently. */
const hiddenCharacter = /%(?:25)*(?:2f|5c|2e|[01][\da-f]|7f)/i;
const dotSegment = /(?:^|\/)\.{1,2}(?=\/|$)/;
/** Names that the router of the edge runtime adds to a query; the last one is that of the route's folder. */
const routerName = /^(nxt[PI]|relayedPath=)/;

/**
 * Returns the URL of a call: its `X-Base-URL`, with its own path and query below `/api/proxy`. The parsed URL is the
 * one that is checked and requested (docs/security.md#o41). Throws `target-malformed` and `target-not-allowed`.
 */
export function readPluginTarget(request: Pick<Request, "url" | "headers">, hosts: PluginHosts): PluginTarget {
  const base = request.headers.get("x-base-url") ?? "";
  const requestUrl = new URL(request.url);
  const path = requestUrl.pathname.replace(/^.*?\/api\/proxy(?=\/|$)/, "");
  if (!wellFormed.test(base) || !URL.canParse(base)) throw refuse("target-malformed");
  const [address = "", baseQuery = ""] = base.split(/\?(.*)/s);
  const query = [baseQuery, ownQuery(requestUrl)].filter((part) => part !== "").join("&");
  const way = (path === "" ? address : address.replace(/\/+$/, "")) + path;
  const pathOfWay = way.replace(/^https?:\/\/[^/]+/i, "");
  const text = way + (query === "" ? "" : `?${query}`);
  if (hiddenCharacter.test(pathOfWay) || dotSegment.test(pathOfWay)) throw refuse("target-malformed");
  if (text.length > maxAddressChars || !wellFormed.test(text) || !URL.canParse(text)) throw refuse("target-malformed");
  const url = new URL(text);
  return { url, isOpened: isOpened(url, hosts) };
}

function ownQuery({ search }: URL): string {
  const pairs = search.slice(1).split("&");
  return pairs.filter((pair) => pair !== "" && !routerName.test(pair)).join("&");
}

/** Compares scheme, host and port with the operator's lists (docs/security.md#o44). Throws `target-not-allowed`. */
function isOpened(url: URL, { pluginHosts, pluginInternalHosts }: PluginHosts): boolean {
  if (pluginInternalHosts.includes(url.origin)) return true;
  const isListed = pluginHosts.includes(url.origin);
  if (pluginHosts.length > 0 && !isListed) throw refuse("target-not-allowed");
  const isDefaultHttps = url.protocol === "https:" && url.port === "";
  if (!isDefaultHttps && !isListed) throw refuse("target-not-allowed");
  if (!isPublicHostname(url.hostname)) throw refuse("target-not-allowed");
  return false;
}
