import type { ChatEvent } from "@/lib/chat/event";
import type { Usage } from "@/lib/chat/message";
import { emptyReply, foldReply } from "@/lib/chat/reply";
import type { ChatRequest } from "@/lib/chat/request";
import { estimateMessageTokens, estimateTokens } from "@/lib/chat/token-estimate";

/** A call that reached a provider and has ended, as far as its price depends on it. */
export interface EndedCall {
  /** The provider's token counts; undefined if it reported none. */
  readonly usage: Usage | undefined;
  /** Estimated tokens of what was sent and received. */
  readonly estimate: { readonly input: number; readonly output: number };
  /** Whether the provider has finished the reply. */
  readonly isComplete: boolean;
  /** Whether the provider answered with an error only, for which it charges nothing. */
  readonly isRefused: boolean;
}

/** Estimated tokens of an image in a reply. */
const imageTokens = 1000;

/** Counts the tokens of one call. */
export interface CallMeter {
  /** Counts an event of the reply. */
  add(event: ChatEvent): void;
  /** Returns the call, with its events so far. */
  end(): EndedCall;
}

/** Creates the meter of a call with its request. */
export function createCallMeter(request: ChatRequest): CallMeter {
  let counted = emptyReply;
  let output = 0;
  let isComplete = false;
  let hasFailed = false;
  return {
    add(event) {
      if (event.type === "usage") counted = foldReply(counted, event);
      isComplete ||= event.type === "finish" || event.type === "end";
      hasFailed ||= event.type === "error";
      output += outputTokens(event);
    },
    end: () => ({
      usage: counted.usage ?? undefined,
      estimate: { input: Math.ceil(requestTokens(request)), output: Math.ceil(output) },
      isComplete: isComplete && !hasFailed,
      isRefused: hasFailed && counted.usage === null && output === 0,
    }),
  };
}

function outputTokens(event: ChatEvent): number {
  switch (event.type) {
    case "text-delta":
    case "reasoning-delta":
    case "refusal-delta":
      return estimateTokens(event.text);
    case "tool-call-start":
      return estimateTokens(event.name);
    case "tool-call-delta":
      return estimateTokens(event.argumentsText);
    case "image":
      return imageTokens;
    default:
      return 0;
  }
}

function requestTokens({ messages, tools = [] }: ChatRequest): number {
  const sent = messages.reduce((sum, message) => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    const texts = calls.map(({ name, argumentsText }) => name + argumentsText);
    return sum + estimateMessageTokens(message) + estimateTokens(texts.join(""));
  }, 0);
  const described = tools.map(({ name, description, parameters }) => name + description + JSON.stringify(parameters));
  return sent + estimateTokens(described.join(""));
}
