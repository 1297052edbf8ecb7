import { purposeSentence } from "@/lib/chat/purpose-sentence";
import { chatOf, type DraftMessage } from "@/lib/import/draft-chat";
import type { Format, ImportContext, Imported, ImportedChat, NotUnderstood } from "@/lib/import/imported";
import { isNextChatMessage, readNextChatMessage } from "@/lib/import/nextchat/nextchat-message";
import { withUniqueIds } from "@/lib/import/unique-ids";
import { isRecord, type JsonRecord, listOf, stringOf } from "@/lib/json";

/**
 * Format of a single chat as NextChat downloads it, which NextChat itself cannot read; fine-tuning files have the same
 * shape, one per line.
 */
export const nextChatSingle: Format = {
  id: "nextchat-chat",
  detects: (top) => isSingle(Array.isArray(top) ? top[0] : top),
  read: readSingles,
};

/** The first message of our own files: `lib/export/chat-json.ts` writes it before the title. */
const ownSentence = new RegExp(`^${purposeSentence}(?:\\s+(.*))?$`, "s");

/** Start of NextChat's first message in the known languages; the rest is the chat's title. */
const titleSentence = /^(?:You are an assistant that|你是一个助手，?|你是一個助手，?)\s*(.*)$/s;

function isSingle(value: unknown): value is JsonRecord {
  if (!isRecord(value) || !Array.isArray(value.messages)) return false;
  const [first] = value.messages;
  return Object.keys(value).length === 1 && isRecord(first) && "role" in first && "content" in first;
}

function readSingles(value: unknown, context: ImportContext): Imported {
  const notUnderstood: NotUnderstood[] = [];
  const isList = Array.isArray(value);
  const read = (isList ? value : [value]).flatMap((single, place): ImportedChat[] => {
    const where = isList ? `[${place}]` : "";
    if (isSingle(single)) return chatIn(single, where, context, notUnderstood);
    notUnderstood.push({ where, reason: "wrong-shape" });
    return [];
  });
  const { chats, duplicates } = withUniqueIds(read);
  return { format: "nextchat-chat", chats, documents: {}, notUnderstood: [...notUnderstood, ...duplicates] };
}

function chatIn(
  single: JsonRecord,
  where: string,
  context: ImportContext,
  notUnderstood: NotUnderstood[],
): ImportedChat[] {
  const messages = listOf(single.messages).flatMap((message, place): DraftMessage[] => {
    if (!isNextChatMessage(message)) {
      notUnderstood.push({ where: `${where}.messages[${place}]`, reason: "wrong-shape" });
      return [];
    }
    const { id, date, ...read } = readNextChatMessage(message, { id: "", date: 0 }, context);
    return [read];
  });
  const [first] = messages;
  const opening = first?.role === "system" ? stringOf(first.content) : "";
  const sentence = ownSentence.exec(opening) ?? titleSentence.exec(opening);
  const said = sentence ? messages.slice(1) : messages;
  if (said.length === 0) {
    notUnderstood.push({ where, reason: "no-messages" });
    return [];
  }
  return [chatOf({ format: "nextchat-chat", topic: sentence?.[1]?.trim(), messages: said }, context)];
}
