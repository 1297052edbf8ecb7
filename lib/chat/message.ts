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

/** An image by data URL, stored-image address, cache URL or http(s) address; the shape is the specification's. */
export interface ImagePart {
  readonly type: "image_url";
  readonly image_url: { readonly url: string };
}

export type ContentPart = TextPart | ImagePart;
export type Content = string | readonly ContentPart[];

/** Tokens as the provider reported them; a number that was not reported is absent. */
export interface Usage {
  /** All input tokens, cached ones included. */
  readonly inputTokens?: number;
  /** All output tokens, reasoning included. */
  readonly outputTokens?: number;
  readonly reasoningTokens?: number;
  readonly cachedInputTokens?: number;
  readonly totalTokens?: number;
}

/** What went wrong with a reply, in the provider's own words; the screen adds ours. */
export interface ReplyError {
  readonly kind: ReplyErrorKind;
  readonly code: string | null;
  readonly message: string;
  /** HTTP status, where the answer had one that was not a success. */
  readonly status?: number;
  /** The body as it came, pretty-printed when it was JSON, cut at a few thousand characters. */
  readonly body?: string;
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** How long nothing came before the call was given up, in seconds; set with the kind `timeout`. */
  readonly seconds?: number;
}

/** A tool call of a reply, from the model's request to its result. */
export interface MessageTool extends ToolRun {
  readonly id: string;
  readonly name: string;
  /** The arguments as the model wrote them: JSON text. */
  readonly argumentsText: string;
}

/** One entry of a conversation. */
export interface Message {
  readonly id: string;
  readonly role: Role;
  readonly content: Content;
  /** When it was written; for a reply, when it finished. Milliseconds since the epoch. */
  readonly date: number;
  /** The model's thinking, kept apart from its answer (docs/decisions/0008). Never sent back. */
  readonly reasoning?: string;
  /** How long the model thought before its first word, in milliseconds. */
  readonly reasoningMs?: number;
  readonly model?: string;
  readonly providerName?: string;
  /** True while the reply grows. */
  readonly streaming?: boolean;
  /** True when the user stopped it, or its page went away; the text so far stays. */
  readonly stopped?: boolean;
  /** True when the model ended at its limit of tokens: the reply can be continued. */
  readonly isCut?: boolean;
  /** Left out of what is sent. Set on a failed reply and on the question it failed to answer. */
  readonly isError?: boolean;
  readonly error?: ReplyError;
  readonly usage?: Usage;
  readonly tools?: readonly MessageTool[];
  /** Of a user's message: the result of a call that the reply before it had written down, not a person's words. */
  readonly isMcpResponse?: boolean;
  /** Of an aside: the message that it follows; absent where it opens the chat. */
  readonly parentId?: string;
  /** Not on the path that is shown: another version of an answer or a question. */
  readonly isAside?: boolean;
  /** What was heard of it in a live conversation: the address of stored sound, or what another program wrote there. */
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

/** How each field of a stored message is read: what only adorns it is given up when it is broken. */
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

/** Reads the content of a stored message, whatever else the row holds; nothing where it has none. */
export function readContent(row: unknown): Content | undefined {
  const parsed = v.safeParse(v.object({ content: contentSchema }), row);
  return parsed.success ? parsed.output.content : undefined;
}

/** Reads where the sound of a stored message is, whatever else the row holds; nothing where it has none. */
export function readAudioUrl(row: unknown): string | undefined {
  const parsed = v.safeParse(v.object({ audio_url: v.string() }), row);
  return parsed.success ? parsed.output.audio_url : undefined;
}

/** Reads a message that was stored by this version; fields that it does not know are kept. */
export const messageSchema: v.GenericSchema<unknown, Message> = v.looseObject(messageFields);

/** Reads the tool calls of a stored message, whatever else the row holds; nothing where it has none. */
export function readTools(row: unknown): readonly MessageTool[] | undefined {
  const parsed = v.safeParse(v.object({ tools: messageFields.tools }), row);
  return parsed.success ? (parsed.output.tools as readonly MessageTool[] | undefined) : undefined;
}

/** Returns the text of a message: the string, its first text part, or nothing. */
export function textOf({ content }: Pick<Message, "content">): string {
  if (typeof content === "string") return content;
  return content.find((part) => part.type === "text")?.text ?? "";
}

/** The scheme of images that are records of their own on this device (decision 0020). */
const storedImage = "stored:";

/** Returns the address of an image that is stored under an id. */
export function storedImageUrl(id: string): string {
  return storedImage + id;
}

/** Returns the id of a stored image; nothing for every other address. */
export function storedImageId(url: string): string | undefined {
  return url.startsWith(storedImage) ? url.slice(storedImage.length) : undefined;
}

/** Puts a text in the place of a content's; images stay, behind it. */
export function withText(content: Content, text: string): Content {
  if (typeof content === "string") return text;
  const others = content.filter((part) => part.type !== "text");
  return text === "" ? others : [{ type: "text", text }, ...others];
}

/** Returns the addresses of all images of a message, in order. */
export function imagesOf({ content }: Pick<Message, "content">): string[] {
  if (typeof content === "string") return [];
  return content.flatMap((part) => (part.type === "image_url" ? [part.image_url.url] : []));
}
