import type { Environment } from "@/lib/environment";
import type { ChatsStore } from "@/store/chats/chats-state";

/** Time between two renderings of replies side by side, in milliseconds. */
const columnPaceMs = 180;

interface PacedChats {
  /** The chats, with a `grow` that skips states between two renderings. */
  readonly chats: { getState(): ChatsStore };
  /** Drops a state that was not rendered yet: the reply has ended. */
  end(): void;
}

/** The pace of the replies of one comparison. */
export interface ColumnPace {
  /** Paces the growth of one reply. */
  of(chats: { getState(): ChatsStore }): PacedChats;
}

/**
 * Creates the pace of replies side by side. Six replies that render at each frame would take the whole main thread. All
 * of them render in the same task, so that React renders once and the browser computes styles, lays out and paints once
 * for all (docs/decisions/0071-side-by-side.md).
 */
export function createColumnPace({ delay, now }: Pick<Environment, "delay" | "now">): ColumnPace {
  /** The latest states that are not rendered yet, by reply. */
  const next = new Map<object, () => void>();
  let isPaused = false;

  async function render(): Promise<void> {
    isPaused = true;
    while (next.size > 0) {
      const due = [...next.values()];
      next.clear();
      for (const grow of due) grow();
      await delay(columnPaceMs - (now() % columnPaceMs));
    }
    isPaused = false;
  }

  return {
    of(chats) {
      const reply = {};
      let hasEnded = false;
      const grow = (...state: Parameters<ChatsStore["grow"]>) => {
        if (hasEnded) return;
        next.set(reply, () => chats.getState().grow(...state));
        if (!isPaused) void render();
      };
      return {
        chats: { getState: () => ({ ...chats.getState(), grow }) },
        end() {
          hasEnded = true;
          next.delete(reply);
        },
      };
    },
  };
}
