import type { Content, Role } from "@/lib/chat/message";
import { purposeSentence } from "@/lib/chat/purpose-sentence";
import type { ExportedChat } from "@/lib/export/exported-chat";

interface Entry {
  readonly role: Role;
  readonly content: Content;
}

/** Returns a chat in the form of a request, with a system message about the chat's subject first. */
export function chatAsRequest({ topic, messages }: ExportedChat): { readonly messages: Entry[] } {
  const opening: Entry = { role: "system", content: `${purposeSentence} ${topic}`.trim() };
  return { messages: [opening, ...messages.map(({ role, content }) => ({ role, content }))] };
}

/** Returns a chat as JSON on one line. */
export function chatAsJson(chat: ExportedChat): string {
  return JSON.stringify(chatAsRequest(chat));
}

/**
 * Returns a chat as one fine-tuning example: a line of JSON that ends with a reply. Messages after the last reply are
 * omitted because they teach nothing.
 */
export function chatAsTrainingLine({ messages, ...chat }: ExportedChat): string {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return `${chatAsJson({ ...chat, messages: messages.slice(0, last + 1) })}\n`;
}
