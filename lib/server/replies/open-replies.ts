import type { Environment } from "@/lib/environment";
import type { ReplyOwner, ReplyStore } from "@/lib/server/replies/reply-store";
import type { UsagePlace } from "@/lib/server/usage/usage-place";

/** The store of replies under way, and those that this process writes. */
export interface OpenReplies {
  readonly store: ReplyStore;
  /** Registers a reply that this process writes. Returns the function that removes it, once it is stored. */
  addLive(id: string, owner: ReplyOwner, stop: () => void): () => void;
  /** Stops a reply, at this or any other instance. Returns false for an unknown one, or one of another owner. */
  stop(id: string, owner: ReplyOwner): Promise<boolean>;
  /** Logs a failure of the store, at most once a minute. */
  logFailure(thrown: unknown): void;
}

/** Minimum time between two log lines about failures, in milliseconds. */
const logMs = 60_000;

/** Global in which the standalone server finds replies without a connection when it is stopped (scripts/request-guard.mjs). */
const slot = globalThis as typeof globalThis & { [name: symbol]: { whenEnded(): Promise<void> } | undefined };

/** Creates the state of replies under way. */
export function createReplies(
  store: ReplyStore,
  { env, log }: { readonly env: Pick<Environment, "now">; readonly log: (line: string) => void },
): OpenReplies {
  const live = new Map<string, { readonly digest: string; readonly stop: () => void }>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  let onEmpty: (() => void)[] = [];
  slot[Symbol.for("parley.replies")] = {
    whenEnded: () => (live.size === 0 ? Promise.resolve() : new Promise((resolve) => onEmpty.push(resolve))),
  };
  return {
    store,
    addLive(id, { digest }, stop) {
      const entry = { digest, stop };
      if (!live.has(id)) live.set(id, entry);
      return () => {
        if (live.get(id) === entry) live.delete(id);
        if (live.size > 0) return;
        for (const resolve of onEmpty) resolve();
        onEmpty = [];
      };
    },
    async stop(id, owner) {
      const here = live.get(id);
      const isHere = here?.digest === owner.digest;
      if (isHere) here.stop();
      const isStored = await store.stop(id, owner).catch((thrown: unknown) => {
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

/**
 * Opens the store of replies on its own connection, so that long pieces do not delay the counters. Its code is loaded by
 * the first call whose reply can be resumed.
 */
export async function openReplies(
  place: UsagePlace,
  env: Pick<Environment, "now" | "fetch">,
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
