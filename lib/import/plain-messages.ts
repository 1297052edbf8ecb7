import type { ContentPart } from "@/lib/chat/message";
import { sourceId } from "@/lib/import/content-id";
import type { DraftMessage } from "@/lib/import/draft-chat";
import { paragraphs } from "@/lib/import/markdown";
import type { Report } from "@/lib/import/read-chats";
import { readRole } from "@/lib/import/roles";
import { readTime } from "@/lib/import/times";
import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** Accessors of a product's message fields. */
export interface PlainShape {
  readonly list?: string;
  role(message: JsonRecord): unknown;
  content(message: JsonRecord): unknown;
  id?(message: JsonRecord): unknown;
  date?(message: JsonRecord): unknown;
  model?(message: JsonRecord): unknown;
  reasoning?(message: JsonRecord): unknown;
}

/** Reads a list of messages, each with a role and a text or a list of parts; invalid ones are reported. */
export function plainMessages(stored: unknown, shape: PlainShape, report: Report): DraftMessage[] {
  return listOf(stored).flatMap((message, place): DraftMessage[] => {
    const role = isRecord(message) ? readRole(shape.role(message)) : undefined;
    if (!isRecord(message) || !role) {
      report(`${shape.list ?? "messages"}[${place}]`, "wrong-shape");
      return [];
    }
    const model = stringOf(shape.model?.(message));
    const reasoning = stringOf(shape.reasoning?.(message));
    return [
      {
        id: sourceId(shape.id?.(message)),
        role,
        content: plainContent(shape.content(message)),
        date: readTime(shape.date?.(message)),
        ...(model && role === "assistant" ? { model } : {}),
        ...(reasoning ? { reasoning } : {}),
      },
    ];
  });
}

/** Reads a text, or the texts and images of a list of parts. */
export function plainContent(value: unknown): DraftMessage["content"] {
  if (!Array.isArray(value)) return stringOf(value);
  const parts = value.map(recordOf);
  const text = paragraphs(parts.map((part) => stringOf(part.text)));
  const images = parts.flatMap((part): ContentPart[] => {
    const url = stringOf(recordOf(part.image_url).url) || stringOf(part.image_url);
    return url ? [{ type: "image_url", image_url: { url } }] : [];
  });
  if (images.length === 0) return text;
  return [...(text ? [{ type: "text" as const, text }] : []), ...images];
}
