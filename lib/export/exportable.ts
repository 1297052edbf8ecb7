import { imagesOf, type Message, textOf } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";

/**
 * Returns the messages of a chat that may be exported: those after the cleared context, or all where it was cleared at
 * the end, without empty, failed and growing ones, and without a question that such a one answers.
 */
export function exportableOf<M extends Message>(
  messages: readonly M[],
  { clearContextIndex = 0 }: Pick<ChatSession, "clearContextIndex">,
): M[] {
  const after = clearContextIndex >= messages.length ? messages : messages.slice(clearContextIndex);
  return after.filter((message, index) => isWhole(message) && !isQuestionInVain(message, after[index + 1]));
}

/** A reply before such a question came whole, and stays. */
function isQuestionInVain({ role }: Message, next: Message | undefined): boolean {
  return role === "user" && next !== undefined && !isWhole(next);
}

function isWhole(message: Message): boolean {
  const isEmpty = textOf(message).trim() === "" && imagesOf(message).length === 0;
  return !(isEmpty || message.isError || message.streaming);
}
