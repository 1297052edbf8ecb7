import { searchableText } from "@/lib/search/searchable-text";
import { isShown, type MessageRecord } from "@/lib/storage/catalogue";
import type { SearchIndexRows } from "@/lib/storage/search-index-rows";
import { readMessageRow } from "@/lib/storage/validate-rows";

/** A stored message with its searchable text, folded. */
export interface ReadMessage {
  readonly id: string;
  /** The stored row; undefined if the message is gone. */
  readonly row: unknown;
  readonly text: string;
}

/** Minimum number of neighbors that are read as a range, and the number of other rows that such a range may contain. */
export const minRange = 8;
const rangeSlack = 50;

/** Reads messages as they are stored now. */
export async function readMessages(rows: SearchIndexRows, wanted: readonly string[]): Promise<ReadMessage[]> {
  const found = await rows.readMessages(wanted);
  return wanted.map((id, index) => readMessage(id, found[index]));
}

/** Reads messages whose ids are in order, so that they are likely to be neighbors. */
export async function readRun(rows: SearchIndexRows, wanted: readonly string[]): Promise<ReadMessage[]> {
  const [first, last] = [wanted[0], wanted.at(-1)];
  const isSorted = wanted.every((id, index) => index === 0 || (wanted[index - 1] ?? "") < id);
  if (first === undefined || last === undefined || wanted.length < minRange || !isSorted) {
    return readMessages(rows, wanted);
  }
  const found = messagesOf(await rows.readRange({ first, last }, wanted.length + rangeSlack));
  const byId = new Map(found.map((message) => [message.id, message]));
  const others = wanted.filter((id) => !byId.has(id));
  const rest = others.length > 0 ? await readMessages(rows, others) : [];
  return [...wanted.flatMap((id) => byId.get(id) ?? []), ...rest];
}

/** Returns the rows that have an id, with their texts. */
export function messagesOf(rows: readonly unknown[]): ReadMessage[] {
  return rows.flatMap((row) => {
    const id = idOf(row);
    return id === undefined ? [] : [readMessage(id, row)];
  });
}

/** Returns a row with its text. Hidden versions cannot be opened as results, and damaged rows have no text. */
export function readMessage(id: string, row: unknown): ReadMessage {
  const record = row as MessageRecord | undefined;
  if (!record || !isShown(record)) return { id, row, text: "" };
  const { content, reasoning } = record;
  const isPlain = typeof content === "string" && (reasoning === undefined || typeof reasoning === "string");
  return { id, row, text: isPlain || readMessageRow(record) ? searchableText(record) : "" };
}

export function idOf(row: unknown): string | undefined {
  const { id } = (row ?? {}) as { readonly id?: unknown };
  return typeof id === "string" ? id : undefined;
}

export function modelOf(row: unknown): string | undefined {
  const { model } = row as { readonly model?: unknown };
  return typeof model === "string" ? model : undefined;
}

export function isStreaming(row: unknown): boolean {
  return (row as Partial<MessageRecord> | undefined)?.streaming === true;
}
