import type { UpstashPlace } from "@/lib/server/artifacts/upstash-artifacts";
import { asBaseUrl } from "@/lib/server/base-url";
import { headerSafe } from "@/lib/server/header-safe";
import type { WithoutStore } from "@/lib/server/usage/limits";

/** Location of the counters. `unusable`: the setting is invalid, so the store is never reachable. */
export type UsagePlace =
  | { readonly kind: "redis"; readonly url: string }
  | ({ readonly kind: "upstash" } & UpstashPlace)
  | { readonly kind: "unusable" };

/** The operator's settings of counters. */
export interface UsageSettings {
  /** Undefined: each process counts for itself. */
  readonly usagePlace: UsagePlace | undefined;
  readonly limitsWithoutStore: WithoutStore;
}

/** Settings of a server whose replies can be resumed. */
interface ResumableSettings {
  readonly usagePlace: Exclude<UsagePlace, { readonly kind: "unusable" }>;
}

/** Whether replies can be resumed: with a store, on a server that outlives its calls. An edge function ends with its caller. */
export function resumesReplies<T extends Pick<UsageSettings, "usagePlace"> & { readonly disableResume: boolean }>(
  config: T,
): config is T & ResumableSettings {
  const { usagePlace, disableResume } = config;
  if (disableResume || process.env.NEXT_RUNTIME === "edge") return false;
  return usagePlace !== undefined && usagePlace.kind !== "unusable";
}

/** Variables of the store, as they were read. */
interface UsageVariables {
  readonly REDIS_URL?: string | undefined;
  readonly UPSTASH_REDIS_REST_URL?: string | undefined;
  readonly UPSTASH_REDIS_REST_TOKEN?: string | undefined;
}

/** Reads the settings of counters. Problems are reported by variable name. */
export function readUsageSettings(
  read: UsageVariables & { readonly LIMITS_WITHOUT_STORE: string },
  problems: string[],
  isVercel: boolean,
): UsageSettings {
  const usagePlace = readUsagePlace(read, problems, isVercel);
  return { usagePlace, limitsWithoutStore: readChoice(read.LIMITS_WITHOUT_STORE, problems) };
}

function readChoice(text: string, problems: string[]): WithoutStore {
  const choice = text.toLowerCase();
  if (choice === "") return "default";
  if (choice === "open" || choice === "closed") return choice;
  problems.push("LIMITS_WITHOUT_STORE is neither open nor closed: limited codes are refused while the store is down.");
  return "closed";
}

/**
 * Reads the location of the counters. Redis takes precedence, because Upstash may be set for shared pages only. With an
 * invalid address the store is unusable: counts of single processes would let through several times the limits.
 */
export function readUsagePlace(
  { REDIS_URL = "", UPSTASH_REDIS_REST_URL = "", UPSTASH_REDIS_REST_TOKEN = "" }: UsageVariables,
  problems: string[],
  isVercel: boolean,
): UsagePlace | undefined {
  if (REDIS_URL !== "" && isVercel) problems.push("REDIS_URL has no effect on Vercel: use Upstash there.");
  if (REDIS_URL !== "" && !isVercel) {
    if (/^rediss?:\/\/[^\s/]/.test(REDIS_URL) && URL.canParse(REDIS_URL)) return { kind: "redis", url: REDIS_URL };
    problems.push("REDIS_URL is not an address such as redis://host:6379 or rediss://user:password@host:6380/0.");
    return { kind: "unusable" };
  }
  // Problems of these two are reported for shared pages.
  const url = asBaseUrl(UPSTASH_REDIS_REST_URL);
  const [token] = headerSafe([UPSTASH_REDIS_REST_TOKEN], "UPSTASH_REDIS_REST_TOKEN", []);
  return url && token ? { kind: "upstash", url, token } : undefined;
}
