import { isMemorySent } from "@/lib/chat/memory";
import { type Message, textOf } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { PromptWords } from "@/lib/chat/prompt-words";
import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { systemPrompt } from "@/lib/chat/system-prompt";
import { estimateMessageTokens } from "@/lib/chat/token-estimate";

/** A question and the context of its request. */
export interface TurnInput {
  readonly session: ChatSession;
  /** The chat's messages before the question, in order. */
  readonly history: readonly Message[];
  readonly question: Message;
}

/** Inputs of a request besides the chat: prompts, names and the time. */
export interface RequestContext {
  readonly words: Pick<PromptWords, "system" | "memory">;
  /** Displayed name of the provider, if it differs from the name in the settings. */
  readonly provider?: string;
  /** Date and time with time zone, as `Date` prints them. */
  readonly time: string;
  /** The model's knowledge cutoff, as a month. */
  readonly cutoff: string;
}

/**
 * Builds the request for a question: system prompt, memory of earlier messages, the mask's context, the recent history
 * that fits, and the question.
 */
export function requestOf({ session, history, question }: TurnInput, context: RequestContext): ChatRequest {
  const settings = session.mask.modelConfig;
  const conversation = [...session.mask.context, ...recentHistory(session, history, settings), question];
  return {
    model: settings.model,
    messages: [...leadingMessages(session, settings, context), ...conversation.map(toModelMessage)],
    stream: true,
    temperature: settings.temperature,
    topP: settings.top_p,
    presencePenalty: settings.presence_penalty,
    frequencyPenalty: settings.frequency_penalty,
    maxOutputTokens: settings.max_tokens,
    image: { size: settings.size, quality: settings.quality, style: settings.style },
  };
}

function leadingMessages(
  session: ChatSession,
  settings: ModelSettings,
  { words, ...facts }: RequestContext,
): ModelMessage[] {
  const system = systemPrompt(settings, words, facts);
  const memory = isMemorySent(session, settings) ? words.memory({ memory: session.memoryPrompt }) : undefined;
  return [system, memory].flatMap((content) => (content === undefined ? [] : { role: "system", content }));
}

/**
 * Returns the newest messages to send, at most `historyMessageCount`. If the memory is sent, all messages that it does
 * not cover are included, too.
 *
 * Messages before the cleared context and failed messages are excluded. Going backwards, messages are added until their
 * estimate reaches `max_tokens`; the message that crosses the limit is included.
 */
export function recentHistory(
  session: Pick<ChatSession, "clearContextIndex" | "lastSummarizeIndex" | "memoryPrompt">,
  history: readonly Message[],
  settings: Pick<ModelSettings, "historyMessageCount" | "max_tokens" | "sendMemory">,
): Message[] {
  const newest = Math.max(0, history.length - settings.historyMessageCount);
  const wanted = isMemorySent(session, settings) ? Math.min(session.lastSummarizeIndex, newest) : newest;
  const start = Math.max(session.clearContextIndex ?? 0, wanted);
  const chosen: Message[] = [];
  let tokens = 0;
  for (const message of history.slice(start).toReversed()) {
    if (message.isError || message.isAside || isEmpty(message)) continue;
    chosen.push(message);
    tokens += estimateMessageTokens(message);
    if (tokens >= settings.max_tokens) break;
  }
  return chosen.reverse();
}

/** Converts a message. Its reasoning, tool calls and tool results are never sent back. */
function toModelMessage({ role, content }: Message): ModelMessage {
  return { role, content };
}

function isEmpty(message: Message): boolean {
  return typeof message.content === "string"
    ? message.content === ""
    : textOf(message) === "" && message.content.length === 0;
}
