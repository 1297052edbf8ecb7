import type Anthropic from "@anthropic-ai/sdk";
import type { FinishReason } from "@google/genai";
import type OpenAI from "openai";
import type { ChatEvent, Finish } from "@/lib/chat/event";
import { emptyReply, foldReply, outcomeOf } from "@/lib/chat/reply";
import { parseAnthropicEvent } from "@/lib/providers/codecs/anthropic/anthropic-reply";
import { parseGoogleEvent } from "@/lib/providers/codecs/google/google-reply";
import { openAICompatible } from "@/lib/providers/codecs/openai/openai-compatible";

/** The finish of each reason that Google's client knows. A new one in a later version does not compile. */
const ofGoogle = {
  FINISH_REASON_UNSPECIFIED: "other",
  STOP: "stop",
  MAX_TOKENS: "length",
  CONTINUATION: "length",
  SAFETY: "content-filter",
  RECITATION: "content-filter",
  BLOCKLIST: "content-filter",
  PROHIBITED_CONTENT: "content-filter",
  SPII: "content-filter",
  IMAGE_SAFETY: "content-filter",
  IMAGE_PROHIBITED_CONTENT: "content-filter",
  IMAGE_RECITATION: "content-filter",
  LANGUAGE: "other",
  OTHER: "other",
  NO_IMAGE: "other",
  IMAGE_OTHER: "other",
  MALFORMED_FUNCTION_CALL: "error",
  UNEXPECTED_TOOL_CALL: "error",
  TOO_MANY_TOOL_CALLS: "error",
} as const satisfies Record<keyof typeof FinishReason, Finish>;

const ofAnthropic = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tool-calls",
  pause_turn: "paused",
  refusal: "content-filter",
} as const satisfies Record<Anthropic.StopReason, Finish>;

const ofOpenAI = {
  stop: "stop",
  length: "length",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  content_filter: "content-filter",
} as const satisfies Record<OpenAI.Chat.ChatCompletion.Choice["finish_reason"], Finish>;

const { parseEvent } = openAICompatible({ path: "v1/chat/completions" });

type Parse = (reason: string) => ChatEvent[];

/** The vendors with their reasons, and a function that parses the end of a reply. */
const vendors: readonly (readonly [string, Readonly<Record<string, Finish>>, Parse])[] = [
  [
    "Google",
    ofGoogle,
    (reason) => parseGoogleEvent({ data: JSON.stringify({ candidates: [{ finishReason: reason }] }) }),
  ],
  [
    "Anthropic",
    ofAnthropic,
    (reason) =>
      parseAnthropicEvent({ data: JSON.stringify({ type: "message_delta", delta: { stop_reason: reason } }) }),
  ],
  [
    "OpenAI",
    ofOpenAI,
    (reason) => parseEvent({ data: JSON.stringify({ choices: [{ delta: {}, finish_reason: reason }] }) }),
  ],
];

const reasons = vendors.flatMap(([vendor, finishes, parse]) =>
  Object.entries(finishes).map(([reason, finish]) => [vendor, reason, finish, parse] as const),
);

test.each(reasons)("a reply of %s with the reason %s ends as %s", (_vendor, reason, finish, parse) => {
  const reply = parse(reason).reduce(foldReply, emptyReply);
  expect(outcomeOf(reply).finish).toBe(finish);
});
