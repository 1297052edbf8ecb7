import type { ChatEvent } from "@/lib/chat/event";
import { isMask } from "@/lib/chat/image-mask";
import type { ImageOptions } from "@/lib/chat/image-options";
import { imagesOf, textOf, type Usage } from "@/lib/chat/message";
import type { ChatRequest } from "@/lib/chat/request";
import { isRecord, type JsonRecord, listOf, parseJson, recordOf, stringOf } from "@/lib/json";
import { isWebAddress, readDataUrl } from "@/lib/providers/codecs/data-url";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { postJson } from "@/lib/providers/codecs/json-call";
import { mediaCounts } from "@/lib/providers/codecs/openai/media-counts";
import {
  type ErrorKinds,
  errorOfPayload,
  errorOfResponse,
  errorOfText,
  isSuccess,
} from "@/lib/providers/codecs/reply-error";
import { acceptedOptions } from "@/lib/providers/image-choices";
import type { ChatCodec, Connection, FormFile, HttpCall, ServerEvent, WholeResponse } from "@/lib/providers/provider";

/** Differences between servers with OpenAI's image API. */
interface ImageDialect {
  /** Path of the call below the base URL, without a leading slash. */
  readonly path: string;
  /** Path of the call that changes an image; without it, images are not sent. */
  readonly editsPath?: string;
  /** Whether that call is a form with files; OpenAI itself accepts JSON. */
  readonly sendsForms?: true;
  /** Returns the request body; the default is `imageBody`. */
  readonly bodyOf?: (request: ChatRequest) => Record<string, unknown>;
  /** Error kinds by the server's own codes. */
  readonly errorKinds?: ErrorKinds;
}

/** Creates the codec of models that reply to the last message with an image, made from those of the chat if any. */
export function openAIImages({ path, editsPath, sendsForms, bodyOf = imageBody, errorKinds }: ImageDialect): ChatCodec {
  return {
    isWhole: true,
    buildRequest(request, connection) {
      const { images, mask } = isDallE(request.model) ? { images: [] } : inputsOf(request);
      if (editsPath === undefined || images.length === 0) return postJson(connection, path, bodyOf(request));
      if (sendsForms) {
        const files = filesOf({ images, mask });
        // A web address cannot be part of a form.
        if (files.every(({ field }) => field === "mask")) return postJson(connection, path, bodyOf(request));
        return postForm(connection, editsPath, { fields: bodyOf(request), files });
      }
      const inputs = { images: images.map(reference), ...(mask !== undefined && { mask: reference(mask) }) };
      return postJson(connection, editsPath, { ...bodyOf(request), ...inputs });
    },
    parseEvent: (event) => parseImageEvent(event, errorKinds),
    parseResponse: (response) => parseImageResponse(response, errorKinds),
  };
}

/** Returns the prompt of an image or video: the text of the last message. */
export function promptOf({ messages }: Pick<ChatRequest, "messages">): string {
  const last = messages.at(-1);
  return last ? textOf(last) : "";
}

/** Maximum number of input images. https://developers.openai.com/api/reference/resources/images/methods/edit */
const maxInputs = 16;

interface Inputs {
  /** Data URLs and web addresses. */
  readonly images: readonly string[];
  /** A PNG that is transparent where the first image is to change. */
  readonly mask?: string | undefined;
}

/**
 * Returns the images that a request changes or combines: the last one of the model, and those that the user has attached
 * since. If the last message has a mask, only its own images count, and the masked one comes first.
 */
function inputsOf({ messages }: Pick<ChatRequest, "messages">): Inputs {
  const last = messages.at(-1);
  const attached = last ? sendableImages(last) : [];
  const maskAt = attached.findIndex((url, index) => index > 0 && isMask(url) && !isMask(attached[index - 1] ?? ""));
  const masked = attached[maskAt - 1];
  if (masked !== undefined) {
    const others = attached.filter((url) => url !== masked && !isMask(url));
    return { images: [masked, ...others].slice(0, maxInputs), mask: attached[maskAt] };
  }
  const made = messages.findLastIndex((message) => message.role === "assistant" && sendableImages(message).length > 0);
  const since = messages.slice(Math.max(0, made)).flatMap((message, index) => {
    const images = sendableImages(message).filter((url) => !isMask(url));
    return made >= 0 && index === 0 ? images.slice(-1) : images;
  });
  return { images: since.slice(-maxInputs) };
}

function sendableImages(message: ChatRequest["messages"][number]): readonly string[] {
  return imagesOf(message).filter((url) => readDataUrl(url) !== undefined || isWebAddress(url));
}

function reference(url: string): { readonly image_url: string } {
  return { image_url: url };
}

/**
 * Returns the images and the mask as files of a form. One image has the field name that all servers know.
 * https://developers.openai.com/api/reference/resources/images/methods/edit
 */
function filesOf({ images, mask }: Inputs): FormFile[] {
  const contents = images.flatMap((url) => blobOf(url) ?? []);
  const field = contents.length === 1 ? "image" : "image[]";
  // A mask belongs to the first image, which a form cannot have if it is a web address.
  const hasFirst = images[0] !== undefined && blobOf(images[0]) !== undefined;
  const maskContent = mask === undefined || !hasFirst ? undefined : blobOf(mask);
  return [
    ...contents.map((content, index) => ({ field, name: `image-${index + 1}.${endingOf(content)}`, content })),
    ...(maskContent ? [{ field: "mask", name: "mask.png", content: maskContent }] : []),
  ];
}

