import * as v from "valibot";
import { create } from "zustand";
import type { UpdateSource } from "@/lib/brand/brand";
import type { Environment } from "@/lib/environment";
import { isRecord } from "@/lib/fields/fields";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { readNewestVersion, updateCheckMs } from "@/lib/settings/updates";
import { catalogue } from "@/lib/storage/catalogue";
import { documentStore } from "@/store/records/document-store";

interface UpdatesStore {
  /** When was last asked, in milliseconds since the epoch; 0 for never. */
  readonly lastUpdate: number;
  /** The newest version that the feed has told; empty before it has. */
  readonly remoteVersion: string;
  readonly state: "idle" | "checking" | "failed";
  hydrate(stored: unknown): void;
  /**
   * Asks the feed for the newest version: at most every two hours, unless it is forced. Where the answer is none, what
   * was known stays, and the state says so.
   */
  check(source: UpdateSource, isForced?: boolean): Promise<void>;
}

/** How long the feed may take, in milliseconds, and how long its answer may be, in characters. */
const checkMs = 15_000;
const maxChars = 200_000;

const storedSchema = v.object({
  lastUpdate: v.fallback(v.pipe(v.number(), v.minValue(0)), 0),
  remoteVersion: v.fallback(v.string(), ""),
});

/** Makes the store of what is known of newer versions (`chat-update`). */
export function createUpdates({ env }: { env: Pick<Environment, "now" | "fetch" | "delay"> }) {
  async function newest({ kind, feed }: UpdateSource): Promise<string> {
    const { askWhole } = await import("@/lib/engine/send-call");
    const call = { method: "GET", url: feed, headers: { Accept: "application/json" } } as const;
    const { status, body } = await askWhole(call, { connection: {}, env, timeoutMs: checkMs, maxChars });
    const version = status === 200 ? readNewestVersion(kind, JSON.parse(body)) : undefined;
    if (version === undefined) throw new Error(`The feed of versions answered ${status} without a version.`);
    return version;
  }

  return create<UpdatesStore>()((set, get) => ({
    lastUpdate: 0,
    remoteVersion: "",
    state: "idle",
    hydrate(stored) {
      set(v.parse(storedSchema, isRecord(stored) ? stored : {}));
    },
    async check(source, isForced = false) {
      const { state, lastUpdate } = get();
      const now = env.now();
      // A clock that was set back does not put the next check off for ever.
      const isRecent = lastUpdate <= now && now - lastUpdate < updateCheckMs;
      if (state === "checking" || (isRecent && !isForced)) return;
      set({ state: "checking", lastUpdate: now });
      try {
        set({ remoteVersion: await newest(source), state: "idle" });
      } catch (error) {
        console.warn("Whether there is a newer version could not be checked.", error);
        set({ state: "failed" });
      }
    },
  }));
}

export const useUpdates = documentStore(
  createUpdates({ env: browserEnvironment }),
  catalogue.updates,
  ({ lastUpdate, remoteVersion }) => ({ lastUpdate, remoteVersion }),
);
