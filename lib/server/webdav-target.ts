import { isPublicHostname } from "@/lib/network/public-address";
import { refuse } from "@/lib/server/error-response";
import type { ServerConfig } from "@/lib/server/server-config";
import { parseStoreAddress } from "@/lib/server/sync-address";

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

/** The shared file, its folder, and the objects of the encrypted sync; no other path is forwarded. */
const folder = "chatgpt-next-web";
const file = `${folder}/backup.json`;
const methodsByPath: Readonly<Record<string, readonly string[]>> = { [folder]: ["MKCOL"], [file]: ["GET", "PUT"] };
const objectPath = /^chatgpt-next-web\/parley-[0-9a-f]{32}$/;
const objectMethods = ["GET", "PUT", "DELETE"];

/** The target of a call to a WebDAV server. */
export interface SyncTarget {
  readonly url: URL;
  readonly method: string;
  /** Whether the operator allowed this URL, at any address. */
  readonly isOpened: boolean;
}

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
  if (!methodsOf(path).includes(method)) {
    throw refuse("sync-path-not-allowed", { path: `${method} ${path}` });
  }
  // The method must match the request's own: a GET that is declared as PUT has no body to write.
  if (method !== sent && method !== "MKCOL") throw refuse("sync-path-not-allowed", { path: `${method} ${path}` });
  return { url: new URL(`${endpoint.href.replace(/\/+$/, "")}/${path}`), method, isOpened };
}

function methodsOf(path: string): readonly string[] {
  if (objectPath.test(path)) return objectMethods;
  return (Object.hasOwn(methodsByPath, path) && methodsByPath[path]) || [];
}

/** Whether a URL is below a listed one: same scheme, host and port, and the path matches by whole segments. */
function isBelow(endpoint: URL, listed: string): boolean {
  const allowed = new URL(listed);
  const path = allowed.pathname.replace(/\/+$/, "");
  return endpoint.origin === allowed.origin && (endpoint.pathname === path || endpoint.pathname.startsWith(`${path}/`));
}
