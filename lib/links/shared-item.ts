import { hasMoreJsonParts, maxJsonParts } from "@/lib/chat/json-parts";
import type { Content, ContentPart, Message, Role } from "@/lib/chat/message";
import { messageFields } from "@/lib/chat/message-schema";
import type { Source } from "@/lib/chat/sources";
import * as z from "@/lib/zod";

/** A message in a link. */
export interface SharedMessage {
  readonly role: Role;
  /** Text, and images as data URLs or as URLs on another host. */
  readonly content: Content;
  /** The model of a reply; absent if names are not shared. */
  readonly model?: string | undefined;
  /** The reasoning of a reply; absent if it is not shared. */
  readonly reasoning?: string | undefined;
  readonly sources?: readonly Source[] | undefined;
}

/** A chat, or some of its messages, in a link. */
export interface SharedChat {
  readonly kind: "chat";
  readonly title: string;
  /** Time of the last message, in milliseconds since the epoch. */
  readonly date: number;
  readonly messages: readonly SharedMessage[];
}

/** The content of an encrypted link. */
export type SharedItem =
  | SharedChat
  /** `mask`: the `mask` parameter of a mask link (docs/links.md). */
  | { readonly kind: "mask"; readonly mask: string }
  | { readonly kind: "prompt"; readonly title: string; readonly content: string };

/** Maximum length of a title, in characters. */
export const maxTitleChars = 1000;

/** The format version of the content; a reader refuses newer ones. */
const version = 1;

const { role, content, reasoning, sources } = messageFields;
/** Maximum numbers of parts and sources of a message, and length of a model's name. More would only slow its reader down. */
const most = { parts: 200, sources: 100, modelChars: 200 } as const;
const messageSchema = z
  .object({ role, content, reasoning, sources, model: z.optional(z.string().check(z.maxLength(most.modelChars))) })
  .check(
    z.refine(({ content: parts }) => typeof parts === "string" || parts.length <= most.parts),
    z.refine(({ sources: pages = [] }) => pages.length <= most.sources),
  );
const chatSchema = z.object({
  kind: z.literal("chat"),
  title: z.string().check(z.maxLength(maxTitleChars)),
  date: z.number().check(z.gte(0), z.lte(8.64e15)),
  messages: z.array(messageSchema).check(z.minLength(1), z.maxLength(20_000)),
});
const itemSchema = z.discriminatedUnion("kind", [
  chatSchema,
  z.object({ kind: z.literal("mask"), mask: z.string().check(z.maxLength(64_000)) }),
  z.object({
    kind: z.literal("prompt"),
    title: z.string().check(z.maxLength(maxTitleChars)),
    content: z.string(),
  }),
]);
const fileSchema = z.object({ v: z.number().check(z.int(), z.positive()), item: z.unknown() });

/** Writes the content of a link as text; other fields of the item are left out. */
export function writeSharedItem(given: SharedItem): string {
  const item = z.parse(itemSchema, given);
  return JSON.stringify({ v: version, item: item.kind === "chat" ? withoutUnshownImages(item) : item });
}

/** Reads the content of a link, which is untrusted. Never throws. */
export function readSharedItem(text: string): SharedItem | "newer" | "broken" {
  if (hasMoreJsonParts(text, maxJsonParts)) return "broken";
  const file = z.safeParse(z.pipe(z.jsonText, fileSchema), text);
  if (!file.success) return "broken";
  if (file.data.v > version) return "newer";
  const item = z.safeParse(itemSchema, file.data.item);
  if (!item.success) return "broken";
  return item.data.kind === "chat" ? withoutUnshownImages(item.data) : item.data;
}

/** Images that a page may show: pictures in the link itself, and those of other hosts, which load on request. */
const shownImage = /^(data:image\/(png|jpeg|webp|gif|avif);base64,|https?:\/\/)/i;

function withoutUnshownImages(chat: SharedChat): SharedChat {
  return { ...chat, messages: chat.messages.map((message) => ({ ...message, content: shownContent(message) })) };
}

function shownContent({ content }: Pick<Message, "content">): Content {
  if (typeof content === "string") return content;
  return content.flatMap((part): ContentPart[] => {
    if (part.type === "text") return [part];
    return shownImage.test(part.image_url.url) ? [{ type: "image_url", image_url: { url: part.image_url.url } }] : [];
  });
}
