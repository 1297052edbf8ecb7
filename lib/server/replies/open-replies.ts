import type { Environment } from "@/lib/environment";
import type { ReadPart, ReplyOwner, ReplyStore } from "@/lib/server/replies/reply-store";
import { createInTime } from "@/lib/server/usage/store-link";
import type { UsagePlace } from "@/lib/server/usage/usage-place";

/** The store of replies under way, and those that this process writes. */
export interface OpenReplies {
  readonly store: ReplyStore;
  /**
   * Registers a reply that this process writes. Calls `stop` at once if its owner has stopped it before it began. Returns
   * the function that removes it, once it is stored.
   */
  addLive(owner: ReplyOwner, stop: () => void): () => void;
  /** Returns a part of a reply as the store does, but does not wait long for it. */
  read(id: string, owner: ReplyOwner, position: number): Promise<ReadPart | undefined>;
  /**
   * Stops a reply, at this or any other instance, also if it begins within a minute. Returns false for an unknown one, or
   * one of another owner. Does not wait long for the store.
   */
  stop(id: string, owner: ReplyOwner): Promise<boolean>;
  /** Logs a failure of the store, at most once a minute. */
  logFailure(thrown: unknown): void;
}

/** Minimum time between two log lines about failures, in milliseconds. */
const logMs = 60_000;

/** Time for which a stop of an unknown reply is stored, in milliseconds, and the maximum number of such stops. */
const earlyMs = 60_000;
const maxEarlyStops = 1000;

/** Global in which the standalone server finds replies without a connection when it is stopped (scripts/request-guard.mjs). */
const slot = globalThis as typeof globalThis & { [name: symbol]: { whenEnded(): Promise<void> } | undefined };

/** Creates the state of replies under way. */
export function createReplies(
  store: ReplyStore,
  { env, log }: { readonly env: Pick<Environment, "now" | "delay">; readonly log: (line: string) => void },
): OpenReplies {
  const inTime = createInTime(env);
  const live = new Set<{ readonly digest: string; readonly stop: () => void }>();
  const early = createEarlyStops(env);
  let loggedAt = Number.NEGATIVE_INFINITY;
  let onEmpty: (() => void)[] = [];
  slot[Symbol.for("parley.replies")] = {
    whenEnded: () => (live.size === 0 ? Promise.resolve() : new Promise((resolve) => onEmpty.push(resolve))),
  };
  return {
    store,
    addLive({ digest }, stop) {
      const entry = { digest, stop };
      live.add(entry);
      if (early.has(digest)) stop();
      return () => {
        live.delete(entry);
        if (live.size > 0) return;
        for (const resolve of onEmpty) resolve();
        onEmpty = [];
      };
    },
    read: (id, owner, position) => inTime(() => store.read(id, owner, position)),
    async stop(id, owner) {
      const here = [...live].filter(({ digest }) => digest === owner.digest);
      for (const { stop } of here) stop();
      const isHere = here.length > 0;
      if (!isHere) early.add(owner.digest);
      const isStored = await inTime(() => store.stop(id, owner)).catch((thrown: unknown) => {
        if (!isHere) throw thrown;
        return true;
      });
      return isHere || isStored;
    },
    logFailure(thrown) {
      if (env.now() - loggedAt < logMs) return;
      loggedAt = env.now();
      log(`Replies: the store failed (${thrown instanceof Error ? thrown.name : typeof thrown}).`);
    },
  };
}

/** Creates the memory of stops that came before their calls. It has the owners' digests, which differ for each reply. */
function createEarlyStops({ now }: Pick<Environment, "now">) {
  /** The times at which they end, the first one first. */
  const ends = new Map<string, number>();
  return {
    add(digest: string): void {
      ends.delete(digest);
      ends.set(digest, now() + earlyMs);
      for (const [each, end] of ends) {
        if (ends.size <= maxEarlyStops && end > now()) break;
        ends.delete(each);
      }
    },
    has: (digest: string) => (ends.get(digest) ?? 0) > now(),
  };
}

/**
 * Opens the store of replies on its own connection, so that long pieces do not delay the counters. Its code is loaded by
 * the first call whose reply can be resumed.
 */
export async function openReplies(
  place: UsagePlace,
  env: Pick<Environment, "now" | "delay" | "fetch">,
  log: (line: string) => void,
): Promise<OpenReplies> {
  if (place.kind === "unusable") throw new Error("The address is invalid.");
  const { redisReplies } = await import("@/lib/server/replies/reply-store");
  if (place.kind === "upstash") {
    const { connectUpstash } = await import("@/lib/server/usage/upstash-connection");
    return createReplies(redisReplies(connectUpstash(place, env), env.now), { env, log });
  }
  const { connectRedis } = await import("@/lib/server/usage/redis-connection");
  return createReplies(redisReplies(connectRedis(place.url, log), env.now), { env, log });
}
