import type { ChatEvent, Finish } from "@/lib/chat/event";
import type { ReplyError, Usage } from "@/lib/chat/message";
import { readSource } from "@/lib/chat/sources";
import { isRecord, type JsonRecord, listOf, parseJson, printJson, recordOf, stringOf } from "@/lib/json";
import { serverToolKind } from "@/lib/providers/codecs/anthropic/server-tools";
import { type ErrorKinds, errorOfResponse, errorOfText } from "@/lib/providers/codecs/reply-error";
import { readWholeReply } from "@/lib/providers/codecs/whole-reply";
import type { ServerEvent, WholeResponse } from "@/lib/providers/provider";

const finishByWord: Readonly<Record<string, Finish>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tool-calls",
  pause_turn: "paused",
  refusal: "content-filter",
};

const errorKinds: ErrorKinds = { requesttoolarge: "too-large" };

/** Parses one event of a Messages API stream. Unknown or malformed events return no events. Never throws. */
export function parseAnthropicEvent({ event, data }: ServerEvent): ChatEvent[] {
  const payload = parseJson(data);
  if (event === "error") return [errorEvent(payload, data)];
  if (!isRecord(payload)) return [];
  const index = typeof payload.index === "number" ? payload.index : 0;
  switch (payload.type) {
    case "message_start":
      return usageEvents(recordOf(payload.message).usage);
    case "content_block_start":
      return blockEvents(recordOf(payload.content_block), index);
    case "content_block_delta":
      return deltaEvents(recordOf(payload.delta), index);
    case "message_delta":
      return [...finishEvents(recordOf(payload.delta)), ...usageEvents(payload.usage)];
    case "message_stop":
      return [{ type: "end" }];
    case "error":
      return [errorEvent(payload, data)];
    default:
      return [];
  }
}

/** Parses a whole reply of the Messages API, or an error of any status. Never throws. */
export function parseAnthropicResponse(response: WholeResponse): ChatEvent[] {
  const read = (payload: unknown): ChatEvent[] | undefined => {
    if (!isRecord(payload)) return undefined;
    if (payload.type === "error") return [errorEvent(payload, response.body)];
    if (!Array.isArray(payload.content)) return undefined;
    return [
      ...payload.content.flatMap((block, index) => blockEvents(recordOf(block), index)),
      ...finishEvents(payload),
      ...usageEvents(payload.usage),
      { type: "end" },
    ];
  };
  return readWholeReply(response, read, (answer) => coded(errorOfResponse(answer, errorKinds), parseJson(answer.body)));
}

/** Parses a content block, which is complete or starts empty and is filled by deltas. */
function blockEvents(block: JsonRecord, index: number): ChatEvent[] {
  switch (block.type) {
    case "text":
      return [...textEvents("text-delta", block.text), ...sourceEvents(listOf(block.citations))];
    case "thinking": {
      const item = {
        kind: "anthropic.thinking",
        thinking: stringOf(block.thinking),
        signature: stringOf(block.signature),
      };
      return [...textEvents("reasoning-delta", block.thinking), { type: "replay-start", index, item }];
    }
    case "redacted_thinking":
      return [
        { type: "replay-start", index, item: { kind: "anthropic.redacted_thinking", data: stringOf(block.data) } },
      ];
    case "tool_use":
      return callEvents(block, index);
    default:
      return serverBlockEvents(block, index);
  }
}

/**
 * Parses a web search that Anthropic runs itself, or its result. Both are required back if the reply goes on. A call starts
 * without its input, which arrives as deltas.
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool
 */
function serverBlockEvents({ input, ...block }: JsonRecord, index: number): ChatEvent[] {
  const json = printJson(block) ?? "";
  if (block.type === "server_tool_use" && block.name === "web_search") {
    const known = Object.keys(recordOf(input)).length > 0 ? (printJson(input) ?? "") : "";
    return [{ type: "replay-start", index, item: { kind: serverToolKind, json, input: known } }];
  }
  return block.type === "web_search_tool_result"
    ? [{ type: "replay-start", index, item: { kind: serverToolKind, json } }]
    : [];
}

