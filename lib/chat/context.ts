import { imageOptionsOf } from "@/lib/chat/image-options";
import type { Message } from "@/lib/chat/message";
import { controlsOf } from "@/lib/chat/model-controls";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { PromptWords } from "@/lib/chat/prompt-words";
import { historyRoom, isMemorySent, recentHistory } from "@/lib/chat/recent-history";
import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { systemPrompt } from "@/lib/chat/system-prompt";
import { estimateMessageTokens } from "@/lib/chat/token-estimate";
import { messagesToSend } from "@/lib/chat/tool-history";
import { withoutImages } from "@/lib/chat/unseen-images";

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
  /** The user's instructions for all chats; empty if there are none. */
  readonly instructions?: string;
  /** Displayed name of the provider, if it differs from the name in the settings. */
  readonly provider?: string;
  /** Date and time with time zone, as `Date` prints them. */
  readonly time: string;
  /** The model's knowledge cutoff, as a month. */
  readonly cutoff: string;
  /** The model's context size in tokens, if it is known. */
  readonly window?: number | undefined;
  /** True if the model accepts no images: notes take their place. */
  readonly isBlind?: boolean;
}

/**
 * Builds the request for a question: system prompt, memory of earlier messages, the mask's context, the recent history
 * that fits, and the question.
 */
export function requestOf({ session, history, question }: TurnInput, context: RequestContext): ChatRequest {
  const settings = session.mask.modelConfig;
  const free = historyRoom(session, context.window);
  const room = free === undefined ? undefined : free - estimateMessageTokens(question);
  const chosen = [...session.mask.context, ...recentHistory(session, history, settings, room), question];
  const conversation = context.isBlind ? chosen.map(withoutImages) : chosen;
  const controls = controlsOf(settings, context.window);
  return {
    model: settings.model,
    messages: [
      ...leadingMessages(session, settings, context),
      ...conversation.flatMap((message) => messagesToSend(message, settings)),
    ],
    stream: true,
    temperature: settings.temperature,
    topP: settings.top_p,
    presencePenalty: settings.presence_penalty,
    frequencyPenalty: settings.frequency_penalty,
    maxOutputTokens: settings.max_tokens,
    isContinued: true,
    ...(controls ? { controls } : {}),
    ...(session.mask.webSearch ? { search: true as const } : {}),
    image: imageOptionsOf(settings),
  };
}

function leadingMessages(
  session: ChatSession,
  settings: ModelSettings,
  { words, instructions = "", ...facts }: RequestContext,
): ModelMessage[] {
  const system = systemPrompt(settings, words, facts);
  const memory = isMemorySent(session, settings) ? words.memory({ memory: session.memoryPrompt }) : undefined;
  const own = instructions.trim() === "" ? undefined : instructions;
  return [system, own, memory].flatMap((content) => (content === undefined ? [] : { role: "system", content }));
}
