import { sourceId } from "@/lib/import/content-id";
import type { Format } from "@/lib/import/imported";
import { paragraphs } from "@/lib/import/markdown";
import { plainMessages } from "@/lib/import/plain-messages";
import { type ReadDraft, type Report, readChats } from "@/lib/import/read-chats";
import { parseSafely } from "@/lib/import/safe-json";
import { readTime } from "@/lib/import/times";
import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** Format of big-AGI's chats, a single chat, or its full backup. Keys in its models are ignored. */
export const bigAgi: Format = {
  id: "big-agi",
  detects: (top) =>
    isRecord(top) &&
    ((Array.isArray(top.conversations) && "models" in top) ||
      (Array.isArray(top.messages) && "systemPurposeId" in top) ||
      top.schema === "vnd.agi.flash-backup"),
  read: (value, context) => readChats("big-agi", chatsIn(recordOf(value)), draftOf, context),
};

function chatsIn(file: JsonRecord): { items: readonly unknown[]; where?: string } {
  if (Array.isArray(file.conversations)) return { items: file.conversations, where: "conversations" };
  if (file.schema !== "vnd.agi.flash-backup") return { items: [file] };
  const database = recordOf(recordOf(recordOf(file.storage).indexedDB)["keyval-store"]);
  const chats = listOf(database.keyval).find((row) => recordOf(row).key === "app-chats");
  const value = plain(recordOf(chats).value);
  return { items: listOf(recordOf(recordOf(value).state).conversations), where: "app-chats" };
}

function draftOf(chat: JsonRecord, report: Report): ReadDraft {
  return {
    id: sourceId(chat.id),
    topic: stringOf(chat.userTitle) || stringOf(chat.autoTitle),
    created: readTime(chat.created),
    updated: readTime(chat.updated),
    messages: plainMessages(chat.messages, shape, report),
  };
}

const shape = {
  role: ({ role }: JsonRecord) => role,
  content: (message: JsonRecord) => fragmentText(message, "text") || stringOf(message.text),
  reasoning: (message: JsonRecord) => fragmentText(message, "ma"),
  id: ({ id }: JsonRecord) => id,
  date: ({ updated, created }: JsonRecord) => updated ?? created,
  model: ({ generator, originLLM }: JsonRecord) => recordOf(generator).name ?? originLLM,
};

/** Returns the text of fragments; those of kind `ma` contain the model's reasoning. */
function fragmentText({ fragments }: JsonRecord, kind: "text" | "ma"): string {
  const parts = listOf(fragments).map((fragment) => recordOf(recordOf(fragment).part));
  return paragraphs(parts.map(({ pt, text, aText }) => (pt === kind ? stringOf(kind === "text" ? text : aText) : "")));
}

function plain(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const json = parseSafely(value, { maxChars: Number.POSITIVE_INFINITY });
  return json.ok ? json.value : undefined;
}
