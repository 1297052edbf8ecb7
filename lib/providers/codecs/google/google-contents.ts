import { type ContentPart, textOf } from "@/lib/chat/message";
import type { ModelMessage, ToolCall } from "@/lib/chat/request";
import { isWebAddress, readDataUrl } from "@/lib/providers/codecs/data-url";
import { dropFinishedReplay } from "@/lib/providers/codecs/running-loop";
import { parseJson, recordOf } from "@/lib/providers/json";

type Part = Readonly<Record<string, unknown>>;

/** A message in Gemini's form. */
interface GoogleContent {
  readonly role: "user" | "model";
  readonly parts: readonly Part[];
}

interface ContentOptions {
  /** True: the model takes images inside the results of tools; for others the words name them. */
  readonly takesResultImages: boolean;
}

/** The first word of a conversation that begins with the model's: it must be the user's. */
const placeholder = ";";

/**
 * Puts a conversation into Gemini's form: a system message becomes one of the user, neighbours of one role become one
 * message, and what has no parts is left out, because it is refused.
 */
export function googleContents(messages: readonly ModelMessage[], options: ContentOptions): GoogleContent[] {
  const contents = dropFinishedReplay(messages).map((message) => contentOf(message, options));
  const merged: GoogleContent[] = [];
  for (const { role, parts } of contents) {
    const last = merged.at(-1);
    if (parts.length === 0) continue;
    if (last?.role === role) merged[merged.length - 1] = { role, parts: [...last.parts, ...parts] };
    else merged.push({ role, parts });
  }
  return merged[0]?.role === "user" ? merged : [{ role: "user", parts: [{ text: placeholder }] }, ...merged];
}

function contentOf(message: ModelMessage, { takesResultImages }: ContentOptions): GoogleContent {
  switch (message.role) {
    case "system":
    case "user": {
      const { content } = message;
      return { role: "user", parts: typeof content === "string" ? textParts(content) : content.flatMap(partsOf) };
    }
    case "assistant":
      return { role: "model", parts: [...answerParts(message), ...(message.toolCalls ?? []).map(callPart)] };
    case "tool": {
      const { callId: id, name, content, images = [] } = message;
      const parts = takesResultImages ? images.flatMap(imageParts) : [];
      const functionResponse = { id, name, response: { name, content }, ...(parts.length > 0 && { parts }) };
      return { role: "user", parts: [{ functionResponse }] };
    }
  }
}

function textParts(text: string): Part[] {
  return text.trim() === "" ? [] : [{ text }];
}

function partsOf(part: ContentPart): Part[] {
  return part.type === "text" ? textParts(part.text) : imageParts(part.image_url.url);
}

/**
 * An address is fetched by Gemini itself.
 * https://blog.google/innovation-and-ai/technology/developers-tools/gemini-api-new-file-limits
 */
function imageParts(url: string): Part[] {
  const inline = readDataUrl(url);
  if (inline) return [{ inlineData: { mimeType: inline.mime, data: inline.base64 } }];
  return isWebAddress(url) ? [{ fileData: { fileUri: url } }] : [];
}

/** Images of the model stay behind: Gemini 3 takes them back only with signatures that are not kept. */
function answerParts(message: Extract<ModelMessage, { role: "assistant" }>): Part[] {
  const signature = message.replay?.find(({ kind, on }) => kind === "google.thoughtSignature" && on === "text")?.value;
  return textParts(textOf(message)).map((part) => ({ ...part, ...(signature && { thoughtSignature: signature }) }));
}

/**
 * Gemini 3 refuses a call without the signature it came with.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
function callPart({ id, name, argumentsText, signature }: ToolCall): Part {
  const functionCall = { id, name, args: recordOf(parseJson(argumentsText)) };
  return { functionCall, ...(signature && { thoughtSignature: signature }) };
}
