import { isPublicHostname } from "@/lib/network/public-address";
import { refuse } from "@/lib/server/error-response";
import type { ServerConfig } from "@/lib/server/server-config";

/** Where a relayed call of a plugin goes. */
export interface PluginTarget {
  readonly url: URL;
  /** True: the operator opened this host, wherever it stands; else every address of its name must be public. */
  readonly isOpened: boolean;
}

/** The settings that say which hosts plugins may reach through the relay. */
export type PluginHosts = Pick<ServerConfig, "pluginHosts" | "pluginInternalHosts">;

/** Longer addresses are refused, in characters. */
const maxAddressChars = 8_000;

/** A whole address as it must be written: no user, no fragment, no character that a parser drops or turns round. */
const wellFormed = /^https?:\/\/[^/?#@\\\p{Cc}\s]+(?:[/?][^#\\\p{Cc}\s]*)?$/iu;
/** Separators, dots and control characters that one server decodes and another does not, once or twice encoded. */
const hiddenCharacter = /%(?:25)*(?:2f|5c|2e|[01][\da-f]|7f)/i;
const dotSegment = /(?:^|\/)\.{1,2}(?=\/|$)/;
/** Names that the router of the edge runtime puts into a query; the last one is that of the route's folder. */
const routerName = /^(nxt[PI]|relayedPath=)/;

/**
 * Returns the address that a call names by its `X-Base-URL`, and its own path and query below `/api/proxy`. What is
 * parsed is what is checked and what is asked for (O4.1). Throws `target-malformed` and `target-not-allowed`.
 */
export function readPluginTarget(request: Pick<Request, "url" | "headers">, hosts: PluginHosts): PluginTarget {
  const base = request.headers.get("x-base-url") ?? "";
  const asked = new URL(request.url);
  const path = asked.pathname.replace(/^.*?\/api\/proxy(?=\/|$)/, "");
  if (!wellFormed.test(base) || !URL.canParse(base)) throw refuse("target-malformed");
  const [address = "", baseQuery = ""] = base.split(/\?(.*)/s);
  const query = [baseQuery, ownQuery(asked)].filter((part) => part !== "").join("&");
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

/** Compares scheme, host and port with the operator's lists (O4.4). Throws `target-not-allowed`. */
function isOpened(url: URL, { pluginHosts, pluginInternalHosts }: PluginHosts): boolean {
  if (pluginInternalHosts.includes(url.origin)) return true;
  const isListed = pluginHosts.includes(url.origin);
  if (pluginHosts.length > 0 && !isListed) throw refuse("target-not-allowed");
  const isPlain = url.protocol === "https:" && url.port === "";
  if (!isPlain && !isListed) throw refuse("target-not-allowed");
  if (!isPublicHostname(url.hostname)) throw refuse("target-not-allowed");
  return false;
}
