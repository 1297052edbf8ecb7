import type { Content, Role } from "@/lib/chat/message";
import type { ExportedChat } from "@/lib/export/exported-chat";

interface Entry {
  readonly role: Role;
  readonly content: Content;
}

/** Answers a chat as a request has it, opened by what the assistant is there for (§1.8). */
export function chatAsRequest({ messages }: ExportedChat, purpose: string): { readonly messages: Entry[] } {
  const opening: Entry = { role: "system", content: purpose.trim() };
  return { messages: [opening, ...messages.map(({ role, content }) => ({ role, content }))] };
}

/** Writes a chat as JSON on one line. */
export function chatAsJson(chat: ExportedChat, purpose: string): string {
  return JSON.stringify(chatAsRequest(chat, purpose));
}

/**
 * Writes a chat as one example for fine-tuning: a line of JSON that ends with a reply. What stands behind the last reply
 * teaches nothing and stays out.
 */
export function chatAsTrainingLine({ title, messages }: ExportedChat, purpose: string): string {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return `${chatAsJson({ title, messages: messages.slice(0, last + 1) }, purpose)}\n`;
}
