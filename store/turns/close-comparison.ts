import { closedAnswer } from "@/lib/chat/comparison";
import type { ChatsStore } from "@/store/chats/chats-state";

/** Closes a comparison: its answers become versions without columns. */
export function closeComparison(
  { chats }: { readonly chats: { getState(): ChatsStore } },
  sessionId: string,
  comparison: string,
): void {
  const { threads, messages, update } = chats.getState();
  const { ids = [], asides = {} } = threads[sessionId] ?? {};
  for (const id of [...ids, ...Object.values(asides).flat()]) {
    const message = messages[id];
    if (message?.comparison === comparison && message.column !== undefined) update(id, closedAnswer);
  }
}
