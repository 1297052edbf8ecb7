import type { Content, FilePart, RequestPart } from "@/lib/chat/message";
import type { AssistantPart, ModelMessage, ToolCall } from "@/lib/chat/request";
import { parseJson, recordOf } from "@/lib/json";
import { isWebAddress, readDataUrl } from "@/lib/providers/codecs/data-url";
import { dropFinishedReplay, partsInOrder } from "@/lib/providers/codecs/running-loop";

type Part = Readonly<Record<string, unknown>>;

/** A message in Gemini's form. */
interface GoogleContent {
  readonly role: "user" | "model";
  readonly parts: readonly Part[];
}

interface ContentOptions {
  /** Whether the model accepts images in tool results; for other models, the text of the result names them. */
  readonly takesResultImages: boolean;
  /** Whether the model rejects calls without a signature. */
  readonly needsSignatures: boolean;
  /** Whether the model makes images, and gets its own ones back to change them. */
  readonly sendsOwnImages: boolean;
}

/** Text of a user message that is inserted before a conversation that starts with the model. */
const placeholder = ";";

/**
 * Converts a conversation to Gemini's form. System messages become user messages, and consecutive messages of one role
 * are merged. Messages without parts are skipped because the API rejects them.
 */
export function googleContents(messages: readonly ModelMessage[], options: ContentOptions): GoogleContent[] {
  const signed = options.needsSignatures ? signFinishedCalls(messages) : messages;
  const contents = dropFinishedReplay(signed).map((message) => contentOf(message, options));
  const merged: GoogleContent[] = [];
  for (const { role, parts } of contents) {
    const last = merged.at(-1);
    if (parts.length === 0) continue;
    if (last?.role === role) merged[merged.length - 1] = { role, parts: [...last.parts, ...parts] };
    else merged.push({ role, parts });
  }
  return merged[0]?.role === "user" ? merged : [{ role: "user", parts: [{ text: placeholder }] }, ...merged];
}

/** Google's own value for calls whose signature is not known. https://ai.google.dev/gemini-api/docs/thought-signatures */
const unknownSignature = "skip_thought_signature_validator";

/** Adds the signature for unsigned calls of finished turns: other models made them, or an earlier version of Parley. */
function signFinishedCalls(messages: readonly ModelMessage[]): ModelMessage[] {
  const question = messages.findLastIndex(({ role }) => role === "user");
  return messages.map((message, position) => {
    if (message.role !== "assistant" || !message.toolCalls || position > question) return message;
    const [first, ...others] = message.toolCalls;
    if (!first || first.signature) return message;
    return { ...message, toolCalls: [{ ...first, signature: unknownSignature }, ...others] };
  });
}

function contentOf(message: ModelMessage, { takesResultImages, sendsOwnImages }: ContentOptions): GoogleContent {
  switch (message.role) {
    case "system":
    case "user": {
      const { content } = message;
      return { role: "user", parts: typeof content === "string" ? textParts(content) : content.flatMap(partsOf) };
    }
    case "assistant":
      return {
        role: "model",
        parts: [
          ...partsInOrder(message).reduce<Part[]>(withAnswerPart, []),
          ...(sendsOwnImages ? ownImageParts(message.content) : []),
        ],
      };
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

function partsOf(part: RequestPart): Part[] {
  switch (part.type) {
    case "text":
      return textParts(part.text);
    case "image_url":
      return imageParts(part.image_url.url);
    case "file":
      return fileParts(part);
  }
}

/** Returns a file as a part, which has no name. https://ai.google.dev/gemini-api/docs/document-processing */
function fileParts({ file }: FilePart): Part[] {
  const inline = readDataUrl(file.dataUrl);
  return inline ? [{ inlineData: { mimeType: inline.mime, data: inline.base64 } }] : [];
}

/**
 * Returns an image as parts. Gemini itself fetches URLs.
 * https://blog.google/innovation-and-ai/technology/developers-tools/gemini-api-new-file-limits
 */
function imageParts(url: string): Part[] {
  const inline = readDataUrl(url);
  if (inline) return [{ inlineData: { mimeType: inline.mime, data: inline.base64 } }];
  return isWebAddress(url) ? [{ fileData: { fileUri: url } }] : [];
}

/**
 * Returns the images of the model's message. Models that make images accept them without a signature, too.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
function ownImageParts(content: Content): Part[] {
  if (typeof content === "string") return [];
  return content.flatMap((part): Part[] => {
    if (part.type === "text") return [];
    const { signature } = part;
    return imageParts(part.image_url.url).map((image) => ({
      ...image,
      ...(signature && { thoughtSignature: signature }),
    }));
  });
}

/** Adds a part of the model's message. A signature belongs to the text before it, or to an empty text. */
function withAnswerPart(parts: readonly Part[], part: AssistantPart): Part[] {
  if (part.type === "call") return [...parts, callPart(part.call)];
  if (part.type === "text") return [...parts, ...textParts(part.text)];
  const { kind, on, value } = part.item;
  if (kind !== "google.thoughtSignature" || on !== "text" || !value) return [...parts];
  const last = parts.at(-1);
  const isSignable = last !== undefined && "text" in last && !("thoughtSignature" in last);
  return [
    ...(isSignable ? parts.slice(0, -1) : parts),
    { ...(isSignable ? last : { text: "" }), thoughtSignature: value },
  ];
}

/**
 * Returns a tool call as a part. Gemini 3 rejects a call without its original signature.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
function callPart({ id, name, argumentsText, signature }: ToolCall): Part {
  const functionCall = { id, name, args: recordOf(parseJson(argumentsText)) };
  return { functionCall, ...(signature && { thoughtSignature: signature }) };
}
