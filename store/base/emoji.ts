import { create } from "zustand";
import { type Emoji, readEmoji } from "@/lib/chat/emoji-table";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";

interface EmojiStore {
  readonly emoji: readonly Emoji[];
  readonly state: "unread" | "loading" | "ready" | "failed";
  /** Fetches the emoji with their names in a language, once. Called when a picker opens. */
  fetchEmoji(language: string): Promise<void>;
}

interface EmojiDependencies {
  readonly env: Pick<Environment, "fetch">;
  /** The path under which the app is served. */
  readonly path: string;
}

/** Creates the store of emoji for pickers. */
export function createEmoji({ env, path }: EmojiDependencies) {
  async function readJson(name: string): Promise<unknown> {
    const response = await env.fetch(`${path}/emoji/${name}.json`);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return response.json();
  }

  return create<EmojiStore>()((set, get) => ({
    emoji: [],
    state: "unread",
    async fetchEmoji(language) {
      const { state } = get();
      if (state === "loading" || state === "ready") return;
      set({ state: "loading" });
      try {
        const [table, names] = await Promise.all([readJson("table"), readJson(language)]);
        set({ emoji: readEmoji(table, names), state: "ready" });
      } catch (error) {
        console.warn("Could not fetch the emoji.", error);
        set({ state: "failed" });
      }
    },
  }));
}

export const useEmoji = createEmoji({ env: browserEnvironment, path: basePath });
