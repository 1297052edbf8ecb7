import type { ChatRequest } from "@/lib/chat/request";
import { googleContents } from "@/lib/providers/codecs/google/google-contents";
import { parseGoogleEvent, parseGoogleResponse } from "@/lib/providers/codecs/google/google-reply";
import { safetySettings } from "@/lib/providers/codecs/google/google-safety";
import { googleTools } from "@/lib/providers/codecs/google/google-tools";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { pathSegment } from "@/lib/providers/codecs/path-segment";
import { acceptedOptions } from "@/lib/providers/image-choices";
import type { ChatCodec } from "@/lib/providers/provider";

/** The codec of the Gemini API. */
export const googleCodec: ChatCodec = {
  buildRequest: (request, { baseUrl, headers, options }) => ({
    method: "POST",
    url: joinAddress(baseUrl, pathOf(request)),
    headers: { ...headers, "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(bodyOf(request, options?.safetySettings)),
  }),
  parseEvent: parseGoogleEvent,
  parseResponse: parseGoogleResponse,
};

/** Returns the path of a call. Without `alt=sse`, a stream is a JSON array that is complete only at its end. */
function pathOf({ model, stream }: ChatRequest): string {
  const method = stream ? "streamGenerateContent?alt=sse" : "generateContent";
  return `v1beta/models/${pathSegment(model)}:${method}`;
}

/** Returns the request body. `JSON.stringify` omits fields that are `undefined`. */
function bodyOf(request: ChatRequest, safetyLevel: string | undefined): Record<string, unknown> {
  return {
    contents: googleContents(request.messages, {
      takesResultImages: isFromGemini3(request.model),
      needsSignatures: isFromGemini3(request.model),
      sendsOwnImages: /image/i.test(request.model),
    }),
    generationConfig: {
      temperature: request.temperature,
      maxOutputTokens: request.maxOutputTokens,
      topP: request.topP,
      ...(thinks(request.model) ? { thinkingConfig: { includeThoughts: true } } : {}),
      ...imageConfigOf(request),
    },
    safetySettings: safetySettings(safetyLevel),
    ...(request.tools?.length ? { tools: googleTools(request.tools) } : {}),
  };
}

/**
 * Returns the shape and size of images, if they differ from the API's defaults: a shape that the model chooses, and 1K.
 * https://ai.google.dev/gemini-api/docs/image-generation#aspect_ratios
 */
function imageConfigOf({ model, image }: ChatRequest): Record<string, unknown> {
  const { aspectRatio = "auto", size = "1K" } = acceptedOptions(model, image);
  const config = {
    ...(aspectRatio !== "auto" && { aspectRatio }),
    ...(size !== "1K" && { imageSize: size }),
  };
  return Object.keys(config).length > 0 ? { imageConfig: config } : {};
}

/**
 * Whether a model thinks by default, so that a request can ask for its thoughts; for other models, asking is an error.
 *
 * Models for images and speech do not think, nor does 2.5 Flash-Lite by default.
 * https://github.com/google-gemini/gemini-cli/issues/1953
 */
function thinks(model: string): boolean {
  const id = model.toLowerCase();
  if (/image|tts|audio|live|embedding/.test(id) || id.startsWith("gemini-2.5-flash-lite")) return false;
  return /^gemini-(2\.5|[3-9]|[1-9]\d)(?!\d)/.test(id) || /^gemini-(pro|flash)-latest$/.test(id);
}

/**
 * Whether a model is Gemini 3 or later. These accept images in tool results and require signatures with calls.
 * https://ai.google.dev/gemini-api/docs/function-calling
 */
function isFromGemini3(model: string): boolean {
  return /^gemini-([3-9](?!\d)|[1-9]\d|(pro|flash)-latest$)/.test(model.toLowerCase());
}
