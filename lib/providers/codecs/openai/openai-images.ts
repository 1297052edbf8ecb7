import type { ChatEvent } from "@/lib/chat/event";
import { textOf, type Usage } from "@/lib/chat/message";
import type { ChatRequest } from "@/lib/chat/request";
import { postJson } from "@/lib/providers/codecs/json-call";
import {
  type ErrorWords,
  errorOfPayload,
  errorOfResponse,
  errorOfText,
  isSuccess,
} from "@/lib/providers/codecs/reply-error";
import { isRecord, type JsonRecord, listOf, parseJson, recordOf, stringOf } from "@/lib/providers/json";
import type { ChatCodec, ServerEvent, WholeResponse } from "@/lib/providers/provider";

/** What differs between servers that draw in OpenAI's way. */
interface ImageDialect {
  /** The path of the call below the base address, without a leading slash. */
  readonly path: string;
  /** What is asked for. */
  readonly bodyOf?: (request: ChatRequest) => Record<string, unknown>;
  /** What the server's own error codes mean. */
  readonly errorWords?: ErrorWords;
}

/** Makes the codec of models that answer the last message with an image. */
export function openAIImages({ path, bodyOf = imageBody, errorWords }: ImageDialect): ChatCodec {
  return {
    isWhole: true,
    buildRequest: (request, connection) => postJson(connection, path, bodyOf(request)),
    parseEvent: (event) => parseImageEvent(event, errorWords),
    parseResponse: (response) => parseImageResponse(response, errorWords),
  };
}

/** Returns the words that an image or a film is made from: the text of the last message. */
export function promptOf({ messages }: Pick<ChatRequest, "messages">): string {
  const last = messages.at(-1);
  return last ? textOf(last) : "";
}

/**
 * Returns what OpenAI's models are asked for an image.
 *
 * Those of the family gpt-image refuse a style and a format of the answer, and have words of their own for the
 * quality. https://platform.openai.com/docs/api-reference/images/create
 */
export function imageBody(request: ChatRequest): Record<string, unknown> {
  const { size = "1024x1024", quality = "standard", style = "vivid" } = request.image ?? {};
  const common = { model: request.model, prompt: promptOf(request), n: 1, size };
  if (/^dall-e/i.test(request.model)) return { ...common, response_format: "b64_json", quality, style };
  return { ...common, quality: qualityWords.get(quality) ?? quality };
}

const qualityWords: ReadonlyMap<string, string> = new Map([
  ["standard", "auto"],
  ["hd", "high"],
]);

/** Reads one event of an image that comes in stages, of which only the last one counts. Never throws. */
function parseImageEvent({ event, data }: ServerEvent, words?: ErrorWords): ChatEvent[] {
  if (data.trim() === "[DONE]") return [{ type: "end" }];
  if (event === "error") return [{ type: "error", error: errorOfText(data, words) }];
  const payload = parseJson(data);
  if (!isRecord(payload)) return [];
  const error = errorOfPayload(payload, data, words);
  if (error) return [{ type: "error", error }];
  if (payload.type !== "image_generation.completed") return [];
  return [...imageEvents([payload], payload), ...usageEvents(payload), { type: "end" }];
}

/** Reads a whole answer, or an error of any status. Never throws. */
function parseImageResponse(response: WholeResponse, words?: ErrorWords): ChatEvent[] {
  if (!isSuccess(response)) return [{ type: "error", error: errorOfResponse(response, words) }];
  const payload = recordOf(parseJson(response.body));
  const error = errorOfPayload(payload, response.body, words);
  if (error) return [{ type: "error", error }];
  const images = imageEvents(listOf(payload.data), payload);
  if (images.length === 0) return [{ type: "error", error: { ...errorOfResponse(response, words), kind: "protocol" } }];
  return [...images, ...usageEvents(payload), { type: "end" }];
}

/** The type of an image is known only where the answer names its format; dall-e draws PNG. */
function imageEvents(images: readonly unknown[], { output_format }: JsonRecord): ChatEvent[] {
  const mime = /^(jpeg|webp)$/.test(stringOf(output_format)) ? `image/${output_format}` : "image/png";
  return images.flatMap((image): ChatEvent[] => {
    const { b64_json, url } = recordOf(image);
    if (stringOf(b64_json)) return [{ type: "image", mime, base64: stringOf(b64_json) }];
    return stringOf(url) ? [{ type: "image", url: stringOf(url) }] : [];
  });
}

function usageEvents({ usage }: JsonRecord): ChatEvent[] {
  const { input_tokens, output_tokens, total_tokens } = recordOf(usage);
  const counts: [keyof Usage, unknown][] = [
    ["inputTokens", input_tokens],
    ["outputTokens", output_tokens],
    ["totalTokens", total_tokens],
  ];
  const known = counts.filter(([, count]) => typeof count === "number");
  return known.length > 0 ? [{ type: "usage", usage: Object.fromEntries(known) }] : [];
}
