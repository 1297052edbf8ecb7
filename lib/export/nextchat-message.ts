import type { Content, Message, MessageTool } from "@/lib/chat/message";
import { isRecord } from "@/lib/fields/fields";

/** Writes a message as NextChat has it. Fields that it does not know are written as they are: it keeps them. */
export function nextChatMessage(message: Message & { readonly otherParts?: unknown }): unknown {
  const { reasoning, tools, content, parentId, isAside, date, otherParts, ...rest } = message;
  return {
    ...rest,
    date: dateOf(date),
    streaming: false,
    content: withOtherParts(reasoning ? withQuotation(reasoning, content) : content, otherParts),
    ...(tools ? { tools: tools.map(toolOf) } : {}),
  };
}

/** Puts parts of kinds that we do not know back where they were (`lib/import/nextchat/nextchat-message.ts` took them out). */
function withOtherParts(content: Content, otherParts: unknown): unknown {
  if (typeof content === "string" || !Array.isArray(otherParts)) return content;
  const parts: unknown[] = [...content];
  for (const other of otherParts) {
    if (isRecord(other) && typeof other.place === "number") parts.splice(other.place, 0, other.part);
  }
  return parts;
}

/** A moment that every browser reads alike; NextChat sorts by what it can make of it. */
function dateOf(date: number): string {
  return date > 0 && date <= 8.64e15 ? new Date(date).toISOString() : "";
}

/** NextChat has the reasoning as a quotation ahead of the answer. */
function withQuotation(reasoning: string, content: Content): Content {
  const quotation = `${reasoning.replace(/^/gm, "> ")}\n\n`;
  if (typeof content === "string") return quotation + content;
  const place = content.findIndex(({ type }) => type === "text");
  const part = content[place];
  if (part?.type !== "text") return [{ type: "text", text: quotation }, ...content];
  return content.with(place, { type: "text", text: quotation + part.text });
}

function toolOf({ id, name, argumentsText, result, isError }: MessageTool): unknown {
  return {
    id,
    type: "function",
    function: { name, arguments: argumentsText },
    ...(result === undefined ? {} : { content: result }),
    ...(isError === undefined ? {} : { isError }),
  };
}
