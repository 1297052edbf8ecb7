import type { Source } from "@/lib/chat/sources";
import type { MissingTools, ToolRun } from "@/lib/chat/tool";
import type { ReplyErrorKind } from "@/lib/errors";

export type Role = "system" | "user" | "assistant";

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** An image as data URL, stored-image URL, cache URL or http(s) URL. */
export interface ImagePart {
  readonly type: "image_url";
  readonly image_url: { readonly url: string };
  /** Opaque data that the provider expects with an image of its model. Only sent to the model that made the image. */
  readonly signature?: string;
}

export type ContentPart = TextPart | ImagePart;
export type Content = string | readonly ContentPart[];

/** The original of a document, as data URL. Only requests contain it; messages refer to the document. */
export interface FilePart {
  readonly type: "file";
  readonly file: { readonly name: string; readonly dataUrl: string };
}

export type RequestPart = ContentPart | FilePart;

/** The content of a user message in a request. */
export type RequestContent = string | readonly RequestPart[];

/** Token counts of the provider; an unreported count is absent. */
export interface Usage {
  /** All input tokens, including cached ones. */
  readonly inputTokens?: number;
  /** All output tokens, including reasoning. */
  readonly outputTokens?: number;
  readonly reasoningTokens?: number;
  readonly cachedInputTokens?: number;
  /** Input tokens that were written to the provider's cache. */
  readonly cacheWriteTokens?: number;
  readonly inputAudioTokens?: number;
  readonly inputImageTokens?: number;
  readonly outputAudioTokens?: number;
  readonly outputImageTokens?: number;
  readonly totalTokens?: number;
}

/** Durations of a reply, in milliseconds. */
export interface ReplyTiming {
  /** From the start of the first call that was answered to the first byte of its response. */
  readonly firstByteMs?: number;
  /** From the start of the first call to the end of the last, with the tools between them. */
  readonly totalMs?: number;
  /** From the first byte to the end of each response; from the start of the call if it is not a stream. */
  readonly receivingMs?: number;
}

/** The cost of a reply with the prices of its time. `about`: it is an estimate (docs/decisions/0065-costs.md). */
export type ReplyCost = {
  readonly kind: "exact" | "about" | "unknown";
  /** ISO 4217 code; absent if the cost is unknown. */
  readonly currency?: string;
  /** Millionths of the currency; absent if the cost is unknown. */
  readonly micros?: number;
};

/** The cost of a reply as it is stored. `readCost` checks it when it is used. */
export type StoredCost = Readonly<Record<string, unknown>>;

/** The sources of a blended reply as they are stored. `readBlend` checks them when they are used. */
export type StoredBlend = object;

/** The error of a reply, with the provider's own text; the UI adds ours. */
export interface ReplyError {
  readonly kind: ReplyErrorKind;
  readonly code: string | null;
  readonly message: string;
  /** HTTP status, if it was not a success. */
  readonly status?: number;
  /** The raw body, pretty-printed if it is JSON, cut to a few thousand characters. */
  readonly body?: string;
  /** Delay that the provider requests, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Elapsed time without data before the call was aborted, in seconds; set with the kind `timeout`. */
  readonly seconds?: number;
}

/** The role of a part of a reply's text, as the provider names it, and where the part starts. */
export interface TextPhase {
  readonly start: number;
  readonly phase: string;
}

/** The place of a part of a reply's reasoning that follows text or tool calls. */
export interface ThoughtPart {
  /** Length of the reasoning before the part, in characters. */
  readonly start: number;
  /** Length of the reply's text before it, in characters. */
  readonly textBefore: number;
  /** Number of tool calls before it. */
  readonly callsBefore: number;
}

/** A tool call of a reply, from the model's request to its result. Later requests contain both. */
export interface MessageTool extends ToolRun {
  readonly id: string;
  readonly name: string;
  /** Arguments as the model wrote them: JSON text. */
  readonly argumentsText: string;
  /** Length of the reply's text before the call, in characters: the call's place in the text. */
  readonly textBefore?: number;
  /** Opaque data that the provider requires with the call. Only sent to the model that made it. */
  readonly signature?: string;
}

