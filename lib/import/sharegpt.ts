import { sourceId } from "@/lib/import/content-id";
import { plainMessages } from "@/lib/import/plain-messages";
import { listFormat, type ReadDraft, type Report } from "@/lib/import/read-chats";
import { isRecord, type JsonRecord, listOf, recordOf } from "@/lib/json";

/** Format of ShareGPT's requests, and of data sets with the same shape. Texts of assistants may be HTML. */
export const shareGpt = listFormat("sharegpt", isShared, draftOf);

function draftOf(item: JsonRecord, report: Report): ReadDraft {
  return { id: sourceId(item.id), messages: plainMessages(saidIn(item), shape, report) };
}

const shape = {
  list: "conversations",
  role: ({ from }: JsonRecord) => from,
  content: ({ value }: JsonRecord) => value,
};

function saidIn(item: JsonRecord): readonly unknown[] {
  return Array.isArray(item.conversations) ? item.conversations : listOf(item.items);
}

function isShared(item: unknown): boolean {
  const first = recordOf(saidIn(recordOf(item))[0]);
  return isRecord(item) && "from" in first && "value" in first;
}
