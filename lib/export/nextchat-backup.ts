import type { Mask } from "@/lib/chat/mask";
import type { Content, Message, MessageTool } from "@/lib/chat/message";
import { type ChatSession, inListOrder } from "@/lib/chat/session";
import type { BackupData, BackupOptions } from "@/lib/export/backup-data";
import { isRecord } from "@/lib/fields/fields";
import { withoutCredentials } from "@/lib/settings/without-credentials";
import { putBackImages } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";

/** What NextChat calls a chat without a title; it gives such a chat one (§2.3.1). */
const untitled = "New Conversation";

/** The other stores that NextChat takes from a backup (§2.8), each with what it must hold at least. */
const otherStores = {
  "access-control": {},
  "app-config": {},
  "mask-store": { masks: {} },
  "prompt-store": { counter: 0, prompts: {} },
} as const;

/**
 * Writes a backup that NextChat reads: five stores as plain states, each chat with the path that is shown (§2.8).
 *
 * Asides, deletions and the stores that NextChat does not export stay behind.
 */
export async function* nextChatBackup(data: BackupData, { withCredentials }: BackupOptions): AsyncGenerator<string> {
  const messages = shownMessages(data.messages);
  const chats = inListOrder([...data.sessions].filter(({ deletedAt }) => deletedAt === undefined));
  yield '{"chat-next-web-store":{"sessions":[';
  let separator = "\n";
  for (const chat of chats) {
    const own = messages.get(chat.id) ?? [];
    const complete = await Promise.all(own.map((message) => putBackImages(message, data.readBlob)));
    yield separator + JSON.stringify(sessionOf(chat, complete));
    separator = ",\n";
  }
  yield `\n],"currentSessionIndex":0,"lastInput":"","lastUpdateTime":${data.exportedAt}}`;
  for (const [key, least] of Object.entries(otherStores)) {
    const { state } = data.documents[key] ?? { state: least };
    const whole = { ...least, ...(typeof state === "object" ? state : {}) };
    const stored = key === "prompt-store" ? withoutDeletions(whole) : whole;
    yield `,\n${JSON.stringify(key)}:${JSON.stringify(withCredentials ? stored : withoutCredentials(stored))}`;
  }
  yield "}\n";
}

/** NextChat knows no deletions: what is not in the file is not there. */
function withoutDeletions({ deleted: _deleted, ...rest }: { readonly deleted?: unknown }): object {
  return rest;
}

/** Groups the messages on the shown path by chat, each chat's in order. */
function shownMessages(messages: Iterable<MessageRecord>): ReadonlyMap<string, readonly MessageRecord[]> {
  const shown = new Map<string, MessageRecord[]>();
  for (const message of messages) {
    if (message.isAside) continue;
    const chat = shown.get(message.sessionId);
    if (chat) chat.push(message);
    else shown.set(message.sessionId, [message]);
  }
  for (const chat of shown.values()) chat.sort((a, b) => a.seq - b.seq);
  return shown;
}

function sessionOf(session: ChatSession, messages: readonly MessageRecord[]): unknown {
  const { preview, messageCount, order, deletedAt, ...rest } = session;
  return {
    stat: { tokenCount: 0, wordCount: 0, charCount: 0 },
    ...rest,
    topic: session.topic || untitled,
    messages: messages.map(({ sessionId, seq, ...message }) => messageOf(message)),
    mask: maskOf(session.mask),
  };
}

function maskOf(mask: Mask): unknown {
  return { ...mask, name: mask.name || untitled, context: mask.context.map(messageOf) };
}

/** Fields that NextChat does not know are written as they are: it keeps them. */
function messageOf(message: Message & { readonly otherParts?: unknown }): unknown {
  const { reasoning, tools, content, parentId, isAside, date, otherParts, ...rest } = message;
  return {
    ...rest,
    date: dateOf(date),
    streaming: false,
    content: withOtherParts(reasoning ? withQuotation(reasoning, content) : content, otherParts),
    ...(tools ? { tools: tools.map(toolOf) } : {}),
  };
}

/** Puts parts of kinds that we do not know back where they were (`lib/import/nextchat-message.ts` took them out). */
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
