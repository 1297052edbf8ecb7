import { imagesOf, type RequestContent, textOf } from "@/lib/chat/message";
import type { ModelMessage } from "@/lib/chat/request";

/**
 * Drops messages before the first user message, except system messages.
 *
 * DeepSeek returns 400 for a history that starts with the assistant, which happens when old messages are cut to fit the
 * context. https://api-docs.deepseek.com
 */
export function dropBeforeFirstUser(messages: readonly ModelMessage[]): ModelMessage[] {
  let userSpoke = false;
  return messages.filter(({ role }) => {
    userSpoke ||= role === "user";
    return role === "system" || userSpoke;
  });
}

/**
 * Drops empty messages and merges consecutive assistant messages.
 *
 * Moonshot rejects both. A mask's context or a stopped reply can produce them.
 */
export function mergeAssistant(messages: readonly ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = [];
  for (const message of messages.filter(saysSomething)) {
    const last = joined.at(-1);
    const goesOn = last?.role === "assistant" && message.role === "assistant" && !last.toolCalls?.length;
    if (goesOn) joined[joined.length - 1] = { ...message, content: joinTexts(last, message) };
    else joined.push(message);
  }
  return joined;
}

/** Merges consecutive user messages: Tencent's native API requires that user and assistant alternate. */
export function mergeUser(messages: readonly ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const goesOn = last?.role === "user" && message.role === "user";
    if (goesOn) joined[joined.length - 1] = { ...message, content: joinContents(last.content, message.content) };
    else joined.push(message);
  }
  return joined;
}

function joinContents(one: RequestContent, other: RequestContent): RequestContent {
  if (typeof one === "string" && typeof other === "string") return `${one}\n\n${other}`;
  return [one, other].flatMap((content) => (typeof content === "string" ? { type: "text", text: content } : content));
}

function joinTexts(...messages: readonly Pick<ModelMessage, "content">[]): string {
  return messages.map(textOf).filter(Boolean).join("\n\n");
}

function saysSomething(message: ModelMessage): boolean {
  if (message.role === "tool" || (message.role === "assistant" && message.toolCalls?.length)) return true;
  return textOf(message).trim() !== "" || (message.role !== "assistant" && imagesOf(message).length > 0);
}
