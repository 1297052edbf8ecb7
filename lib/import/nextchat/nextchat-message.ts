import { type Content, type ContentPart, type Message, type MessageTool, type Role, textOf } from "@/lib/chat/message";
import { messageFields } from "@/lib/chat/message-schema";
import { sourceId } from "@/lib/import/content-id";
import { isExactDate } from "@/lib/import/date-text";
import type { ImportContext } from "@/lib/import/imported";
import { splitQuotedReasoning } from "@/lib/import/quoted-reasoning";
import { withValidFields } from "@/lib/import/valid-fields";
import { isRecord, type JsonRecord, listOf, printJson, recordOf, stringOf } from "@/lib/json";

const roles: readonly unknown[] = ["system", "user", "assistant"] satisfies Role[];

/** Whether a value can be read as a message of NextChat: it has a known role and any content. */
export function isNextChatMessage(value: unknown): value is JsonRecord & { readonly role: Role } {
  return isRecord(value) && roles.includes(value.role);
}

/**
 * Reads a message of NextChat; further fields are retained.
 *
 * @param given the id and the time, which depend on the whole chat
 */
export function readNextChatMessage(
  stored: JsonRecord & { readonly role: Role },
  given: { readonly id: string; readonly date: number },
  context: ImportContext,
): Message {
  const { date, streaming, content, tools, parentId, isAside, ...rest } = stored;
  const model = stringOf(stored.model);
  const read = readContent(content);
  const opening = stored.role === "assistant" && model !== "" && context.thinks(model);
  const thought = opening ? withoutReasoning(read.content) : { content: read.content };
  const runs = listOf(tools).flatMap((tool, place) => toolOf(tool, `${given.id}-${place}`));
  // Our backups for NextChat contain an exact time, and the original text beside it.
  const dateText = stringOf(rest.dateText) || (typeof date === "string" && !isExactDate(date) ? date : "");
  return {
    ...withValidFields(rest, messageFields),
    ...read.others,
    ...(dateText ? { dateText } : {}),
    ...thought,
    ...(runs.length > 0 ? { tools: runs } : {}),
    role: stored.role,
    ...given,
  };
}

/** Returns the content of a message, and parts of unknown types with their positions, for writing them back. */
function readContent(content: unknown): { content: Content; others: { otherParts?: readonly JsonRecord[] } } {
  if (typeof content === "string") return { content, others: {} };
  if (!Array.isArray(content)) {
    return { content: content === undefined || content === null ? "" : (printJson(content) ?? ""), others: {} };
  }
  const parts: ContentPart[] = [];
  const otherParts: JsonRecord[] = [];
  for (const [place, part] of content.entries()) {
    const known = partOf(part);
    if (known) parts.push(known);
    else otherParts.push({ place, part });
  }
  return { content: parts, others: otherParts.length > 0 ? { otherParts } : {} };
}

function partOf(part: unknown): ContentPart | undefined {
  const { type, text, image_url } = recordOf(part);
  if (type === "text" && typeof text === "string") return { type, text };
  const { url } = recordOf(image_url);
  // URLs of the old browser's cache are invalid here; they are retained so that the UI can say so.
  return type === "image_url" && typeof url === "string" ? { type, image_url: { url } } : undefined;
}

/** Extracts the reasoning, which is a quotation at the start of the text or of the first text part. */
function withoutReasoning(content: Content): Pick<Message, "content" | "reasoning"> {
  const text = textOf({ content });
  const { reasoning, answer } = splitQuotedReasoning(text);
  if (reasoning === "") return { content };
  if (typeof content === "string") return { content: answer, reasoning };
  const place = content.findIndex(({ type }) => type === "text");
  const parts = answer === "" ? content.toSpliced(place, 1) : content.with(place, { type: "text", text: answer });
  return { content: parts, reasoning };
}

/** Reads a tool call; NextChat stores the function in a separate object, and the result or error beside it. */
function toolOf(value: unknown, fallbackId: string): MessageTool[] {
  if (!isRecord(value)) return [];
  const called = recordOf(value.function);
  const result = textIn(value.content) ?? textIn(value.errorMsg);
  return [
    {
      id: sourceId(value.id) ?? fallbackId,
      name: stringOf(called.name),
      argumentsText: textIn(called.arguments) ?? "",
      ...(result === undefined ? {} : { result }),
      ...(typeof value.isError === "boolean" && { isError: value.isError }),
    },
  ];
}

function textIn(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : printJson(value);
}
