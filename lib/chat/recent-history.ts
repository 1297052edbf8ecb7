import { type Message, textOf } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { ChatSession } from "@/lib/chat/session";
import { estimateMessageTokens, estimateToolTokens } from "@/lib/chat/token-estimate";

/** Whether a chat's memory is sent with a question: it must extend beyond the cleared context. */
export function isMemorySent(
  session: Pick<ChatSession, "memoryPrompt" | "lastSummarizeIndex" | "clearContextIndex">,
  { sendMemory }: Pick<ModelSettings, "sendMemory">,
): boolean {
  return sendMemory && session.memoryPrompt !== "" && session.lastSummarizeIndex > (session.clearContextIndex ?? 0);
}

/**
 * Returns the newest messages to send, at most `historyMessageCount`. If the memory is sent, all messages that it does
 * not cover are included, too. With `room`, as many messages as fit into that number of tokens are sent instead.
 *
 * Messages before the cleared context and failed messages are excluded. Going backwards, messages are added until their
 * estimate reaches `max_tokens`; the message that crosses the limit is included, unless the limit is `room`.
 */
export function recentHistory(
  session: Pick<ChatSession, "clearContextIndex" | "lastSummarizeIndex" | "memoryPrompt">,
  history: readonly Message[],
  settings: Pick<ModelSettings, "historyMessageCount" | "max_tokens" | "sendMemory">,
  room?: number,
): Message[] {
  const newest = Math.max(0, history.length - settings.historyMessageCount);
  const wanted = isMemorySent(session, settings) ? Math.min(session.lastSummarizeIndex, newest) : newest;
  const start = Math.max(session.clearContextIndex ?? 0, room === undefined ? wanted : 0);
  const chosen: Message[] = [];
  let tokens = 0;
  for (const message of history.slice(start).toReversed()) {
    if (!isSendable(message)) continue;
    tokens += estimateMessageTokens(message) + estimateToolTokens(message);
    if (room !== undefined && tokens > room) break;
    chosen.push(message);
    if (room === undefined && tokens >= settings.max_tokens) break;
  }
  return chosen.reverse();
}

/** Context size of models whose size is not known, in tokens: most models of the last years have at least this. */
const assumedWindow = 32_000;

/** Share of the context that is left for the system prompt, the memory and estimates that are too low. */
const reservedShare = 0.1;

/**
 * Returns the tokens that are free for the history and the question in a chat that sends as much as fits; undefined in
 * other chats. `window` is the model's context size in tokens, if it is known.
 */
export function historyRoom({ mask }: Pick<ChatSession, "mask">, window = assumedWindow): number | undefined {
  const { sendsWholeHistory, max_tokens } = mask.modelConfig;
  if (!sendsWholeHistory) return undefined;
  const prompts = mask.context.reduce((sum, prompt) => sum + estimateMessageTokens(prompt), 0);
  return Math.max(0, window * (1 - reservedShare) - Math.min(max_tokens, window / 2) - prompts);
}

/**
 * Returns the index of the first message that the next question is sent with, if messages before it are no longer sent
 * although they could be; undefined otherwise.
 */
export function sendingStart(
  session: ChatSession,
  thread: readonly Message[],
  window: number | undefined,
): number | undefined {
  const sent = recentHistory(session, thread, session.mask.modelConfig, historyRoom(session, window));
  const [first] = sent;
  const start = first ? thread.indexOf(first) : thread.length;
  const isLeftOut = thread.slice(session.clearContextIndex ?? 0, start).some(isSendable);
  return isLeftOut ? start : undefined;
}

/** Whether a message may be sent: neither failed nor hidden nor empty. */
export function isSendable(message: Message): boolean {
  if (message.isError || message.isAside) return false;
  if (typeof message.content === "string") return message.content !== "";
  return textOf(message) !== "" || message.content.length > 0;
}
