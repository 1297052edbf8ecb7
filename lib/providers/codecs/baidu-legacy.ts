import type { ChatEvent, Finish } from "@/lib/chat/event";
import { textOf } from "@/lib/chat/message";
import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import { type JsonRecord, parseJson, recordOf, stringOf } from "@/lib/json";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { readPayload } from "@/lib/providers/codecs/openai/openai-reply";
import { type ErrorKinds, type ErrorSignals, errorOfText, errorWith } from "@/lib/providers/codecs/reply-error";
import { parseWholeReply } from "@/lib/providers/codecs/whole-reply";
import type { ChatCodec, ServerEvent } from "@/lib/providers/provider";

/** Error kinds by code. https://cloud.baidu.com/doc/WENXINWORKSHOP/s/tlmyncueh */
const errorKinds: ErrorKinds = {
  2: "overloaded",
  3: "not-found",
  4: "quota",
  6: "permission",
  13: "auth",
  14: "auth",
  15: "auth",
  17: "quota",
  18: "rate-limit",
  19: "quota",
  100: "auth",
  110: "auth",
  111: "auth",
  336001: "bad-request",
  336002: "bad-request",
  336003: "bad-request",
  336004: "bad-request",
  336005: "bad-request",
  336006: "bad-request",
  336007: "context-length",
  336100: "overloaded",
  336103: "context-length",
  336501: "rate-limit",
  336502: "rate-limit",
  336503: "rate-limit",
  336504: "rate-limit",
};

/** Finish reasons. `normal` is in every event and does not end the reply, so it is not listed. */
const finishByWord: Readonly<Record<string, Finish>> = {
  stop: "stop",
  length: "length",
  content_filter: "content-filter",
};

/** Creates the codec of Baidu's first API for the model at a path. Text only: no images, no tools. */
export function baiduLegacy(path: string): ChatCodec {
  return {
    buildRequest: (request, connection) => ({
      method: "POST",
      url: joinAddress(connection.baseUrl, path),
      headers: { ...connection.headers, "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(bodyOf(request)),
    }),
    parseEvent: parseLegacyEvent,
    parseResponse: (response) =>
      parseWholeReply(response, {
        kinds: errorKinds,
        signals: errorIn(recordOf(parseJson(response.body))),
        read: (payload) => (typeof payload.result === "string" ? eventsOf(payload) : undefined),
      }),
  };
}

/** Returns the request body. `JSON.stringify` omits fields that are `undefined`. */
function bodyOf(request: ChatRequest): JsonRecord {
  const { temperature } = request;
  return {
    messages: alternating(request.messages),
    stream: request.stream,
    model: request.model,
    // The API accepts values above 0 and up to 1.
    temperature: temperature === undefined ? undefined : Math.min(1, Math.max(0.01, temperature)),
    presence_penalty: request.presencePenalty,
    frequency_penalty: request.frequencyPenalty,
    top_p: request.topP,
  };
}

/**
 * Orders messages as the API requires: an odd number of non-empty messages, first the user, then alternating roles.
 * System messages count as the user's; gaps are filled with a blank.
 */
function alternating(messages: readonly ModelMessage[]): JsonRecord[] {
  const turns: JsonRecord[] = [];
  const expected = () => (turns.length % 2 === 0 ? "user" : "assistant");
  for (const message of messages) {
    const role = message.role === "assistant" ? "assistant" : "user";
    if (role !== expected()) turns.push({ role: expected(), content: " " });
    const content = message.role === "tool" ? message.content : textOf(message);
    turns.push({ role, content: content || " " });
  }
  if (expected() === "user") turns.push({ role: "user", content: " " });
  return turns;
}

function parseLegacyEvent({ data }: ServerEvent): ChatEvent[] {
  const payload = recordOf(parseJson(data));
  const signals = errorIn(payload);
  if (signals) return [{ type: "error", error: errorWith(errorOfText(data), signals, errorKinds) }];
  return [...eventsOf(payload), ...(payload.is_end === true ? [{ type: "end" as const }] : [])];
}

function eventsOf(payload: JsonRecord): ChatEvent[] {
  const { result, usage } = payload;
  return [
    ...readPayload({ choices: [{ delta: { content: stringOf(result) } }], usage }, "delta"),
    ...finishOf(payload),
  ];
}

/** Parses the finish reason. `need_clear_history` means that Baidu's moderation rejected the conversation. */
function finishOf({ need_clear_history, is_truncated, finish_reason }: JsonRecord): ChatEvent[] {
  if (need_clear_history === true) return [{ type: "finish", finish: "content-filter", raw: "need_clear_history" }];
  if (is_truncated === true) return [{ type: "finish", finish: "length", raw: "is_truncated" }];
  const raw = stringOf(finish_reason);
  const finish = Object.hasOwn(finishByWord, raw) ? finishByWord[raw] : undefined;
  return finish ? [{ type: "finish", finish, raw }] : [];
}

/** Reads an error. Errors have status 200, even in response to a streaming request. */
function errorIn({ error_code, error_msg }: JsonRecord): ErrorSignals | undefined {
  if (typeof error_code !== "number" || error_code === 0) return undefined;
  return { code: String(error_code), message: stringOf(error_msg) };
}
