import { textOf } from "@/lib/chat/message";
import type { AssistantPart, ModelMessage } from "@/lib/chat/request";

/**
 * Drops the replay items of all turns except the running tool loop: only those after the last question remain, in messages
 * with tool calls and in a reply that goes on.
 *
 * Anthropic ties signed thinking to the exact messages before it. In a history that was edited, trimmed or sent again
 * it is an error, and in a finished turn it is useless.
 * https://platform.claude.com/docs/build-with-claude/preserved-thinking
 */
export function dropFinishedReplay(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const question = messages.findLastIndex(({ role }) => role === "user" || role === "system");
  return messages.map((message, position) => {
    if (message.role !== "assistant" || !message.parts) return message;
    // The engine sends a paused reply back with an empty list of calls.
    const isOpen = message.toolCalls?.length || (message.toolCalls && position === messages.length - 1);
    if (position > question && isOpen) return message;
    const { parts, ...others } = message;
    return others;
  });
}

/**
 * Returns the parts of an assistant message in the model's order. In a tool loop, Anthropic rejects thinking that has
 * moved. https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
export function partsInOrder(message: Extract<ModelMessage, { role: "assistant" }>): readonly AssistantPart[] {
  const text = textOf(message);
  const phase = message.phase !== undefined && { phase: message.phase };
  const calls = (message.toolCalls ?? []).map((call) => ({ type: "call" as const, call }));
  return message.parts ?? [...(text ? [{ type: "text" as const, text, ...phase }] : []), ...calls];
}
