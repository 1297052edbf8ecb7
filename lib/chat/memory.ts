import { withDocumentNames } from "@/lib/chat/document-names";
import { type Message, textOf } from "@/lib/chat/message";
import { messagesWithText } from "@/lib/chat/messages-with-text";
import type { PromptWords } from "@/lib/chat/prompt-words";
import type { ModelMessage } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { estimateTokens } from "@/lib/chat/token-estimate";

/** Maximum estimated tokens to summarize if the settings have no limit. */
const defaultBudget = 4000;

/** Maximum number of requests for one summary; what is left is summarized after the next reply. */
const maxRounds = 12;

/** A summary to request, with the state of the chat that it is based on. */
export interface DueSummary {
  /**
   * The messages to summarize, by request: each request continues the summary of the previous one. A long message is
   * split.
   */
  readonly rounds: readonly (readonly ModelMessage[])[];
  /** Maximum length, in characters: a summary longer than its source is discarded. */
  readonly maxChars: number;
  /** Ids of the messages that are covered then, from the first of the chat, in order. */
  readonly ids: readonly string[];
  readonly memoryPrompt: string;
  readonly clearContextIndex: number | undefined;
}

/** Returns the number of messages that the memory covers, from the first of the chat; 0 after the memory was deleted. */
export function summarizedCount({
  memoryPrompt,
  lastSummarizeIndex,
}: Pick<ChatSession, "memoryPrompt" | "lastSummarizeIndex">): number {
  return memoryPrompt === "" ? 0 : lastSummarizeIndex;
}

/**
 * Returns the summary that is due after a reply: of all messages since the last summary, if they exceed the threshold or
 * if some of them are not sent any more (`isLeftOut`). Returns undefined otherwise. The caller checks whether memory is
 * enabled.
 */
export function dueSummary({
  session,
  thread,
  isLeftOut = false,
}: {
  readonly session: ChatSession;
  readonly thread: readonly Message[];
  readonly isLeftOut?: boolean;
}): DueSummary | undefined {
  const { memoryPrompt, clearContextIndex } = session;
  const { max_tokens, compressMessageLengthThreshold, sendsWholeHistory } = session.mask.modelConfig;
  const since = messagesWithText(thread.slice(Math.max(summarizedCount(session), clearContextIndex ?? 0)));
  const tokens = since.reduce((sum, message) => sum + estimateTokens(textOf(message)), 0);
  const isLong = tokens > compressMessageLengthThreshold && !sendsWholeHistory;
  if (since.length === 0 || !(isLong || isLeftOut)) return undefined;
  const { rounds, covered } = roundsOf(since, max_tokens || defaultBudget);
  const isAll = covered.length === since.length;
  const end = isAll ? thread.length : thread.indexOf(covered.at(-1) as Message) + 1;
  return {
    rounds,
    maxChars: covered.reduce((sum, message) => sum + textOf(message).length, memoryPrompt.length),
    ids: thread.slice(0, end).map(({ id }) => id),
    memoryPrompt,
    clearContextIndex,
  };
}

/** Returns the messages of one request for a summary: what is remembered so far, a round, and the instruction. */
export function summaryRequest(
  round: readonly ModelMessage[],
  memoryPrompt: string,
  words: Pick<PromptWords, "memory" | "summary">,
): ModelMessage[] {
  return [
    ...(memoryPrompt ? [{ role: "system" as const, content: words.memory({ memory: memoryPrompt }) }] : []),
    ...round,
    { role: "system", content: words.summary() },
  ];
}

/** Groups messages into requests of at most `budget` tokens. Only whole messages are covered, up to `maxRounds`. */
function roundsOf(messages: readonly Message[], budget: number) {
  const rounds: ModelMessage[][] = [];
  const covered: Message[] = [];
  let left = 0;
  for (const message of messages) {
    const pieces = piecesOf(withDocumentNames(textOf(message)), budget);
    // The first message is covered however long it is.
    if (rounds.length + pieces.length > maxRounds && covered.length > 0) break;
    for (const content of pieces) {
      const tokens = estimateTokens(content);
      if (tokens > left || rounds.length === 0) {
        rounds.push([]);
        left = budget;
      }
      rounds.at(-1)?.push({ role: message.role, content });
      left -= tokens;
    }
    covered.push(message);
  }
  return { rounds, covered };
}

/** Splits a text into pieces of about `budget` tokens, never within a character. */
function piecesOf(text: string, budget: number): string[] {
  const count = Math.ceil(estimateTokens(text) / budget);
  if (count <= 1) return [text];
  const size = Math.ceil(text.length / count);
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + size;
    const isInPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
    pieces.push(text.slice(start, isInPair ? end + 1 : end));
    start = isInPair ? end + 1 : end;
  }
  return pieces;
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
