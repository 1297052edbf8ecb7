import * as v from "valibot";
import { type ToolMedia, type ToolRun, toolProblems, toolStates } from "@/lib/chat/tool";
import { type ReplyErrorKind, replyErrorKinds } from "@/lib/errors";
import { finiteNumber, noList } from "@/lib/fields/strict-schemas";
import { storedTime } from "@/lib/fields/time";

export type Role = "system" | "user" | "assistant";

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** An image as data URL, stored-image URL, cache URL or http(s) URL. */
export interface ImagePart {
  readonly type: "image_url";
  readonly image_url: { readonly url: string };
}

export type ContentPart = TextPart | ImagePart;
export type Content = string | readonly ContentPart[];

/** Token counts of the provider; an unreported count is absent. */
export interface Usage {
  /** All input tokens, including cached ones. */
  readonly inputTokens?: number;
  /** All output tokens, including reasoning. */
  readonly outputTokens?: number;
  readonly reasoningTokens?: number;
  readonly cachedInputTokens?: number;
  readonly totalTokens?: number;
}

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

/** A tool call of a reply, from the model's request to its result. */
export interface MessageTool extends ToolRun {
  readonly id: string;
  readonly name: string;
  /** Arguments as the model wrote them: JSON text. */
  readonly argumentsText: string;
}

/** One message of a conversation. */
export interface Message {
  readonly id: string;
  readonly role: Role;
  readonly content: Content;
  /** Time of writing; for a reply, its end. Milliseconds since the epoch. */
  readonly date: number;
  /** The model's reasoning, stored apart from its answer (docs/decisions/0008-reasoning.md). Never sent back. */
  readonly reasoning?: string;
  /** Duration of the reasoning before the first word of text, in milliseconds. */
  readonly reasoningMs?: number;
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
  readonly tools?: readonly MessageTool[];
  /**
   * On a user message: whether it is the result of a tool call in the previous reply's text, not a message of the user.
   */
  readonly isMcpResponse?: boolean;
  /** On a hidden message: the message that it follows; absent if it starts the chat. */
  readonly parentId?: string;
  /** Whether the message is hidden: another version of an answer or question is displayed. */
  readonly isAside?: boolean;
  /** URL of the stored audio of a live conversation, or the value that another program stored. */
  readonly audio_url?: string;
}

const contentSchema: v.GenericSchema<unknown, Content> = v.union([
  v.string(),
  v.array(
    v.union([
      v.object({ type: v.literal("text"), text: v.string() }),
      v.object({ type: v.literal("image_url"), image_url: v.object({ url: v.string() }) }),
    ]),
  ),
]);

const toolMediaSchema: v.GenericSchema<unknown, readonly ToolMedia[] | undefined> = v.fallback(
  v.optional(v.array(v.object({ type: v.string(), url: v.string() }))),
  undefined,
);

/** Validation of each field of a stored message; invalid optional fields are dropped. */
export const messageFields = {
  id: v.pipe(v.string(), v.minLength(1)),
  role: v.picklist(["system", "user", "assistant"]),
  content: contentSchema,
  date: v.fallback(storedTime, 0),
  reasoning: v.optional(v.string()),
  reasoningMs: v.optional(finiteNumber),
  model: v.optional(v.string()),
  providerName: v.optional(v.string()),
  streaming: v.optional(v.boolean()),
  stopped: v.optional(v.boolean()),
  isCut: v.fallback(v.optional(v.boolean()), undefined),
  isError: v.optional(v.boolean()),
  error: v.fallback(
    v.optional(
      v.object({
        kind: v.picklist(replyErrorKinds),
        code: v.nullable(v.string()),
        message: v.string(),
        status: v.optional(finiteNumber),
        body: v.optional(v.string()),
        retryAfterMs: v.optional(finiteNumber),
        seconds: v.optional(finiteNumber),
      }),
    ),
    undefined,
  ),
  usage: v.fallback(
    v.optional(
      v.pipe(
        noList,
        v.object({
          inputTokens: v.optional(finiteNumber),
          outputTokens: v.optional(finiteNumber),
          reasoningTokens: v.optional(finiteNumber),
          cachedInputTokens: v.optional(finiteNumber),
          totalTokens: v.optional(finiteNumber),
        }),
      ),
    ),
    undefined,
  ),
  tools: v.fallback(
    v.optional(
      v.array(
        v.object({
          id: v.string(),
          name: v.string(),
          argumentsText: v.string(),
          result: v.optional(v.string()),
          isError: v.optional(v.boolean()),
          state: v.fallback(v.optional(v.picklist(toolStates)), undefined),
          kind: v.fallback(v.optional(v.picklist(["plugin", "mcp"])), undefined),
          source: v.fallback(v.optional(v.string()), undefined),
          ownName: v.fallback(v.optional(v.string()), undefined),
          host: v.fallback(v.optional(v.string()), undefined),
          isReading: v.fallback(v.optional(v.boolean()), undefined),
          progress: v.fallback(v.optional(v.string()), undefined),
          problem: v.fallback(v.optional(v.picklist(toolProblems)), undefined),
          ms: v.fallback(v.optional(finiteNumber), undefined),
          client: v.fallback(v.optional(v.string()), undefined),
          media: toolMediaSchema,
        }),
      ),
    ),
    undefined,
  ),
  isMcpResponse: v.fallback(v.optional(v.boolean()), undefined),
  parentId: v.fallback(v.optional(v.string()), undefined),
  isAside: v.fallback(v.optional(v.boolean()), undefined),
  audio_url: v.fallback(v.optional(v.string()), undefined),
};

/** Reads the content of a stored message, even if other fields are invalid. Returns undefined if it has none. */
export function readContent(row: unknown): Content | undefined {
  const parsed = v.safeParse(v.object({ content: contentSchema }), row);
  return parsed.success ? parsed.output.content : undefined;
}

/** Reads the audio URL of a stored message, even if other fields are invalid. Returns undefined if it has none. */
export function readAudioUrl(row: unknown): string | undefined {
  const parsed = v.safeParse(v.object({ audio_url: v.string() }), row);
  return parsed.success ? parsed.output.audio_url : undefined;
}

/** Reads a message that this version stored. Unknown fields are retained. */
export const messageSchema: v.GenericSchema<unknown, Message> = v.looseObject(messageFields);

/** Reads the tool calls of a stored message, even if other fields are invalid. Returns undefined if it has none. */
export function readTools(row: unknown): readonly MessageTool[] | undefined {
  const parsed = v.safeParse(v.object({ tools: messageFields.tools }), row);
  return parsed.success ? (parsed.output.tools as readonly MessageTool[] | undefined) : undefined;
}

/** Returns the text of a message: the string, its first text part, or an empty string. */
export function textOf({ content }: Pick<Message, "content">): string {
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

/** Replaces the text of a content; images remain, after the text. */
export function withText(content: Content, text: string): Content {
  if (typeof content === "string") return text;
  const others = content.filter((part) => part.type !== "text");
  return text === "" ? others : [{ type: "text", text }, ...others];
}

/** Returns the URLs of all images of a message, in order. */
export function imagesOf({ content }: Pick<Message, "content">): string[] {
  if (typeof content === "string") return [];
  return content.flatMap((part) => (part.type === "image_url" ? [part.image_url.url] : []));
}
