import {
  type Content,
  type ContentPart,
  type Message,
  type MessageTool,
  messageFields,
  type Role,
  textOf,
} from "@/lib/chat/message";
import { sourceId } from "@/lib/import/content-id";
import { isExactDate } from "@/lib/import/date-text";
import type { ImportContext } from "@/lib/import/imported";
import { splitQuotedReasoning } from "@/lib/import/quoted-reasoning";
import { withValidFields } from "@/lib/import/valid-fields";
import { isRecord, type JsonRecord, listOf, printJson, recordOf, stringOf } from "@/lib/providers/json";

const roles: readonly unknown[] = ["system", "user", "assistant"] satisfies Role[];

/** Whether something can be read as a message of NextChat: a role that we know, and whatever it says. */
export function isNextChatMessage(value: unknown): value is JsonRecord & { readonly role: Role } {
  return isRecord(value) && roles.includes(value.role);
}

/**
 * Reads a message of NextChat; fields that it has beyond ours are kept.
 *
 * @param given the id and the time, which only the whole chat can tell
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
  // Our own backups for NextChat write a time that needs no guessing, and keep the older words beside it.
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

/** Returns what a message says, and parts of kinds that we do not know, with their places, to be written back. */
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
  // Addresses in the old browser's cache lead nowhere here; they are kept for the screen to say so.
  return type === "image_url" && typeof url === "string" ? { type, image_url: { url } } : undefined;
}

/** The quotation stands at the beginning of the text, or of the first text among parts. */
function withoutReasoning(content: Content): Pick<Message, "content" | "reasoning"> {
  const text = textOf({ content });
  const { reasoning, answer } = splitQuotedReasoning(text);
  if (reasoning === "") return { content };
  if (typeof content === "string") return { content: answer, reasoning };
  const place = content.findIndex(({ type }) => type === "text");
  const parts = answer === "" ? content.toSpliced(place, 1) : content.with(place, { type: "text", text: answer });
  return { content: parts, reasoning };
}

/** Reads a tool call: NextChat's has the function apart, and its result or its error beside it. */
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
