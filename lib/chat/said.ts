import { type Message, textOf } from "@/lib/chat/message";

/** Returns the messages that say something in words; none that failed, and none beside the path that is shown. */
export function saidIn(messages: readonly Message[]): Message[] {
  return messages.filter((message) => !message.isError && !message.isAside && textOf(message).trim() !== "");
}
