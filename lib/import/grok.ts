import { sourceId } from "@/lib/import/content-id";
import type { Format } from "@/lib/import/imported";
import { plainMessages } from "@/lib/import/plain-messages";
import { readChats } from "@/lib/import/read-chats";
import { readTime } from "@/lib/import/times";
import { type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** Format of Grok's export. */
export const grok: Format = {
  id: "grok",
  detects: (top) => listOf(recordOf(top).conversations).some((item) => "conversation" in recordOf(item)),
  read: (value, context) =>
    readChats(
      "grok",
      { items: listOf(recordOf(value).conversations), where: "conversations" },
      (item, report) => {
        const { id, title, create_time } = recordOf(item.conversation);
        const responses = listOf(item.responses).map((each) => recordOf(each).response);
        return {
          id: sourceId(id),
          topic: stringOf(title),
          created: timeOf(create_time),
          messages: plainMessages(responses, shape, report),
        };
      },
      context,
    ),
};

const shape = {
  list: "responses",
  role: ({ sender }: JsonRecord) => sender,
  content: ({ message }: JsonRecord) => message,
  date: ({ create_time }: JsonRecord) => timeOf(create_time),
  model: ({ model }: JsonRecord) => model,
};

/** Returns the time of a response in MongoDB's format: `{ "$date": { "$numberLong": "…" } }`. */
function timeOf(value: unknown): number | undefined {
  const { $date } = recordOf(value);
  return readTime(recordOf($date).$numberLong ?? $date ?? value);
}
