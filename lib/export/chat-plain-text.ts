import { textOf } from "@/lib/chat/message";
import type { ExportedChat, ExportedMessage } from "@/lib/export/exported-chat";
import { plainTextOf } from "@/lib/export/plain-text";

/** Returns a chat as plain text: each message below its author's name, without Markdown marks. */
export function chatAsPlainText({ title, messages }: ExportedChat): string {
  return `${[title.trim(), ...messages.map(paragraph)].join("\n\n")}\n`;
}

function paragraph(message: ExportedMessage): string {
  const name = message.name && `${message.name}:`;
  const thought = message.reasoning.trim();
  return [name, thought && `(${plainTextOf(thought)})\n`, plainTextOf(textOf(message))].filter(Boolean).join("\n");
}
