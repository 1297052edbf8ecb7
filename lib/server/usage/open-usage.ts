import type { Environment } from "@/lib/environment";
import { createUsageLimits, type UsageLimits } from "@/lib/server/usage/limits";
import type { UsagePlace, UsageSettings } from "@/lib/server/usage/usage-place";
import type { UsageStore } from "@/lib/server/usage/usage-store";

/** Creates the limits of codes, with the operator's store if one is configured. */
export function openUsageLimits(
  { usagePlace, limitsWithoutStore }: UsageSettings,
  env: Pick<Environment, "now" | "newId" | "delay" | "fetch">,
  { log, onFailure }: { readonly log: (line: string) => void; readonly onFailure: () => void },
): UsageLimits {
  const open = usagePlace && (() => openUsageStore(usagePlace, env, log));
  const limits = createUsageLimits({ open, withoutStore: limitsWithoutStore, env, log, onFailure });
  // Connect before the first call, which waits for a short time only.
  if (usagePlace?.kind === "redis" && process.env.NEXT_RUNTIME !== "edge") limits.store().catch(() => undefined);
  return limits;
}

/** Opens a store. The client of Redis is loaded only by servers that use it; edge functions have no sockets. */
export async function openUsageStore(
  place: UsagePlace,
  env: Pick<Environment, "newId" | "fetch">,
  log: (line: string) => void,
): Promise<UsageStore> {
  if (place.kind === "unusable") throw new Error("The address is invalid.");
  const { redisUsage } = await import("@/lib/server/usage/redis-usage");
  if (place.kind === "upstash") {
    const { connectUpstash } = await import("@/lib/server/usage/upstash-connection");
    return redisUsage(connectUpstash(place, env), env.newId);
  }
  if (process.env.NEXT_RUNTIME !== "edge") {
    const { connectRedis } = await import("@/lib/server/usage/redis-connection");
    return redisUsage(connectRedis(place.url, log), env.newId);
  }
  throw new Error("Redis needs Node.");
}
