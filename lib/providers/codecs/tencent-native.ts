import type { ChatEvent } from "@/lib/chat/event";
import { imagesOf, textOf } from "@/lib/chat/message";
import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import type { ToolDefinition } from "@/lib/chat/tool";
import { isRecord, type JsonRecord, parseJson, recordOf, stringOf } from "@/lib/json";
import { dropBeforeFirstUser, mergeAssistant, mergeUser } from "@/lib/providers/codecs/fix-history";
import { readPayload } from "@/lib/providers/codecs/openai/openai-reply";
import { type ErrorKinds, type ErrorSignals, errorOfText, errorWith } from "@/lib/providers/codecs/reply-error";
import { toolSchema } from "@/lib/providers/codecs/tool-schema";
import { parseWholeReply } from "@/lib/providers/codecs/whole-reply";
import type { ChatCodec, ServerEvent, WholeResponse } from "@/lib/providers/provider";

/** Error kinds by Tencent's codes. A two-part code is looked up whole first, then by its first part. */
const errorKinds: ErrorKinds = {
  4001: "timeout",
  authfailure: "auth",
  failedoperationengineserverlimitexceeded: "rate-limit",
  failedoperationenginerequesttimeout: "timeout",
  failedoperationfreeresourcepackexhausted: "quota",
  failedoperationresourcepackexhausted: "quota",
  invalidparameter: "bad-request",
  invalidparametervalue: "bad-request",
  invalidparametervaluemodel: "not-found",
  limitexceeded: "rate-limit",
  requestlimitexceeded: "rate-limit",
  resourceinsufficientchargeresourceexhausted: "quota",
  unauthorizedoperation: "permission",
};

/** Tencent's native chat API: OpenAI's with capitalized keys, posted to the base URL itself. */
export const tencentNative: ChatCodec = {
  buildRequest: (request, connection) => ({
    method: "POST",
    url: connection.baseUrl,
    headers: { ...connection.headers, "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(bodyOf(request)),
  }),
  parseEvent: parseTencentEvent,
  parseResponse: parseTencentResponse,
};

/** Returns the request body. `JSON.stringify` omits fields that are `undefined`. */
function bodyOf({ model, messages, stream, temperature, topP, tools }: ChatRequest): JsonRecord {
  return {
    Model: model,
    Messages: inTurns(messages).map(messageOf),
    Stream: stream,
    Temperature: temperature,
    TopP: topP,
    ...(tools?.length ? { Tools: tools.map(toolOf) } : {}),
  };
}

/**
 * Orders messages as the API requires. A system message may only be the first; later ones become user messages. Then
 * user and assistant alternate, starting with the user, without empty messages.
 */
function inTurns(messages: readonly ModelMessage[]): ModelMessage[] {
  const converted = messages.map((message, position): ModelMessage => {
    return message.role === "system" && position > 0 ? { ...message, role: "user" } : message;
  });
  return mergeUser(mergeAssistant(dropBeforeFirstUser(converted)));
}

function messageOf(message: ModelMessage): JsonRecord {
  switch (message.role) {
    case "system":
      return { Role: "system", Content: textOf(message) };
    case "user":
      return imagesOf(message).length > 0
        ? { Role: "user", Contents: partsOf(message) }
        : { Role: "user", Content: textOf(message) };
    case "tool":
      return { Role: "tool", ToolCallId: message.callId, Content: message.content };
    case "assistant": {
      const calls = (message.toolCalls ?? []).map(({ id, name, argumentsText }) => ({
        Id: id,
        Type: "function",
        Function: { Name: name, Arguments: argumentsText || "{}" },
      }));
      return { Role: "assistant", Content: textOf(message), ...(calls.length > 0 ? { ToolCalls: calls } : {}) };
    }
  }
}

function partsOf({ content }: Extract<ModelMessage, { role: "system" | "user" }>): JsonRecord[] {
  if (typeof content === "string") return [{ Type: "text", Text: content }];
  return content.flatMap((part) => {
    if (part.type === "file") return [];
    return part.type === "text"
      ? { Type: "text", Text: part.text }
      : { Type: "image_url", ImageUrl: { Url: part.image_url.url } };
  });
}

/** Returns a tool; its parameter schema is sent as a string. */
function toolOf({ name, description, parameters }: ToolDefinition): JsonRecord {
  const Parameters = JSON.stringify(toolSchema(parameters));
  return { Type: "function", Function: { Name: name, Description: description, Parameters } };
}

function parseTencentEvent({ data }: ServerEvent): ChatEvent[] {
  if (data.trim() === "[DONE]") return [{ type: "end" }];
  const payload = parseAnswer(data);
  const signals = errorIn(payload);
  return [
    ...readPayload(payload, "delta"),
    ...(signals ? [{ type: "error" as const, error: errorWith(errorOfText(data), signals, errorKinds) }] : []),
  ];
}

function parseTencentResponse(response: WholeResponse): ChatEvent[] {
  const payload = parseAnswer(response.body);
  const reply = recordOf(payload.response);
  return parseWholeReply(response, {
    kinds: errorKinds,
    signals: errorIn(payload),
    read: () => (Array.isArray(reply.choices) ? readPayload(reply, "message") : undefined),
  });
}

/** Parses a response and converts its keys to OpenAI's: `FinishReason` becomes `finish_reason`. */
function parseAnswer(text: string): JsonRecord {
  return recordOf(parseJson(text, (_key, value) => (isRecord(value) ? renameKeys(value) : value)));
}

function renameKeys(record: JsonRecord): JsonRecord {
  const entries = Object.entries(record);
  return Object.fromEntries(entries.map(([key, value]) => [key.replace(/\B[A-Z]/g, "_$&").toLowerCase(), value]));
}

/** Reads an error, which is in `Response.Error`, whatever the status, or in `ErrorMsg` of a stream. */
function errorIn({ response, error_msg }: JsonRecord): ErrorSignals | undefined {
  const { error } = recordOf(response);
  if (!isRecord(error) && !isRecord(error_msg)) return undefined;
  const { code: rawCode, message, msg } = recordOf(error ?? error_msg);
  const code = typeof rawCode === "number" ? String(rawCode) : stringOf(rawCode);
  return { code: code || null, type: code.split(".")[0], message: stringOf(message) || stringOf(msg) };
}
