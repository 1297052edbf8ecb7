import { isPublicHostname } from "@/lib/network/public-address";
import { refuse } from "@/lib/server/error-response";
import type { ServerConfig } from "@/lib/server/server-config";
import { isBelow, parseStoreAddress } from "@/lib/server/sync-address";
import { methodsOf, type SyncTarget, syncFolder } from "@/lib/server/sync-target";

/** Known WebDAV services. */
const knownEndpoints = [
  "https://dav.jianguoyun.com/dav/",
  "https://dav.dropdav.com/",
  "https://dav.box.com/dav",
  "https://nanao.teracloud.jp/dav/",
  "https://bora.teracloud.jp/dav/",
  "https://webdav.4shared.com/",
  "https://dav.idrivesync.com",
  "https://webdav.yandex.com",
  "https://app.koofr.net/dav/Koofr",
];

/**
 * Returns the target of a call: the folder, the file or an object below a listed URL. Throws `endpoint-not-allowed` and
 * `sync-path-not-allowed`.
 */
export function readWebDavTarget(
  { url, method: sent }: Pick<Request, "url" | "method">,
  { webdavEndpoints }: Pick<ServerConfig, "webdavEndpoints">,
): SyncTarget {
  const requestUrl = new URL(url);
  const endpoint = parseStoreAddress(requestUrl.searchParams.get("endpoint") ?? "");
  if (!endpoint) throw refuse("endpoint-not-allowed");
  const isOpened = webdavEndpoints.some((listed) => isBelow(endpoint, listed));
  const isKnown = knownEndpoints.some((listed) => isBelow(endpoint, listed)) && isPublicHostname(endpoint.hostname);
  if (!isOpened && !isKnown) throw refuse("endpoint-not-allowed");
  const method = (requestUrl.searchParams.get("proxy_method") ?? sent).toUpperCase();
  const path = requestUrl.pathname.replace(/^.*?\/api\/webdav\//, "");
  if (!methodsOf(path).includes(method) && !(path === syncFolder && method === "MKCOL")) {
    throw refuse("sync-path-not-allowed", { path: `${method} ${path}` });
  }
  // The method must match the request's own: a GET that is declared as PUT has no body to write.
  if (method !== sent && method !== "MKCOL") throw refuse("sync-path-not-allowed", { path: `${method} ${path}` });
  return { url: new URL(`${endpoint.href.replace(/\/+$/, "")}/${path}`), method, isOpened };
}
