import type { ModelMessage } from "@/lib/chat/request";

/**
 * Drops the opaque items of all turns but the running tool loop: those behind the last question, beside a call.
 *
 * Anthropic ties signed thinking to exactly what stood before it. In a history that was edited, trimmed or is asked
 * again it is an error, and in a finished turn it is of no more use.
 * https://platform.claude.com/docs/build-with-claude/preserved-thinking
 */
export function dropFinishedReplay(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const question = messages.findLastIndex(({ role }) => role === "user" || role === "system");
  return messages.map((message, position) => {
    if (message.role !== "assistant" || !message.replay) return message;
    if (position > question && message.toolCalls?.length) return message;
    const { replay, ...others } = message;
    return others;
  });
}
