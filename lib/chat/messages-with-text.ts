import { type Message, textOf } from "@/lib/chat/message";

/** Returns the messages with text, without failed and hidden ones. */
export function messagesWithText(messages: readonly Message[]): Message[] {
  return messages.filter((message) => !message.isError && !message.isAside && textOf(message).trim() !== "");
}
