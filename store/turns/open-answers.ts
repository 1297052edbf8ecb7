import { comparedAnswers } from "@/lib/chat/comparison";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { ChatsStore } from "@/store/chats/chats-state";

/** Returns the answers of the comparison that is the last exchange of a chat, one for each column. */
export function openAnswers(
  { chats }: { readonly chats: { getState(): ChatsStore } },
  sessionId: string,
): readonly MessageRecord[] {
  const { threads, messages } = chats.getState();
  const { ids = [], asides = {} } = threads[sessionId] ?? {};
  const visible = messages[ids.at(-1) ?? ""];
  if (!visible?.comparison) return [];
  const hidden = (asides[ids.at(-2) ?? ""] ?? []).flatMap((id) => messages[id] ?? []);
  return comparedAnswers(visible.comparison, [visible, ...hidden]);
}
