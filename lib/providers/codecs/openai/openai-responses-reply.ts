import type { ChatEvent, Finish } from "@/lib/chat/event";
import type { ReplyError, Usage } from "@/lib/chat/message";
import { readSource } from "@/lib/chat/sources";
import { isRecord, type JsonRecord, listOf, parseJson, printJson, recordOf, stringOf } from "@/lib/json";
import { mediaCounts } from "@/lib/providers/codecs/openai/media-counts";
import { errorOfPayload, errorOfText } from "@/lib/providers/codecs/reply-error";
import { readWholeReply } from "@/lib/providers/codecs/whole-reply";
import type { ServerEvent, WholeResponse } from "@/lib/providers/provider";

const finishByReason: Readonly<Record<string, Finish>> = {
  max_output_tokens: "length",
  content_filter: "content-filter",
};

/** Parses one event of a Responses API stream. Unknown or malformed events return no events. Never throws. */
export function parseResponsesEvent({ event, data }: ServerEvent): ChatEvent[] {
  if (event === "error") return failure(errorOfText(data));
  const payload = parseJson(data);
  if (!isRecord(payload)) return [];
  switch (payload.type) {
    case "response.output_text.delta":
      return textEvents("text-delta", payload.delta);
    case "response.output_text.annotation.added":
      return sourceEvents([payload.annotation]);
    case "response.refusal.delta":
      return textEvents("refusal-delta", payload.delta);
    case "response.reasoning_summary_part.added":
      return isFirstPart(payload) ? [] : [{ type: "reasoning-delta", text: "\n\n" }];
    case "response.reasoning_summary_text.delta":
    case "response.reasoning_text.delta":
      return textEvents("reasoning-delta", payload.delta);
    case "response.output_item.added":
      return itemStartEvents(recordOf(payload.item), indexOf(payload));
    // Ignore `….done`: it repeats the complete text of the deltas.
    case "response.function_call_arguments.delta":
      return argumentsEvents(payload.delta, indexOf(payload));
    // The encrypted content of an item is complete only when the item is done.
    case "response.output_item.done":
      return itemEndEvents(recordOf(payload.item));
    case "response.completed":
    case "response.incomplete":
    case "response.failed":
      return endEvents(recordOf(payload.response), payload.type.slice("response.".length));
    case "error":
      return failure(errorOfText(data));
    default:
      return [];
  }
}

/** Parses a whole reply of the Responses API, or an error of any status. Never throws. */
export function parseResponsesResponse(response: WholeResponse): ChatEvent[] {
  return readWholeReply(response, (payload) => {
    if (!isRecord(payload)) return undefined;
    if (Array.isArray(payload.output)) {
      return [
        ...payload.output.flatMap((item, index) => itemEvents(recordOf(item), index)),
        ...endEvents(payload, stringOf(payload.status)),
      ];
    }
    const error = errorOfPayload(payload, response.body);
    return error && [{ type: "error", error }];
  });
}

/** Returns the events that a stream would have sent for an item. */
function itemEvents(item: JsonRecord, index: number): ChatEvent[] {
  switch (item.type) {
    case "message":
      return [
        { type: "text-start" },
        ...listOf(item.content).map(recordOf).flatMap(contentEvents),
        ...itemEndEvents(item),
      ];
    case "reasoning":
      return [...textEvents("reasoning-delta", reasoningOf(item)), ...itemEndEvents(item)];
    case "function_call":
      return [...itemStartEvents(item, index), ...argumentsEvents(item.arguments, index)];
    default:
      return [];
  }
}

function contentEvents({ type, text, refusal, annotations }: JsonRecord): ChatEvent[] {
  if (type === "refusal") return textEvents("refusal-delta", refusal);
  return [...textEvents("text-delta", text), ...sourceEvents(listOf(annotations))];
}

/** Parses citations of web pages. https://platform.openai.com/docs/guides/tools-web-search#output-and-citations */
function sourceEvents(annotations: readonly unknown[]): ChatEvent[] {
  const sources = annotations
    .map(recordOf)
    .flatMap(({ type, url, title }) => (type === "url_citation" ? readSource(url, title) : []));
  return sources.length > 0 ? [{ type: "sources", sources }] : [];
}

