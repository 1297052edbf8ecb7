import { isPublicHostname } from "@/lib/network/public-address";
import { refuse } from "@/lib/server/error-response";
import type { ServerConfig } from "@/lib/server/server-config";
import { plainAddress } from "@/lib/server/sync-address";

/** Services that are known to keep files by WebDAV. */
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

/** The folder of the file that devices share, and the file; no other path is passed on. */
const folder = "chatgpt-next-web";
const file = `${folder}/backup.json`;
const methodsByPath: Readonly<Record<string, readonly string[]>> = { [folder]: ["MKCOL"], [file]: ["GET", "PUT"] };

/** Where a call to a WebDAV server goes, and how. */
export interface SyncTarget {
  readonly url: URL;
  readonly method: string;
  /** True: the operator opened this address, wherever it stands. */
  readonly isOpened: boolean;
}

/**
 * Returns where a call goes: to the folder or the file below an address on the list. Throws `endpoint-not-allowed` and
 * `sync-path-not-allowed`.
 */
export function readWebDavTarget(
  { url, method: sent }: Pick<Request, "url" | "method">,
  { webdavEndpoints }: Pick<ServerConfig, "webdavEndpoints">,
): SyncTarget {
  const asked = new URL(url);
  const endpoint = plainAddress(asked.searchParams.get("endpoint") ?? "");
  if (!endpoint) throw refuse("endpoint-not-allowed");
  const isOpened = webdavEndpoints.some((listed) => isBelow(endpoint, listed));
  const isKnown = knownEndpoints.some((listed) => isBelow(endpoint, listed)) && isPublicHostname(endpoint.hostname);
  if (!isOpened && !isKnown) throw refuse("endpoint-not-allowed");
  const method = (asked.searchParams.get("proxy_method") ?? sent).toUpperCase();
  const path = asked.pathname.replace(/^.*?\/api\/webdav\//, "");
  if (!(Object.hasOwn(methodsByPath, path) && methodsByPath[path]?.includes(method))) {
    throw refuse("sync-path-not-allowed", { path: `${method} ${path}` });
  }
  // The method of a body is its own: a read that is told to write has none to write.
  if (method !== sent && method !== "MKCOL") throw refuse("sync-path-not-allowed", { path: `${method} ${path}` });
  return { url: new URL(`${endpoint.href.replace(/\/+$/, "")}/${path}`), method, isOpened };
}

/** Compares scheme, host and port, and the path by its whole parts. */
function isBelow(endpoint: URL, listed: string): boolean {
  const allowed = new URL(listed);
  const path = allowed.pathname.replace(/\/+$/, "");
  return endpoint.origin === allowed.origin && (endpoint.pathname === path || endpoint.pathname.startsWith(`${path}/`));
}
