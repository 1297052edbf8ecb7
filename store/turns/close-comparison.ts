import { withoutComparison } from "@/lib/chat/comparison";
import type { ChatsStore } from "@/store/chats/chats-state";

/** Removes the marks of a chat's open comparison: its answers become ordinary versions. */
export function closeComparison(
  { chats }: { readonly chats: { getState(): ChatsStore } },
  sessionId: string,
  comparison: string,
): void {
  const { threads, messages, update } = chats.getState();
  const { ids = [], asides = {} } = threads[sessionId] ?? {};
  for (const id of [...ids, ...Object.values(asides).flat()]) {
    if (messages[id]?.comparison === comparison) update(id, withoutComparison);
  }
}
