import { readDates } from "@/lib/import/dates";
import type { DraftMessage } from "@/lib/import/draft-chat";
import type { Format, ImportContext } from "@/lib/import/imported";
import { type ReadDraft, type Report, readChats } from "@/lib/import/read-chats";
import { sillyTavernDate } from "@/lib/import/silly-tavern-date";
import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

/** Format of SillyTavern's chats: lines of JSON, of which the first names the two speakers. */
export const sillyTavern: Format = {
  id: "silly-tavern",
  detects: (top) => {
    const first = recordOf(listOf(top)[0]);
    return "user_name" in first && "character_name" in first;
  },
  read: (value, context) =>
    readChats("silly-tavern", { items: [{ lines: value }] }, (item, report) => draftOf(item, report, context), context),
};

function draftOf({ lines }: JsonRecord, report: Report, { zoneMinutes }: ImportContext): ReadDraft {
  const [head, ...said] = listOf(lines);
  const texts = said.map((line) => sillyTavernDate(recordOf(line).send_date));
  const dates = readDates(texts, { lastUpdate: undefined, zoneMinutes });
  const shown: DraftMessage[] = [];
  const hiddenMessages: DraftMessage[] = [];
  for (const [place, line] of said.entries()) {
    if (!isRecord(line) || typeof line.mes !== "string") {
      report(`[${place + 1}]`, "wrong-shape");
      continue;
    }
    const role = line.is_system === true ? "system" : line.is_user === true ? "user" : "assistant";
    const message: DraftMessage = { id: `${place}`, role, content: line.mes, date: dates[place] };
    const parentId = shown.at(-1)?.id;
    shown.push(message);
    for (const [swipe, text] of listOf(line.swipes).entries()) {
      if (typeof text !== "string" || text === line.mes || swipe === line.swipe_id) continue;
      hiddenMessages.push({ ...message, id: `${place}-${swipe}`, content: text, parentId, isAside: true });
    }
  }
  const { character_name, create_date } = recordOf(head);
  const name = stringOf(character_name);
  return { id: createdId(name, create_date), topic: name, messages: [...shown, ...hiddenMessages] };
}

/** Returns an id. A chat has none, but its character and its creation time, to the second, are practically unique. */
function createdId(name: string, created: unknown): string | undefined {
  return typeof created === "string" && created !== "" ? `${name}:${created}` : undefined;
}
