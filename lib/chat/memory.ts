import { type Message, textOf } from "@/lib/chat/message";
import { messagesWithText } from "@/lib/chat/messages-with-text";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { PromptWords } from "@/lib/chat/prompt-words";
import type { ModelMessage } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { estimateTokens } from "@/lib/chat/token-estimate";

/** Maximum estimated tokens to summarize if the settings have no limit. */
const defaultBudget = 4000;

/** Whether a chat's memory is sent with a question: it must extend beyond the cleared context. */
export function isMemorySent(
  session: Pick<ChatSession, "memoryPrompt" | "lastSummarizeIndex" | "clearContextIndex">,
  { sendMemory }: Pick<ModelSettings, "sendMemory">,
): boolean {
  return sendMemory && session.memoryPrompt !== "" && session.lastSummarizeIndex > (session.clearContextIndex ?? 0);
}

/** A summary to request, with the state of the chat that it is based on. */
export interface DueSummary {
  readonly messages: readonly ModelMessage[];
  /** Maximum length, in characters: a summary longer than its source is discarded. */
  readonly maxChars: number;
  /** Ids of all messages of the chat at that time, in order. */
  readonly ids: readonly string[];
  readonly memoryPrompt: string;
  readonly clearContextIndex: number | undefined;
}

/**
 * Returns the summary that is due after a reply: of the messages since the last summary, if they exceed the threshold.
 * Returns undefined otherwise. The caller checks whether memory is enabled.
 */
export function dueSummary({
  session,
  thread,
  words,
}: {
  readonly session: ChatSession;
  readonly thread: readonly Message[];
  readonly words: Pick<PromptWords, "memory" | "summary">;
}): DueSummary | undefined {
  const { memoryPrompt, lastSummarizeIndex, clearContextIndex } = session;
  const { max_tokens, historyMessageCount, compressMessageLengthThreshold } = session.mask.modelConfig;
  const since = messagesWithText(thread.slice(Math.max(lastSummarizeIndex, clearContextIndex ?? 0)));
  const tokens = since.reduce((sum, message) => sum + estimateTokens(textOf(message)), 0);
  if (tokens <= compressMessageLengthThreshold) return undefined;
  const isTooMuch = tokens > (max_tokens || defaultBudget);
  const summed = isTooMuch ? since.slice(-Math.max(1, historyMessageCount)) : since;
  return {
    messages: [
      ...(memoryPrompt ? [{ role: "system" as const, content: words.memory({ memory: memoryPrompt }) }] : []),
      ...summed.map((message) => ({ role: message.role, content: textOf(message) })),
      { role: "system", content: words.summary() },
    ],
    maxChars: summed.reduce((sum, message) => sum + textOf(message).length, memoryPrompt.length),
    ids: thread.map(({ id }) => id),
    memoryPrompt,
    clearContextIndex,
  };
}

/**
 * Returns the changes of the chat from a summary. Returns undefined if the summary is empty or longer than its source.
 * Also undefined if the context was cleared or the memory changed meanwhile.
 *
 * @param ids the chat's current messages; some that the summary covers may have been deleted
 */
export function rememberSummary(
  due: DueSummary,
  summary: string,
  session: Pick<ChatSession, "memoryPrompt" | "clearContextIndex">,
  ids: readonly string[],
): Pick<ChatSession, "memoryPrompt" | "lastSummarizeIndex"> | undefined {
  const memoryPrompt = summary.trim();
  if (memoryPrompt === "" || memoryPrompt.length > due.maxChars) return undefined;
  if (session.memoryPrompt !== due.memoryPrompt || session.clearContextIndex !== due.clearContextIndex)
    return undefined;
  const covered = new Set(due.ids);
  return { memoryPrompt, lastSummarizeIndex: ids.findLastIndex((id) => covered.has(id)) + 1 };
}
