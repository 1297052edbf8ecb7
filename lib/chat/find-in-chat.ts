import { foldText } from "@/lib/chat/fold-text";
import { type Message, textOf } from "@/lib/chat/message";

/** Returns the ids of messages whose text or reasoning contains the query, ignoring case, in the chat's order. */
export function findInChat(messages: readonly Message[], words: string): string[] {
  const wanted = foldText(words.trim());
  if (wanted === "") return [];
  return messages
    .filter(
      (message) => foldText(textOf(message)).includes(wanted) || foldText(message.reasoning ?? "").includes(wanted),
    )
    .map(({ id }) => id);
}
