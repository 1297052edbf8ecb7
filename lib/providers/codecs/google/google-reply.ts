import type { ChatEvent, Finish } from "@/lib/chat/event";
import type { Usage } from "@/lib/chat/message";
import { readSource } from "@/lib/chat/sources";
import { isRecord, type JsonRecord, listOf, parseJson, printJson, recordOf, stringOf } from "@/lib/json";
import { callEvents } from "@/lib/providers/codecs/google/google-calls";
import { googleErrorOf, googleErrorOfResponse } from "@/lib/providers/codecs/google/google-error";
import { readWholeReply } from "@/lib/providers/codecs/whole-reply";
import type { ServerEvent, WholeResponse } from "@/lib/providers/provider";

/** Finish reasons. https://googleapis.github.io/js-genai/release_docs/enums/types.FinishReason.html */
const finishByWord: Readonly<Record<string, Finish>> = {
  STOP: "stop",
  MAX_TOKENS: "length",
  // The limit of one request; the reply can be continued.
  CONTINUATION: "length",
  SAFETY: "content-filter",
  RECITATION: "content-filter",
  BLOCKLIST: "content-filter",
  PROHIBITED_CONTENT: "content-filter",
  SPII: "content-filter",
  IMAGE_SAFETY: "content-filter",
  IMAGE_PROHIBITED_CONTENT: "content-filter",
  IMAGE_RECITATION: "content-filter",
  LANGUAGE: "other",
  OTHER: "other",
  NO_IMAGE: "other",
  IMAGE_OTHER: "other",
  MALFORMED_RESPONSE: "error",
  MALFORMED_FUNCTION_CALL: "error",
  UNEXPECTED_TOOL_CALL: "error",
  TOO_MANY_TOOL_CALLS: "error",
  MISSING_THOUGHT_SIGNATURE: "error",
};

/** Parses one event of a Gemini API stream. Unknown or malformed events return no events. Never throws. */
export function parseGoogleEvent({ data }: ServerEvent): ChatEvent[] {
  const payload = parseJson(data);
  return isRecord(payload) ? payloadEvents(payload, data) : [];
}

/** Parses a whole reply of the Gemini API, or an error of any status. Never throws. */
export function parseGoogleResponse(response: WholeResponse): ChatEvent[] {
  return readWholeReply(response, wholeEvents, googleErrorOfResponse);
}

/** Parses a whole response. A stream that was not requested as SSE is an array of the same payloads. */
function wholeEvents(payload: unknown): ChatEvent[] | undefined {
  const pieces = (Array.isArray(payload) ? payload : [payload]).filter(isRecord);
  const isReply = pieces.some(({ candidates, promptFeedback, error }) => candidates ?? promptFeedback ?? error);
  if (!isReply) return undefined;
  const events = pieces.flatMap((piece) => payloadEvents(piece, printJson(piece) ?? ""));
  return events.some(({ type }) => type === "error") ? events : [...events, { type: "end" }];
}

/** Parses a payload; chunks of a stream and whole replies have the same form. Only the first candidate is read. */
function payloadEvents(payload: JsonRecord, text: string): ChatEvent[] {
  const candidate = recordOf(listOf(payload.candidates)[0]);
  const error = googleErrorOf(payload, text);
  return [
    ...contentEvents(recordOf(candidate.content)),
    ...sourceEvents(recordOf(candidate.groundingMetadata)),
    ...finishEvents(candidate),
    ...blockEvents(recordOf(payload.promptFeedback)),
    ...usageEvents(recordOf(payload.usageMetadata)),
    ...(error ? [{ type: "error" as const, error }] : []),
  ];
}

/** Parses the parts of a candidate. The texts of one event continue each other, like those of several events. */
function contentEvents({ parts }: JsonRecord): ChatEvent[] {
  return listOf(parts).map(recordOf).flatMap(partEvents);
}