/** Parses citations of web pages; those of documents have no URL. */
function sourceEvents(citations: readonly unknown[]): ChatEvent[] {
  const sources = citations.map(recordOf).flatMap(({ url, title, cited_text }) => readSource(url, title, cited_text));
  return sources.length > 0 ? [{ type: "sources", sources }] : [];
}

function callEvents({ id, name, input }: JsonRecord, index: number): ChatEvent[] {
  const key = { index, ...(stringOf(id) ? { id: stringOf(id) } : {}) };
  const argumentsText = Object.keys(recordOf(input)).length > 0 ? (printJson(input) ?? "") : "";
  return [
    { type: "tool-call-start", ...key, name: stringOf(name) },
    ...(argumentsText ? [{ type: "tool-call-delta" as const, ...key, argumentsText }] : []),
  ];
}

function deltaEvents(delta: JsonRecord, index: number): ChatEvent[] {
  switch (delta.type) {
    case "text_delta":
      return textEvents("text-delta", delta.text);
    case "thinking_delta":
      return [...textEvents("reasoning-delta", delta.thinking), ...replayEvents("thinking", delta.thinking, index)];
    case "signature_delta":
      return replayEvents("signature", delta.signature, index);
    case "citations_delta":
      return sourceEvents([delta.citation]);
    case "input_json_delta": {
      const argumentsText = stringOf(delta.partial_json);
      return argumentsText ? [{ type: "tool-call-delta", index, argumentsText }] : [];
    }
    default:
      return [];
  }
}

function textEvents(type: "text-delta" | "reasoning-delta" | "refusal-delta", value: unknown): ChatEvent[] {
  const text = stringOf(value);
  return text ? [{ type, text }] : [];
}

function replayEvents(field: string, value: unknown, index: number): ChatEvent[] {
  const text = stringOf(value);
  return text ? [{ type: "replay-delta", index, field, text }] : [];
}

/** Parses the stop reason. A refusal may include an explanation. */
function finishEvents({ stop_reason, stop_details }: JsonRecord): ChatEvent[] {
  const raw = stringOf(stop_reason);
  if (raw === "") return [];
  const finish = Object.hasOwn(finishByWord, raw) ? finishByWord[raw] : undefined;
  const explanation = raw === "refusal" ? recordOf(stop_details).explanation : undefined;
  return [...textEvents("refusal-delta", explanation), { type: "finish", finish: finish ?? "other", raw }];
}

/** Parses token counts. The API reports the input in three parts, and later events may omit any of them. */
function usageEvents(value: unknown): ChatEvent[] {
  const usage = recordOf(value);
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = usage;
  const input = [input_tokens, cache_creation_input_tokens, cache_read_input_tokens].filter(isNumber);
  const counts: [keyof Usage, unknown][] = [
    ["inputTokens", isNumber(input_tokens) ? input.reduce((sum, count) => sum + count, 0) : undefined],
    ["outputTokens", usage.output_tokens],
    ["reasoningTokens", recordOf(usage.output_tokens_details).thinking_tokens],
    ["cachedInputTokens", cache_read_input_tokens],
    ["cacheWriteTokens", cache_creation_input_tokens || undefined],
  ];
  const known = counts.filter(([, count]) => isNumber(count));
  return known.length > 0 ? [{ type: "usage", usage: Object.fromEntries(known), partial: true }] : [];
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function errorEvent(payload: unknown, text: string): ChatEvent {
  return { type: "error", error: coded(errorOfText(text, errorKinds), payload) };
}

/** Adds the error's type as its code: Anthropic's errors have a type but no code. */
function coded(error: ReplyError, payload: unknown): ReplyError {
  const type = stringOf(recordOf(recordOf(payload).error).type);
  return type ? { ...error, code: type } : error;
}
