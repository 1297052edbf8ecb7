import { imagesOf, type Message, textOf } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";

/**
 * Returns the exportable messages of a chat: those after the cleared context, or all if the context was cleared at the
 * end. Empty, failed and streaming messages are skipped, and so is a question whose reply is skipped.
 */
export function exportableOf<M extends Message>(
  messages: readonly M[],
  { clearContextIndex = 0 }: Pick<ChatSession, "clearContextIndex">,
): M[] {
  const after = clearContextIndex >= messages.length ? messages : messages.slice(clearContextIndex);
  return after.filter((message, index) => isWhole(message) && !isQuestionInVain(message, after[index + 1]));
}

/** Whether a question's reply is missing. An earlier complete reply remains. */
function isQuestionInVain({ role }: Message, next: Message | undefined): boolean {
  return role === "user" && next !== undefined && !isWhole(next);
}

function isWhole(message: Message): boolean {
  const isEmpty = textOf(message).trim() === "" && imagesOf(message).length === 0;
  return !(isEmpty || message.isError || message.streaming);
}
