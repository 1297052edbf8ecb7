import type { ChatEvent, Finish } from "@/lib/chat/event";
import type { ReplyError, Usage } from "@/lib/chat/message";
import { errorOfPayload, errorOfText } from "@/lib/providers/codecs/reply-error";
import { readWholeReply } from "@/lib/providers/codecs/whole-reply";
import { isRecord, type JsonRecord, listOf, parseJson, printJson, recordOf, stringOf } from "@/lib/providers/json";
import type { ServerEvent, WholeResponse } from "@/lib/providers/provider";

const finishByReason: Readonly<Record<string, Finish>> = {
  max_output_tokens: "length",
  content_filter: "content-filter",
};

/** Reads one event of a stream of the Responses API; what is unknown or torn gives no events. Never throws. */
export function parseResponsesEvent({ event, data }: ServerEvent): ChatEvent[] {
  if (event === "error") return failure(errorOfText(data));
  const payload = parseJson(data);
  if (!isRecord(payload)) return [];
  switch (payload.type) {
    case "response.output_text.delta":
      return textEvents("text-delta", payload.delta);
    case "response.refusal.delta":
      return textEvents("refusal-delta", payload.delta);
    case "response.reasoning_summary_part.added":
      return isFirstPart(payload) ? [] : [{ type: "reasoning-delta", text: "\n\n" }];
    case "response.reasoning_summary_text.delta":
    case "response.reasoning_text.delta":
      return textEvents("reasoning-delta", payload.delta);
    case "response.output_item.added":
      return callStartEvents(recordOf(payload.item), indexOf(payload));
    // The text that follows as `….done` is the pieces once more.
    case "response.function_call_arguments.delta":
      return argumentsEvents(payload.delta, indexOf(payload));
    // An item's encrypted content is whole only when the item is done.
    case "response.output_item.done":
      return replayEvents(recordOf(payload.item));
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

/** Reads a whole reply of the Responses API, or an error of any status. Never throws. */
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

/** All that a stream would have told of an item. */
function itemEvents(item: JsonRecord, index: number): ChatEvent[] {
  switch (item.type) {
    case "message":
      return listOf(item.content).map(recordOf).flatMap(contentEvents);
    case "reasoning":
      return [...textEvents("reasoning-delta", reasoningOf(item)), ...replayEvents(item)];
    case "function_call":
      return [...callStartEvents(item, index), ...argumentsEvents(item.arguments, index)];
    default:
      return [];
  }
}

function contentEvents({ type, text, refusal }: JsonRecord): ChatEvent[] {
  return type === "refusal" ? textEvents("refusal-delta", refusal) : textEvents("text-delta", text);
}

function reasoningOf({ summary, content }: JsonRecord): string {
  const texts = [...listOf(summary), ...listOf(content)].map((part) => stringOf(recordOf(part).text));
  return texts.filter((text) => text !== "").join("\n\n");
}

function textEvents(type: "text-delta" | "reasoning-delta" | "refusal-delta", value: unknown): ChatEvent[] {
  const text = stringOf(value);
  return text ? [{ type, text }] : [];
}

/** Parts of a summary, and summaries of one reply, are passages with a blank line between. */
function isFirstPart(payload: JsonRecord): boolean {
  return !payload.summary_index && !payload.output_index;
}

/** The id that a result names is the call's, not the item's. */
function callStartEvents({ type, call_id, name }: JsonRecord, index: number): ChatEvent[] {
  if (type !== "function_call" || !stringOf(name)) return [];
  const id = stringOf(call_id);
  return [{ type: "tool-call-start", index, ...(id && { id }), name: stringOf(name) }];
}

function argumentsEvents(value: unknown, index: number): ChatEvent[] {
  const argumentsText = stringOf(value);
  return argumentsText ? [{ type: "tool-call-delta", index, argumentsText }] : [];
}

function replayEvents({ type, id, encrypted_content }: JsonRecord): ChatEvent[] {
  const encryptedContent = stringOf(encrypted_content);
  if (type !== "reasoning" || encryptedContent === "") return [];
  return [{ type: "replay-start", item: { kind: "openai.reasoning", id: stringOf(id), encryptedContent } }];
}

function indexOf({ output_index }: JsonRecord): number {
  return typeof output_index === "number" ? output_index : 0;
}

/** What a reply ends with: its status, its token counts, and its error or the end. */
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

/** An error ends the reply; the word for that, which would follow, is not waited for. */
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
    ["totalTokens", usage.total_tokens],
  ];
  const known = counts.filter(([, count]) => typeof count === "number");
  return known.length > 0 ? [{ type: "usage", usage: Object.fromEntries(known) }] : [];
}
