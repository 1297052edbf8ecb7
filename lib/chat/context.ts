import { type Message, textOf } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { estimateMessageTokens } from "@/lib/chat/token-estimate";

/**
 * Builds what is sent for a question: the mask's context, the recent history that fits, then the question (§3.3).
 *
 * `history` are the chat's messages before the question, in order.
 */
export function requestOf(given: {
  session: ChatSession;
  history: readonly Message[];
  question: Message;
}): ChatRequest {
  const settings = given.session.mask.modelConfig;
  const sent = [
    ...given.session.mask.context,
    ...recentHistory(given.session, given.history, settings),
    given.question,
  ];
  return {
    model: settings.model,
    messages: sent.map(toModelMessage),
    stream: true,
    temperature: settings.temperature,
    topP: settings.top_p,
    presencePenalty: settings.presence_penalty,
    frequencyPenalty: settings.frequency_penalty,
    maxOutputTokens: settings.max_tokens,
    image: { size: settings.size, quality: settings.quality, style: settings.style },
  };
}

/**
 * Answers the newest messages that are sent along: at most `historyMessageCount`, none from before the cleared context,
 * none that failed, walking backwards until their estimate reaches `max_tokens` (the one that crosses it is included).
 */
export function recentHistory(
  session: Pick<ChatSession, "clearContextIndex">,
  history: readonly Message[],
  settings: Pick<ModelSettings, "historyMessageCount" | "max_tokens">,
): Message[] {
  const start = Math.max(session.clearContextIndex ?? 0, history.length - settings.historyMessageCount);
  const chosen: Message[] = [];
  let tokens = 0;
  for (const message of history.slice(start).toReversed()) {
    if (message.isError || isEmpty(message)) continue;
    chosen.push(message);
    tokens += estimateMessageTokens(message);
    if (tokens >= settings.max_tokens) break;
  }
  return chosen.reverse();
}

/** Reasoning stays behind: it is a field of its own and is never sent back. */
function toModelMessage({ role, content }: Message): ModelMessage {
  return { role, content };
}

function isEmpty(message: Message): boolean {
  return typeof message.content === "string"
    ? message.content === ""
    : textOf(message) === "" && message.content.length === 0;
}
