import { readAskedModels } from "@/lib/chat/asked-models";
import { readContent } from "@/lib/chat/content-schema";
import { omittableParts } from "@/lib/chat/request";
import type { WaitingMessages } from "@/lib/chat/waiting-message";
import { listOf } from "@/lib/json";
import { textKeys } from "@/lib/storage/local-keys";
import * as z from "@/lib/zod";

/** Key of the waiting messages of all tabs among the texts of the database. */
export const waitingMessagesKey = textKeys.waiting;

const storedSchema = z.catch(
  z.pipe(z.jsonText, z.record(z.string(), z.record(z.string(), z.array(z.looseObject({ id: z.string() }))))),
  {},
);

/** Returns the waiting messages by tab id. Missing or invalid text means none; messages without content are skipped. */
export function parseWaiting(text: string | undefined): Readonly<Record<string, WaitingMessages>> {
  return mapValues(z.parse(storedSchema, text), (chats) =>
    mapValues(chats, (rows) =>
      rows.flatMap((row) => {
        const content = readContent(row);
        const models = readAskedModels(row.models);
        const omitted = omittableParts.filter((part) => listOf(row.omitted).includes(part));
        const options = { ...(models.length > 0 && { models }), ...(omitted.length > 0 && { omitted }) };
        return content === undefined ? [] : [{ id: row.id, content, ...options }];
      }),
    ),
  );
}

/** Returns the text to store for the waiting messages of all tabs; `null` if there are none. */
export function waitingText(byTab: Readonly<Record<string, WaitingMessages>>): string | null {
  const tabs = Object.entries(byTab).filter(([, chats]) => countWaiting(chats) > 0);
  return tabs.length === 0 ? null : JSON.stringify(Object.fromEntries(tabs));
}

/** Returns the number of waiting messages in all chats. */
export function countWaiting(chats: WaitingMessages): number {
  return Object.values(chats).reduce((sum, { length }) => sum + length, 0);
}

/** Merges two lists of waiting messages by chat, the earlier ones first. */
export function joinWaiting(earlier: WaitingMessages, later: WaitingMessages): WaitingMessages {
  const joined = Object.keys({ ...earlier, ...later }).map((id) => [
    id,
    [...(earlier[id] ?? []), ...(later[id] ?? [])],
  ]);
  return Object.fromEntries(joined.filter(([, messages]) => messages?.length));
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
