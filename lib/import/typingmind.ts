import { sourceId } from "@/lib/import/content-id";
import type { Format } from "@/lib/import/imported";
import { plainMessages } from "@/lib/import/plain-messages";
import { type ReadDraft, type Report, readChats } from "@/lib/import/read-chats";
import { readTime } from "@/lib/import/times";
import { userPrompts } from "@/lib/import/user-prompts";
import { type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** Format of TypingMind's backup: its chats and prompts. Only the role and content of messages are guaranteed. */
export const typingMind: Format = {
  id: "typingmind",
  detects: (top) => Array.isArray(recordOf(recordOf(top).data).chats),
  read(value, context) {
    const data = recordOf(recordOf(value).data);
    const read = readChats("typingmind", { items: listOf(data.chats), where: "data.chats" }, draftOf, context);
    return { ...read, documents: userPrompts("typingmind", data.userPrompts, ({ body }) => body) };
  },
};

function draftOf(chat: JsonRecord, report: Report): ReadDraft {
  const shape = {
    role: ({ role }: JsonRecord) => role,
    content: ({ content }: JsonRecord) => content,
    id: ({ uuid }: JsonRecord) => uuid,
    date: ({ createdAt }: JsonRecord) => createdAt,
    model: ({ model }: JsonRecord) => model ?? chat.model,
  };
  return {
    id: sourceId(chat.chatID) ?? sourceId(chat.id),
    topic: stringOf(chat.chatTitle) || stringOf(chat.title),
    created: readTime(chat.createdAt),
    updated: readTime(chat.updatedAt),
    messages: plainMessages(chat.messages, shape, report),
  };
}
