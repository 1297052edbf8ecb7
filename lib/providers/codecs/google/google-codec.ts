import type { ChatRequest } from "@/lib/chat/request";
import { googleContents } from "@/lib/providers/codecs/google/google-contents";
import { parseGoogleEvent, parseGoogleResponse } from "@/lib/providers/codecs/google/google-reply";
import { safetySettings } from "@/lib/providers/codecs/google/google-safety";
import { googleTools } from "@/lib/providers/codecs/google/google-tools";
import { joinAddress } from "@/lib/providers/codecs/join-address";
import { pathSegment } from "@/lib/providers/codecs/path-segment";
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

/** Without `alt=sse` a stream is a list that is whole only at its end. */
function pathOf({ model, stream }: ChatRequest): string {
  const method = stream ? "streamGenerateContent?alt=sse" : "generateContent";
  return `v1beta/models/${pathSegment(model)}:${method}`;
}

/** A field that is `undefined` is left out when the body becomes JSON. */
function bodyOf(request: ChatRequest, safetyLevel: string | undefined): Record<string, unknown> {
  return {
    contents: googleContents(request.messages, { takesResultImages: takesResultImages(request.model) }),
    generationConfig: {
      temperature: request.temperature,
      maxOutputTokens: request.maxOutputTokens,
      topP: request.topP,
      ...(thinks(request.model) ? { thinkingConfig: { includeThoughts: true } } : {}),
    },
    safetySettings: safetySettings(safetyLevel),
    ...(request.tools?.length ? { tools: googleTools(request.tools) } : {}),
  };
}

/**
 * Whether a model thinks by itself, so that it can be asked for its thoughts; to all others asking is an error.
 *
 * Those that draw or speak do not think, nor does 2.5 Flash-Lite unless it is told to.
 * https://github.com/google-gemini/gemini-cli/issues/1953
 */
function thinks(model: string): boolean {
  const id = model.toLowerCase();
  if (/image|tts|audio|live|embedding/.test(id) || id.startsWith("gemini-2.5-flash-lite")) return false;
  return /^gemini-(2\.5|[3-9]|[1-9]\d)(?!\d)/.test(id) || /^gemini-(pro|flash)-latest$/.test(id);
}

/**
 * Whether a model takes images inside the results of tools: Gemini 3 and what came after it.
 * https://ai.google.dev/gemini-api/docs/function-calling
 */
function takesResultImages(model: string): boolean {
  return /^gemini-([3-9](?!\d)|[1-9]\d|(pro|flash)-latest$)/.test(model.toLowerCase());
}
