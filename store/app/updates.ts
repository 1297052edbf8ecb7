import { create } from "zustand";
import type { UpdateSource } from "@/lib/brand/brand";
import type { Environment } from "@/lib/environment";
import { isRecord } from "@/lib/json";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { readNewestVersion, updateCheckMs } from "@/lib/settings/updates";
import { catalogue } from "@/lib/storage/catalogue";
import * as z from "@/lib/zod";
import { documentStore } from "@/store/records/document-store";

interface UpdatesStore {
  /** Time of the last check, in milliseconds since the epoch; 0 if there was none. */
  readonly lastUpdate: number;
  /** The newest version in the feed; empty before it is known. */
  readonly remoteVersion: string;
  readonly state: "idle" | "checking" | "failed";
  hydrate(stored: unknown): void;
  /**
   * Fetches the newest version from the feed: at most every two hours, unless forced. A failure sets the state and
   * leaves the known version unchanged.
   */
  check(source: UpdateSource, isForced?: boolean): Promise<void>;
}

/** Timeout of a check in milliseconds, and maximum length of the feed in characters. */
const checkMs = 15_000;
const maxChars = 200_000;

const storedSchema = z.object({
  lastUpdate: z.catch(z.number().check(z.gte(0)), 0),
  remoteVersion: z.catch(z.string(), ""),
});

/** Creates the store of newer versions (`chat-update`). */
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
      set(z.parse(storedSchema, isRecord(stored) ? stored : {}));
    },
    async check(source, isForced = false) {
      const { state, lastUpdate } = get();
      const now = env.now();
      // If the clock was set back, `lastUpdate` is in the future. That must not delay the next check forever.
      const isRecent = lastUpdate <= now && now - lastUpdate < updateCheckMs;
      if (state === "checking" || (isRecent && !isForced)) return;
      set({ state: "checking", lastUpdate: now });
      try {
        set({ remoteVersion: await newest(source), state: "idle" });
      } catch (error) {
        console.warn("Could not check for a newer version.", error);
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
