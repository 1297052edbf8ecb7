import { sourceId } from "@/lib/import/content-id";
import type { Format } from "@/lib/import/imported";
import { plainMessages } from "@/lib/import/plain-messages";
import { readChats } from "@/lib/import/read-chats";
import { isRecord, type JsonRecord, listOf, recordOf } from "@/lib/providers/json";

/** ShareGPT's requests, and the data sets that took over their shape (import-formats §14). Answers may be HTML. */
export const shareGpt: Format = {
  id: "sharegpt",
  detects: (top) => (Array.isArray(top) ? top : [top]).some(isShared),
  read: (value, context) =>
    readChats(
      "sharegpt",
      { items: Array.isArray(value) ? value : [value] },
      (item, tell) => ({
        id: sourceId(item.id),
        messages: plainMessages(saidIn(item), { ...shape, list: "conversations" }, tell),
      }),
      context,
    ),
};

const shape = {
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