/** Parses the pages of a search. https://ai.google.dev/gemini-api/docs/google-search */
function sourceEvents({ groundingChunks }: JsonRecord): ChatEvent[] {
  const pages = listOf(groundingChunks).map((chunk) => recordOf(recordOf(chunk).web));
  const sources = pages.flatMap(({ uri, title }) => readSource(uri, title));
  return sources.length > 0 ? [{ type: "sources", sources }] : [];
}

function partEvents(part: JsonRecord): ChatEvent[] {
  if (isRecord(part.functionCall)) return callEvents(part.functionCall, stringOf(part.thoughtSignature));
  const text = stringOf(part.text);
  if (part.thought === true) return text ? [{ type: "reasoning-delta", text }] : [];
  return [
    ...(text ? [{ type: "text-delta" as const, text }] : []),
    ...imageEvents(recordOf(part.inlineData), stringOf(part.thoughtSignature)),
    ...signatureEvents(part),
  ];
}

/** Maximum length of an image's signature; longer ones are dropped, because they would be stored in the message. */
const maxSignatureChars = 500_000;

function imageEvents({ mimeType, data }: JsonRecord, signature: string): ChatEvent[] {
  const mime = stringOf(mimeType);
  if (!mime.startsWith("image/") || !stringOf(data)) return [];
  const isSigned = signature !== "" && signature.length <= maxSignatureChars;
  return [{ type: "image", mime, base64: stringOf(data), ...(isSigned && { signature }) }];
}

function signatureEvents({ text, thoughtSignature }: JsonRecord): ChatEvent[] {
  const value = stringOf(thoughtSignature);
  if (value === "" || typeof text !== "string") return [];
  return [{ type: "replay-start", item: { kind: "google.thoughtSignature", on: "text", value } }];
}

function finishEvents({ finishReason, finishMessage }: JsonRecord): ChatEvent[] {
  const raw = stringOf(finishReason);
  if (raw === "") return [];
  const finish = Object.hasOwn(finishByWord, raw) ? finishByWord[raw] : undefined;
  const message = stringOf(finishMessage);
  return [{ type: "finish", finish: finish ?? "other", raw, ...(message && { message }) }];
}

/**
 * Parses the feedback on a blocked prompt, which has neither a reply nor a finish reason. Users see this fixed message.
 */
function blockEvents({ blockReason }: JsonRecord): ChatEvent[] {
  const reason = stringOf(blockReason);
  if (reason === "") return [];
  const message = `Message is being blocked for reason: ${reason}`;
  return [{ type: "finish", finish: "content-filter", raw: `BLOCKED:${reason}`, message }];
}

/** Parses token counts. Thoughts are counted separately from the answer; absent counts are omitted. */
function usageEvents(usage: JsonRecord): ChatEvent[] {
  const counts: [keyof Usage, unknown][] = [
    ["inputTokens", usage.promptTokenCount],
    ["reasoningTokens", usage.thoughtsTokenCount],
    ["cachedInputTokens", usage.cachedContentTokenCount],
    ["inputAudioTokens", modalityCount(usage.promptTokensDetails, "AUDIO")],
    ["inputImageTokens", modalityCount(usage.promptTokensDetails, "IMAGE")],
    ["outputAudioTokens", modalityCount(usage.candidatesTokensDetails, "AUDIO")],
    ["outputImageTokens", modalityCount(usage.candidatesTokensDetails, "IMAGE")],
    ["totalTokens", usage.totalTokenCount],
  ];
  const known = counts.filter(([, count]) => typeof count === "number");
  if (known.length === 0) return [];
  const outputTokens = countOf(usage.candidatesTokenCount) + countOf(usage.thoughtsTokenCount);
  return [{ type: "usage", usage: { ...Object.fromEntries(known), outputTokens } }];
}

/** Returns the tokens of a modality; undefined if there are none. */
function modalityCount(details: unknown, modality: string): unknown {
  return recordOf(listOf(details).find((each) => recordOf(each).modality === modality)).tokenCount || undefined;
}

function countOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
