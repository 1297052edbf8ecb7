import type { Content, Message, MessageTool } from "@/lib/chat/message";
import { isRecord } from "@/lib/json";

/** Returns a message in NextChat's format. Fields that NextChat does not know are included, because it retains them. */
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

/**
 * Restores content parts of unknown types at their positions (`lib/import/nextchat/nextchat-message.ts` removed them).
 */
function withOtherParts(content: Content, otherParts: unknown): unknown {
  if (typeof content === "string" || !Array.isArray(otherParts)) return content;
  const parts: unknown[] = [...content];
  for (const other of otherParts) {
    if (isRecord(other) && typeof other.place === "number") parts.splice(other.place, 0, other.part);
  }
  return parts;
}

/** Returns a date that every browser parses in the same way; NextChat sorts by the parsed value. */
function dateOf(date: number): string {
  return date > 0 && date <= 8.64e15 ? new Date(date).toISOString() : "";
}

/** Prepends the reasoning as a block quote, as NextChat displays it. */
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
