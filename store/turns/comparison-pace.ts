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

/**
 * Paces the growth of one reply. Six replies that render at each frame would take the whole main thread. All of them
 * render at the same moments, so that the browser computes styles and paints once for all
 * (docs/decisions/0071-side-by-side.md).
 */
export function paceGrowth(
  chats: { getState(): ChatsStore },
  { delay, now }: Pick<Environment, "delay" | "now">,
): PacedChats {
  let next: Parameters<ChatsStore["grow"]> | undefined;
  let isPaused = false;
  let hasEnded = false;

  async function render(): Promise<void> {
    isPaused = true;
    while (next && !hasEnded) {
      const shown = next;
      next = undefined;
      chats.getState().grow(...shown);
      await delay(columnPaceMs - (now() % columnPaceMs));
    }
    isPaused = false;
  }

  function grow(...state: Parameters<ChatsStore["grow"]>): void {
    next = state;
    if (!isPaused) void render();
  }

  return {
    chats: { getState: () => ({ ...chats.getState(), grow }) },
    end() {
      hasEnded = true;
    },
  };
}
