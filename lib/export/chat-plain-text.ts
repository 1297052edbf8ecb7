import { textOf } from "@/lib/chat/message";
import type { ExportedChat, ExportedMessage } from "@/lib/export/exported-chat";

/** Returns a chat as plain text: each message below its author's name. */
export function chatAsPlainText({ title, messages }: ExportedChat): string {
  return `${[title.trim(), ...messages.map(paragraph)].join("\n\n")}\n`;
}

function paragraph(message: ExportedMessage): string {
  const name = message.name && `${message.name}:`;
  const thought = message.reasoning.trim();
  return [name, thought && `(${thought})\n`, textOf(message).trim()].filter(Boolean).join("\n");
}
