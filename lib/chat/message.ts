import * as z from "zod/mini";
import { type ReplyErrorKind, replyErrorKinds } from "@/lib/errors";

export type Role = "system" | "user" | "assistant";

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

/** An image by data URL, cache URL or http(s) address; the shape is the specification's (§2.3.1). */
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
export interface MessageTool {
  readonly id: string;
  readonly name: string;
  /** The arguments as the model wrote them: JSON text. */
  readonly argumentsText: string;
  readonly result?: string;
  readonly isError?: boolean;
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
  /** True when the person stopped it, or its page went away; the text so far stays. */
  readonly stopped?: boolean;
  /** Left out of what is sent. Set on a failed reply and on the question it failed to answer. */
  readonly isError?: boolean;
  readonly error?: ReplyError;
  readonly usage?: Usage;
  readonly tools?: readonly MessageTool[];
}

const contentSchema: z.ZodMiniType<Content> = z.union([
  z.string(),
  z.array(
    z.union([
      z.object({ type: z.literal("text"), text: z.string() }),
      z.object({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) }),
    ]),
  ),
]);

/** How each field of a stored message is read: what only adorns it is given up when it is broken. */
export const messageFields = {
  id: z.string().check(z.minLength(1)),
  role: z.enum(["system", "user", "assistant"]),
  content: contentSchema,
  date: z.catch(z.number(), 0),
  reasoning: z.optional(z.string()),
  reasoningMs: z.optional(z.number()),
  model: z.optional(z.string()),
  providerName: z.optional(z.string()),
  streaming: z.optional(z.boolean()),
  stopped: z.optional(z.boolean()),
  isError: z.optional(z.boolean()),
  error: z.catch(
    z.optional(
      z.object({
        kind: z.enum(replyErrorKinds),
        code: z.nullable(z.string()),
        message: z.string(),
        status: z.optional(z.number()),
        body: z.optional(z.string()),
        retryAfterMs: z.optional(z.number()),
        seconds: z.optional(z.number()),
      }),
    ),
    undefined,
  ),
  usage: z.catch(
    z.optional(
      z.object({
        inputTokens: z.optional(z.number()),
        outputTokens: z.optional(z.number()),
        reasoningTokens: z.optional(z.number()),
        cachedInputTokens: z.optional(z.number()),
        totalTokens: z.optional(z.number()),
      }),
    ),
    undefined,
  ),
  tools: z.catch(
    z.optional(
      z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          argumentsText: z.string(),
          result: z.optional(z.string()),
          isError: z.optional(z.boolean()),
        }),
      ),
    ),
    undefined,
  ),
};

/** Reads a message that was stored by this version; fields that it does not know are kept. */
export const messageSchema: z.ZodMiniType<Message> = z.looseObject(messageFields);

/** Answers the text of a message: the string, its first text part, or nothing (§2.3.1). */
export function textOf({ content }: Pick<Message, "content">): string {
  if (typeof content === "string") return content;
  return content.find((part) => part.type === "text")?.text ?? "";
}

/** Answers the addresses of all images of a message, in order. */
export function imagesOf({ content }: Pick<Message, "content">): string[] {
  if (typeof content === "string") return [];
  return content.flatMap((part) => (part.type === "image_url" ? [part.image_url.url] : []));
}
