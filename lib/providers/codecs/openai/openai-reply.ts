import type { ChatEvent, Finish } from "@/lib/chat/event";
import type { Usage } from "@/lib/chat/message";
import { isRecord, type JsonRecord, listOf, parseJson, printJson, recordOf, stringOf } from "@/lib/json";
import { mediaCounts } from "@/lib/providers/codecs/openai/media-counts";
import { sourceEvents } from "@/lib/providers/codecs/openai/openai-sources";
import { reasoningDetailKind } from "@/lib/providers/codecs/openai/reasoning-details";
import { type ErrorKinds, errorOfPayload, errorOfText } from "@/lib/providers/codecs/reply-error";
import { parseWholeReply } from "@/lib/providers/codecs/whole-reply";
import type { ServerEvent, WholeResponse } from "@/lib/providers/provider";

/** Finish reasons of OpenAI and of servers that speak its dialect. */
const finishByWord: Readonly<Record<string, Finish>> = {
  stop: "stop",
  eos: "stop",
  normal: "stop",
  length: "length",
  model_length: "length",
  model_context_window_exceeded: "length",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  content_filter: "content-filter",
  sensitive: "content-filter",
  error: "error",
  network_error: "error",
  insufficient_system_resource: "error",
};

/** Parses one event of a stream in the OpenAI dialect. Unknown or malformed events return no events. Never throws. */
export function parseOpenAIEvent({ event, data }: ServerEvent, kinds?: ErrorKinds): ChatEvent[] {
  if (data.trim() === "[DONE]") return [{ type: "end" }];
  if (event === "error") return [{ type: "error", error: errorOfText(data, kinds) }];
  const payload = parseJson(data);
  if (!isRecord(payload)) return [];
  const error = errorOfPayload(payload, data, kinds) ?? errorOfPayload(firstChoice(payload), data, kinds);
  return [...readPayload(payload, "delta"), ...(error ? [{ type: "error" as const, error }] : [])];
}

/** Parses a whole reply in the OpenAI dialect, or an error of any status. Never throws. */
export function parseOpenAIResponse(response: WholeResponse, kinds?: ErrorKinds): ChatEvent[] {
  return parseWholeReply(response, {
    kinds,
    read(payload) {
      if (!Array.isArray(payload.choices)) return undefined;
      // OpenRouter sends such an error if a model stops in the middle of its reply.
      const broken = errorOfPayload(firstChoice(payload), response.body, kinds);
      return [...readPayload(payload, "message"), ...(broken ? [{ type: "error" as const, error: broken }] : [])];
    },
  });
}

/**
 * Parses a chunk or a whole reply that is already JSON; also used by codecs that convert their payloads to this form.
 */
export function readPayload(payload: JsonRecord, form: "delta" | "message"): ChatEvent[] {
  const choice = firstChoice(payload);
  const message = recordOf(choice[form]);
  return [
    ...messageEvents(message, form),
    ...sourceEvents(payload, message),
    ...finishEvents(choice),
    ...usageEvents(payload, choice),
  ];
}

/** Returns the first choice; we never request more than one. */
function firstChoice(payload: JsonRecord): JsonRecord {
  return recordOf(listOf(payload.choices).find((choice) => (recordOf(choice).index ?? 0) === 0));
}

function messageEvents(message: JsonRecord, form: "delta" | "message"): ChatEvent[] {
  const events: ChatEvent[] = [];
  const reasoning = reasoningOf(message);
  if (reasoning) events.push({ type: "reasoning-delta", text: reasoning });
  events.push(...detailEvents(message.reasoning_details), ...contentEvents(message.content));
  const refusal = stringOf(message.refusal);
  if (refusal) events.push({ type: "refusal-delta", text: refusal });
  events.push(...imageEvents(message.images), ...toolCallEvents(message.tool_calls, form));
  return events;
}

/** Returns the reasoning text. Some servers send it in two fields at once; only the first non-empty field counts. */
function reasoningOf({ reasoning_content, reasoning, reasoning_details }: JsonRecord): string {
  return (
    stringOf(reasoning_content) ||
    stringOf(reasoning) ||
    listOf(reasoning_details)
      .map(recordOf)
      .map(({ text, summary }) => stringOf(text) || stringOf(summary))
      .join("")
  );
}

/**
 * Parses the details of reasoning, which OpenRouter requires back in a tool loop: without them, Gemini fails and Claude
 * loses its signed thinking. https://openrouter.ai/docs/guides/best-practices/reasoning-tokens
 */
function detailEvents(details: unknown): ChatEvent[] {
  return listOf(details)
    .filter(isRecord)
    .flatMap((detail): ChatEvent[] => {
      const json = printJson(detail);
      return json ? [{ type: "replay-start", item: { kind: reasoningDetailKind, json } }] : [];
    });
}

