import { type Message, textOf } from "@/lib/chat/message";

/** Answers the ids of the messages whose text or thinking holds the words, in any case, in the order of the chat. */
export function findInChat(messages: readonly Message[], words: string): string[] {
  const wanted = fold(words.trim());
  if (wanted === "") return [];
  return messages
    .filter((message) => fold(textOf(message)).includes(wanted) || fold(message.reasoning ?? "").includes(wanted))
    .map(({ id }) => id);
}

/** Makes one of what a reader takes for the same: width, compatibility forms and case. */
function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