/** Maximum length of a branch's name, in characters. */
export const maxBranchNameChars = 100;

/** One message of a conversation. */
export interface Message extends ReplyTiming {
  readonly id: string;
  readonly role: Role;
  readonly content: Content;
  /** Time of writing; for a reply, its end. Milliseconds since the epoch. */
  readonly date: number;
  /** The model's reasoning, stored apart from its answer (docs/decisions/0008-reasoning.md). Never sent back. */
  readonly reasoning?: string;
  /** Duration of the reasoning before the first word of text or the first tool call, in milliseconds. */
  readonly reasoningMs?: number;
  /** The parts of the reasoning that follow text or tool calls, in order. */
  readonly thoughtParts?: readonly ThoughtPart[];
  readonly model?: string;
  readonly providerName?: string;
  /** Whether the reply is still streaming. */
  readonly streaming?: boolean;
  /** Whether the user stopped the reply or its page was closed; the text so far remains. */
  readonly stopped?: boolean;
  /** Whether the model stopped at its token limit, so that the reply can be continued. */
  readonly isCut?: boolean;
  /** Whether the message is excluded from requests. Set on a failed reply and on its question. */
  readonly isError?: boolean;
  readonly error?: ReplyError;
  readonly usage?: Usage;
  /** Of all calls that the reply needed, also if it was stopped. Absent if nothing was billed. */
  readonly cost?: StoredCost;
  readonly tools?: readonly MessageTool[];
  /** Tools of the chat that the model did not get. */
  readonly missingTools?: MissingTools;
  /** Web pages on which the reply is based, in the provider's order. */
  readonly sources?: readonly Source[];
  /** The messages that the text consists of, in order, if the provider names their roles. Only sent to the same model. */
  readonly phases?: readonly TextPhase[];
  /**
   * On a user message: whether it is the result of a tool call in the previous reply's text, not a message of the user.
   */
  readonly isMcpResponse?: boolean;
  /** On a hidden message: the message that it follows; absent if it starts the chat. */
  readonly parentId?: string;
  /** Whether the message is hidden: another version of an answer or question is displayed. */
  readonly isAside?: boolean;
  /** The name that the user gave to the branch of which it is the first message (docs/decisions/0070-branches.md). */
  readonly branchName?: string;
  /** On an answer of several models to one question: the id that these answers share. */
  readonly comparison?: string;
  /** On such an answer, until one is chosen: the index of its column. */
  readonly column?: number;
  /** On a reply that a model wrote from several answers: these answers, and the prompt. */
  readonly blend?: StoredBlend;
  /** URL of the stored audio of a live conversation, or the value that another program stored. */
  readonly audio_url?: string;
}

/** Returns the text of a message: the string, its first text part, or an empty string. */
export function textOf({ content }: { readonly content: RequestContent }): string {
  if (typeof content === "string") return content;
  return content.find((part) => part.type === "text")?.text ?? "";
}

/** The URL scheme of images that are stored as separate records on this device (docs/decisions/0020-images.md). */
const storedImage = "stored:";

/** Returns the URL of a stored image. */
export function storedImageUrl(id: string): string {
  return storedImage + id;
}

/** Returns the id of a stored image; undefined for other URLs. */
export function storedImageId(url: string): string | undefined {
  return url.startsWith(storedImage) ? url.slice(storedImage.length) : undefined;
}

/** Replaces the text of a content; images and files remain, after the text. */
export function withText(content: Content, text: string): Content;
export function withText(content: RequestContent, text: string): RequestContent;
export function withText(content: RequestContent, text: string): RequestContent {
  const images = typeof content === "string" ? [] : content.filter((part) => part.type !== "text");
  if (images.length === 0) return text;
  return text === "" ? images : [{ type: "text", text }, ...images];
}

/** Returns the URLs of all images of a message, in order. */
export function imagesOf({ content }: { readonly content: RequestContent }): string[] {
  if (typeof content === "string") return [];
  return content.flatMap((part) => (part.type === "image_url" ? [part.image_url.url] : []));
}