function reasoningOf({ summary, content }: JsonRecord): string {
  const texts = [...listOf(summary), ...listOf(content)].map((part) => stringOf(recordOf(part).text));
  return texts.filter((text) => text !== "").join("\n\n");
}

function textEvents(type: "text-delta" | "reasoning-delta" | "refusal-delta", value: unknown): ChatEvent[] {
  const text = stringOf(value);
  return text ? [{ type, text }] : [];
}

/** Whether this is the first part of the first summary; later parts are separated by a blank line. */
function isFirstPart(payload: JsonRecord): boolean {
  return !payload.summary_index && !payload.output_index;
}

/** Parses the start of a message or a tool call. Tool results refer to the call's `call_id`, not to the item's id. */
function itemStartEvents({ type, call_id, name }: JsonRecord, index: number): ChatEvent[] {
  if (type === "message") return [{ type: "text-start" }];
  if (type !== "function_call" || !stringOf(name)) return [];
  const id = stringOf(call_id);
  return [{ type: "tool-call-start", index, ...(id && { id }), name: stringOf(name) }];
}

function argumentsEvents(value: unknown, index: number): ChatEvent[] {
  const argumentsText = stringOf(value);
  return argumentsText ? [{ type: "tool-call-delta", index, argumentsText }] : [];
}

/** Parses the end of a message or of reasoning: the data to send back with it. */
function itemEndEvents({ type, id, encrypted_content, phase }: JsonRecord): ChatEvent[] {
  if (type === "message" && stringOf(phase)) return [{ type: "text-phase", phase: stringOf(phase) }];
  const encryptedContent = stringOf(encrypted_content);
  if (type !== "reasoning" || encryptedContent === "") return [];
  return [{ type: "replay-start", item: { kind: "openai.reasoning", id: stringOf(id), encryptedContent } }];
}

function indexOf({ output_index }: JsonRecord): number {
  return typeof output_index === "number" ? output_index : 0;
}

/** Parses the end of a reply: status, token counts, and the error or the end event. */
function endEvents(response: JsonRecord, status: string): ChatEvent[] {
  const usage = usageEvents(recordOf(response.usage));
  if (status === "failed") {
    const unnamed: ReplyError = { kind: "server", code: null, message: "" };
    return [...usage, ...failure(errorOfPayload(response, printJson(response) ?? "") ?? unnamed)];
  }
  return [...finishEvents(response, status), ...usage, { type: "end" }];
}

function finishEvents({ incomplete_details }: JsonRecord, status: string): ChatEvent[] {
  if (status === "") return [];
  if (status !== "incomplete")
    return [{ type: "finish", finish: status === "completed" ? "stop" : "other", raw: status }];
  const reason = stringOf(recordOf(incomplete_details).reason);
  const finish = Object.hasOwn(finishByReason, reason) ? finishByReason[reason] : undefined;
  return [{ type: "finish", finish: finish ?? "other", raw: `incomplete:${reason}` }];
}

/** Returns the events of an error, which ends the reply: we do not wait for the final status that follows it. */
function failure(error: ReplyError): ChatEvent[] {
  return [
    { type: "finish", finish: "error", raw: "failed" },
    { type: "error", error },
  ];
}

function usageEvents(usage: JsonRecord): ChatEvent[] {
  const counts: [keyof Usage, unknown][] = [
    ["inputTokens", usage.input_tokens],
    ["outputTokens", usage.output_tokens],
    ["reasoningTokens", recordOf(usage.output_tokens_details).reasoning_tokens],
    ["cachedInputTokens", recordOf(usage.input_tokens_details).cached_tokens],
    ...mediaCounts(usage.input_tokens_details, usage.output_tokens_details),
    ["totalTokens", usage.total_tokens],
  ];
  const known = counts.filter(([, count]) => typeof count === "number");
  return known.length > 0 ? [{ type: "usage", usage: Object.fromEntries(known) }] : [];
}
