import { isPublicHostname } from "@/lib/network/public-address";
import { refuse } from "@/lib/server/error-response";
import type { ServerConfig } from "@/lib/server/server-config";
import { isBelow, parseStoreAddress } from "@/lib/server/sync-address";
import { methodsOf, type SyncTarget } from "@/lib/server/sync-target";

/** Host names of known S3 services, which may follow the name of a bucket. */
const knownHosts = [
  "s3(-accelerate|-fips)?(\\.dualstack)?([.-][a-z]{2}(-[a-z]+)+-\\d)?\\.amazonaws\\.com(\\.cn)?",
  "[0-9a-f]{32}(\\.[a-z]+)?\\.r2\\.cloudflarestorage\\.com",
  "s3\\.[a-z0-9-]+\\.backblazeb2\\.com",
  "s3(\\.[a-z0-9-]+)?\\.wasabisys\\.com",
  "[a-z0-9-]+\\.digitaloceanspaces\\.com",
  "[a-z0-9-]+\\.your-objectstorage\\.com",
  "s3\\.[a-z0-9-]+\\.scw\\.cloud",
  "s3\\.[a-z0-9-]+\\.io\\.cloud\\.ovh\\.(net|us)",
  "[a-z0-9-]+\\.linodeobjects\\.com",
  "storage\\.googleapis\\.com",
];
const knownHost = new RegExp(`^([a-z0-9][a-z0-9.-]*\\.)?(${knownHosts.join("|")})$`);

/**
 * Returns the target of a call: the file or an object below the URL of a bucket or a folder in it. Throws
 * `endpoint-not-allowed` and `sync-path-not-allowed`.
 */
export function readS3Target(
  { url, method }: Pick<Request, "url" | "method">,
  { s3Endpoints }: Pick<ServerConfig, "s3Endpoints">,
): SyncTarget {
  const requestUrl = new URL(url);
  const endpoint = parseStoreAddress(requestUrl.searchParams.get("endpoint") ?? "");
  if (!endpoint) throw refuse("endpoint-not-allowed");
  const isOpened = s3Endpoints.some((listed) => isBelow(endpoint, listed));
  if (!isOpened && !isKnown(endpoint)) throw refuse("endpoint-not-allowed");
  const path = requestUrl.pathname.replace(/^.*?\/api\/s3\//, "");
  if (!methodsOf(path).includes(method)) throw refuse("sync-path-not-allowed", { path: `${method} ${path}` });
  return { url: new URL(`${endpoint.href.replace(/\/+$/, "")}/${path}`), method, isOpened };
}

function isKnown({ protocol, port, hostname }: URL): boolean {
  return protocol === "https:" && port === "" && knownHost.test(hostname) && isPublicHostname(hostname);
}
