import type { Message } from "@/lib/chat/message";

/**
 * Returns the user message that a retry sends again: the message itself, or the nearest one above the reply.
 *
 * `messages` are those of the chat in order.
 */
export function questionOf(messages: readonly Message[], id: string): Message | undefined {
  const index = messages.findIndex((message) => message.id === id);
  return messages.slice(0, index + 1).findLast((message) => message.role === "user");
}