/** Returns the data of a data URL; undefined for other URLs and invalid data. */
function blobOf(url: string): Blob | undefined {
  const data = readDataUrl(url);
  try {
    return data && new Blob([Uint8Array.from(atob(data.base64), (char) => char.charCodeAt(0))], { type: data.mime });
  } catch {
    return undefined;
  }
}

function endingOf({ type }: Blob): string {
  return type === "image/jpeg" ? "jpg" : type.slice("image/".length);
}

function postForm(
  { baseUrl, headers }: Connection,
  path: string,
  { fields, files }: { readonly fields: Readonly<Record<string, unknown>>; readonly files: readonly FormFile[] },
): HttpCall {
  const form = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return {
    method: "POST",
    url: joinAddress(baseUrl, path),
    // No Content-Type here: the sender sets it together with the multipart boundary.
    headers: { ...headers, Accept: "application/json" },
    form: Object.fromEntries(form),
    files,
  };
}

/** Whether a model is one of OpenAI's first for images, which change none. */
export function isDallE(model: string): boolean {
  return /^([^/]+\/)?dall-e/i.test(model);
}

/**
 * Returns the request body for an image of OpenAI's models.
 *
 * The gpt-image family rejects `style` and `response_format` and has other quality names.
 * https://platform.openai.com/docs/api-reference/images/create
 */
export function imageBody(request: ChatRequest): Record<string, unknown> {
  const { size = "1024x1024", quality = "standard", style = "vivid", count, ...options } = optionsOf(request);
  const common = { model: request.model, prompt: promptOf(request), n: count, size };
  if (isDallE(request.model)) return { ...common, response_format: "b64_json", quality, style };
  return {
    ...common,
    quality: qualityWords.get(quality) ?? quality,
    ...(options.background !== "auto" && { background: options.background }),
    ...(options.format !== "PNG" && { output_format: formatOf(options) }),
  };
}

/** Returns the accepted options. JPEG has no transparency: together, they are an error. */
function optionsOf({ model, image }: ChatRequest): Partial<ImageOptions> {
  const options = acceptedOptions(model, image);
  return options.background === "transparent" && options.format === "JPEG" ? { ...options, format: "PNG" } : options;
}

function formatOf({ format }: Partial<ImageOptions>): string | undefined {
  return format?.toLowerCase();
}

const qualityWords: ReadonlyMap<string, string> = new Map([
  ["standard", "auto"],
  ["hd", "high"],
]);

/** Parses one event of an image stream, of which only the final image counts. Never throws. */
function parseImageEvent({ event, data }: ServerEvent, kinds?: ErrorKinds): ChatEvent[] {
  if (data.trim() === "[DONE]") return [{ type: "end" }];
  if (event === "error") return [{ type: "error", error: errorOfText(data, kinds) }];
  const payload = parseJson(data);
  if (!isRecord(payload)) return [];
  const error = errorOfPayload(payload, data, kinds);
  if (error) return [{ type: "error", error }];
  if (payload.type !== "image_generation.completed") return [];
  return [...imageEvents([payload], payload), ...usageEvents(payload), { type: "end" }];
}

/** Parses a whole response, or an error of any status. Never throws. */
function parseImageResponse(response: WholeResponse, kinds?: ErrorKinds): ChatEvent[] {
  if (!isSuccess(response)) return [{ type: "error", error: errorOfResponse(response, kinds) }];
  const payload = recordOf(parseJson(response.body));
  const error = errorOfPayload(payload, response.body, kinds);
  if (error) return [{ type: "error", error }];
  const images = imageEvents(listOf(payload.data), payload);
  if (images.length === 0) return [{ type: "error", error: { ...errorOfResponse(response, kinds), kind: "protocol" } }];
  return [...images, ...usageEvents(payload), { type: "end" }];
}

/** Parses images. The media type is known only if the response names its format; dall-e returns PNG. */
function imageEvents(images: readonly unknown[], { output_format }: JsonRecord): ChatEvent[] {
  const mime = /^(jpeg|webp)$/.test(stringOf(output_format)) ? `image/${output_format}` : "image/png";
  return images.flatMap((image): ChatEvent[] => {
    const { b64_json, url } = recordOf(image);
    if (stringOf(b64_json)) return [{ type: "image", mime, base64: stringOf(b64_json) }];
    return stringOf(url) ? [{ type: "image", url: stringOf(url) }] : [];
  });
}

/** Parses token counts. The output of an image model is images if the response does not name its parts. */
function usageEvents({ usage }: JsonRecord): ChatEvent[] {
  const { input_tokens, output_tokens, total_tokens, input_tokens_details, output_tokens_details } = recordOf(usage);
  const counts: [keyof Usage, unknown][] = [
    ["inputTokens", input_tokens],
    ["outputTokens", output_tokens],
    ...mediaCounts(input_tokens_details, output_tokens_details ?? { image_tokens: output_tokens }),
    ["totalTokens", total_tokens],
  ];
  const known = counts.filter(([, count]) => typeof count === "number");
  return known.length > 0 ? [{ type: "usage", usage: Object.fromEntries(known) }] : [];
}
