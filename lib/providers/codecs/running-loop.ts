import type { ModelMessage } from "@/lib/chat/request";

/**
 * Drops the replay items of all turns except the running tool loop: only those after the last question, in messages
 * with tool calls, remain.
 *
 * Anthropic ties signed thinking to the exact messages before it. In a history that was edited, trimmed or sent again
 * it is an error, and in a finished turn it is useless.
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
