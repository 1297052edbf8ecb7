import { refuse } from "@/lib/server/error-response";
import { parseStoreAddress } from "@/lib/server/sync-address";
import type { SyncTarget } from "@/lib/server/sync-target";

/** Forwarded commands and their methods. */
const methods: Readonly<Record<string, string>> = { get: "GET", set: "POST", del: "POST" };

/** End of the key of an object of the encrypted sync: only these are removed. */
const objectEnding = /-object-[0-9a-f]{32}-\d{1,4}$/;

/**
 * An encoded key, as our clients name them: no separator, no dot segment, nothing that could be an option of a command.
 */
const keyText = /^(?!\.{1,2}$)(?:[\w.~!*'()-]|%(?!2f|5c|00|25)[\da-f]{2}){1,600}$/i;

/**
 * Returns the target of a call to Upstash: one `get` or `set` of one key, or one `del` of an object. Throws
 * `endpoint-not-allowed` and `sync-path-not-allowed`.
 */
export function readUpstashTarget({ url, method }: Pick<Request, "url" | "method">): SyncTarget {
  const requestUrl = new URL(url);
  const [action = "", key = "", ...rest] = requestUrl.pathname.replace(/^.*?\/api\/upstash\//, "").split("/");
  const endpoint = parseStoreAddress(requestUrl.searchParams.get("endpoint") ?? "");
  if (!endpoint) throw refuse("endpoint-not-allowed");
  const isUpstash = endpoint.protocol === "https:" && endpoint.port === "" && endpoint.hostname.endsWith(".upstash.io");
  if (!isUpstash || endpoint.pathname !== "/") throw refuse("sync-path-not-allowed", { path: key });
  const isAllowed = action !== "del" || objectEnding.test(key);
  const isAction = Object.hasOwn(methods, action) && methods[action] === method && isAllowed;
  if (!isAction || rest.length > 0 || !keyText.test(key)) throw refuse("sync-path-not-allowed", { path: action });
  return { url: new URL(`${endpoint.origin}/${action}/${key}`), method, isOpened: false };
}