/** Parses the content: a string, or a list of parts, some of which may be reasoning (Mistral). */
function contentEvents(content: unknown): ChatEvent[] {
  if (typeof content === "string") return content ? [{ type: "text-delta", text: content }] : [];
  return listOf(content).flatMap((part): ChatEvent[] => {
    const { type, text, thinking } = recordOf(part);
    const isReasoning = type === "thinking";
    const delta = isReasoning ? textOfParts(thinking) : stringOf(text);
    return delta ? [{ type: isReasoning ? "reasoning-delta" : "text-delta", text: delta }] : [];
  });
}

function textOfParts(parts: unknown): string {
  if (typeof parts === "string") return parts;
  return listOf(parts)
    .map((part) => stringOf(recordOf(part).text))
    .join("");
}

/** Parses the images that some models (OpenRouter) return beside the text. */
function imageEvents(images: unknown): ChatEvent[] {
  return listOf(images)
    .map((image) => stringOf(recordOf(recordOf(image).image_url).url))
    .filter(Boolean)
    .map((url) => ({ type: "image", url }));
}

/**
 * Parses tool calls. In a delta, a call without an index is identified by its id, or else by its position. In a whole
 * message, every entry is a separate call, whatever its id.
 */
function toolCallEvents(calls: unknown, form: "delta" | "message"): ChatEvent[] {
  const entries = isRecord(calls) ? [calls] : listOf(calls);
  return entries.flatMap((entry, position): ChatEvent[] => {
    const { index, id: rawId, function: called, extra_content } = recordOf(entry);
    // https://ai.google.dev/gemini-api/docs/thought-signatures#openai
    const signature = stringOf(recordOf(recordOf(extra_content).google).thought_signature);
    const { name, arguments: rawArguments } = recordOf(called);
    const id = typeof rawId === "number" ? String(rawId) : stringOf(rawId);
    const fallback = id && form === "delta" ? undefined : position;
    const key = pickDefined({ index: typeof index === "number" ? index : fallback, id: id || undefined });
    const argumentsText = isRecord(rawArguments) ? (printJson(rawArguments) ?? "") : stringOf(rawArguments);
    const events: ChatEvent[] = [];
    if (stringOf(name))
      events.push({ type: "tool-call-start", ...key, name: stringOf(name), ...(signature && { signature }) });
    if (argumentsText) events.push({ type: "tool-call-delta", ...key, argumentsText });
    return events;
  });
}

function finishEvents({ finish_reason }: JsonRecord): ChatEvent[] {
  const raw = stringOf(finish_reason);
  if (raw === "" || raw === "null") return [];
  const finish = Object.hasOwn(finishByWord, raw) ? finishByWord[raw] : undefined;
  return [{ type: "finish", finish: finish ?? "other", raw }];
}

/** Parses token counts, which are beside the choices, in the choice (Moonshot) or in a server-specific field (Groq). */
function usageEvents({ usage, x_groq }: JsonRecord, choice: JsonRecord): ChatEvent[] {
  // Only the last chunk has counts. Reading empty ones took a third of the time of each chunk.
  const given = [usage, choice.usage, recordOf(x_groq).usage].filter(isRecord);
  const found = given.map(readUsage).find(({ length }) => length > 0);
  return found ? [{ type: "usage", usage: Object.fromEntries(found) }] : [];
}

function readUsage(usage: JsonRecord): [keyof Usage, number][] {
  const reasoning = recordOf(usage.completion_tokens_details).reasoning_tokens;
  const counts: [keyof Usage, unknown][] = [
    ["inputTokens", usage.prompt_tokens],
    ["outputTokens", outputTokens(usage, reasoning)],
    ["reasoningTokens", reasoning],
    ["cachedInputTokens", cachedTokens(usage)],
    ...mediaCounts(usage.prompt_tokens_details, usage.completion_tokens_details),
    ["totalTokens", usage.total_tokens],
  ];
  return counts.filter((count): count is [keyof Usage, number] => typeof count[1] === "number");
}

/** Returns the cached input tokens, which Moonshot and earlier versions of DeepSeek report outside the details. */
function cachedTokens(usage: JsonRecord): unknown {
  return recordOf(usage.prompt_tokens_details).cached_tokens ?? usage.cached_tokens ?? usage.prompt_cache_hit_tokens;
}

/**
 * Returns the output tokens including reasoning. xAI does not count reasoning as output; the total shows whether to add
 * it.
 */
function outputTokens({ prompt_tokens, completion_tokens, total_tokens }: JsonRecord, reasoning: unknown): unknown {
  if (typeof prompt_tokens !== "number" || typeof completion_tokens !== "number" || typeof reasoning !== "number") {
    return completion_tokens;
  }
  const output = completion_tokens + reasoning;
  return total_tokens === prompt_tokens + output ? output : completion_tokens;
}

function pickDefined(key: { index: number | undefined; id: string | undefined }): { index?: number; id?: string } {
  return { ...(key.index === undefined ? {} : { index: key.index }), ...(key.id === undefined ? {} : { id: key.id }) };
}
