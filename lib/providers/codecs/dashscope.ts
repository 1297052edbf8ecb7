import type { ChatEvent } from "@/lib/chat/event";
import { imagesOf, textOf } from "@/lib/chat/message";
import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import { readSource } from "@/lib/chat/sources";
import { isRecord, type JsonRecord, listOf, parseJson, recordOf, stringOf } from "@/lib/json";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { toolOf } from "@/lib/providers/codecs/openai/openai-compatible";
import { messageOf } from "@/lib/providers/codecs/openai/openai-messages";
import { readPayload } from "@/lib/providers/codecs/openai/openai-reply";
import { type ErrorKinds, errorOfPayload, errorOfText } from "@/lib/providers/codecs/reply-error";
import { parseWholeReply } from "@/lib/providers/codecs/whole-reply";
import { acceptsImages, modelFact } from "@/lib/providers/model-families";
import type { ChatCodec, ServerEvent } from "@/lib/providers/provider";

const textPath = "v1/services/aigc/text-generation/generation";
const multimodalPath = "v1/services/aigc/multimodal-generation/generation";

/** Error kinds by Model Studio's codes. https://help.aliyun.com/zh/model-studio/error-code */
export const dashScopeErrorKinds: ErrorKinds = {
  accessdenied: "permission",
  modelaccessdenied: "permission",
  allocationquotafreetieronly: "quota",
  datainspectionfailed: "content-filter",
  invalidparameter: "bad-request",
  throttling: "rate-limit",
  throttlingratequota: "rate-limit",
  throttlingburstrate: "rate-limit",
  throttlingallocationquota: "quota",
};

/** The dialect of Alibaba's Model Studio: OpenAI's messages and replies in a different envelope. */
export const dashScope: ChatCodec = {
  buildRequest(request, connection) {
    const isMultimodal = needsMultimodal(request);
    return {
      method: "POST",
      url: joinAddress(connection.baseUrl, isMultimodal ? multimodalPath : textPath),
      headers: {
        ...connection.headers,
        "Content-Type": "application/json",
        Accept: "application/json",
        "X-DashScope-SSE": request.stream ? "enable" : "disable",
      },
      body: JSON.stringify(bodyOf(request, isMultimodal)),
    };
  },
  parseEvent: parseDashScopeEvent,
  parseResponse: (response) =>
    parseWholeReply(response, {
      kinds: dashScopeErrorKinds,
      read: (payload) => (isRecord(payload.output) ? eventsOf(payload, "message") : undefined),
    }),
};

/**
 * Whether a request needs the multimodal endpoint: that serves all models that accept images, also for plain questions,
 * and no others. Images of the user count for models that are not in the table of families.
 *
 * The wrong endpoint answers "url error, please check url". https://help.aliyun.com/en/model-studio/qwen-api-via-dashscope
 */
function needsMultimodal({ model, messages }: ChatRequest): boolean {
  const hasImages = messages.some((message) => message.role === "user" && imagesOf(message).length > 0);
  return modelFact(model, "sees") === undefined ? hasImages : acceptsImages(model);
}

/** Returns the request body. `JSON.stringify` omits fields that are `undefined`. */
function bodyOf({ model, messages, stream, temperature, topP, tools }: ChatRequest, isMultimodal: boolean): unknown {
  return {
    model,
    input: { messages: messages.map((message) => wrapMessage(message, isMultimodal)) },
    parameters: {
      result_format: "message",
      incremental_output: stream,
      temperature,
      top_p: topP === undefined ? undefined : insideUnit(topP),
      ...(tools?.length ? { tools: tools.map(toolOf) } : {}),
    },
  };
}

/** Clamps a value to the open interval from 0 to 1: the API rejects 0 and 1. */
function insideUnit(share: number): number {
  return Math.min(0.99, Math.max(0.01, share));
}

function wrapMessage(message: ModelMessage, isMultimodal: boolean): JsonRecord {
  if (message.role === "tool") return messageOf(message);
  return { ...messageOf(message), content: isMultimodal ? partsOf(message) : textOf(message) };
}

/** Returns the content parts of a message. Only the user's images are sent: the API rejects images of the assistant. */
function partsOf(message: Exclude<ModelMessage, { role: "tool" }>): JsonRecord[] {
  const { content, role } = message;
  if (typeof content === "string" || role === "assistant") return [{ text: textOf(message) }];
  return content.flatMap((part) => {
    if (part.type === "file") return [];
    return part.type === "text" ? { text: part.text } : { image: part.image_url.url };
  });
}

function parseDashScopeEvent({ event, data }: ServerEvent): ChatEvent[] {
  if (event === "error") return [{ type: "error", error: errorOfText(data, dashScopeErrorKinds) }];
  const payload = parseJson(data);
  if (!isRecord(payload)) return [];
  const error = errorOfPayload(payload, data, dashScopeErrorKinds);
  return error ? [{ type: "error", error }] : eventsOf(payload, "delta");
}

/** Converts a response to the OpenAI dialect. A model that ignores `result_format` returns plain text. */
function eventsOf({ output, usage }: JsonRecord, form: "delta" | "message"): ChatEvent[] {
  const { choices, text, finish_reason } = recordOf(output);
  const [choice] = listOf(choices ?? [{ message: { content: text }, finish_reason }]).map(recordOf);
  const message = recordOf(choice?.message);
  return [
    ...imageEvents(message.content),
    ...sourceEvents(recordOf(recordOf(output).search_info)),
    ...readPayload({ choices: [{ ...choice, [form]: message }], usage: usageOf(recordOf(usage)) }, form),
  ];
}

/** Parses the pages of a search. https://help.aliyun.com/zh/model-studio/web-search */
function sourceEvents({ search_results }: JsonRecord): ChatEvent[] {
  const sources = listOf(search_results)
    .map(recordOf)
    .flatMap(({ url, title }) => readSource(url, title));
  return sources.length > 0 ? [{ type: "sources", sources }] : [];
}

function imageEvents(content: unknown): ChatEvent[] {
  const urls = listOf(content).map((part) => stringOf(recordOf(part).image));
  return urls.filter((url) => url !== "").map((url) => ({ type: "image", url }));
}

function usageOf({ input_tokens, output_tokens, output_tokens_details, ...others }: JsonRecord): JsonRecord {
  return {
    ...others,
    prompt_tokens: input_tokens,
    completion_tokens: output_tokens,
    completion_tokens_details: output_tokens_details,
  };
}
