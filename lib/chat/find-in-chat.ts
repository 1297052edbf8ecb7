import { foldText } from "@/lib/chat/fold-text";
import { type Message, textOf } from "@/lib/chat/message";

/** Returns the ids of the messages whose text or thinking holds the words, in any case, in the order of the chat. */
export function findInChat(messages: readonly Message[], words: string): string[] {
  const wanted = foldText(words.trim());
  if (wanted === "") return [];
  return messages
    .filter(
      (message) => foldText(textOf(message)).includes(wanted) || foldText(message.reasoning ?? "").includes(wanted),
    )
    .map(({ id }) => id);
}
