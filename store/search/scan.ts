import { containsRows, type MatchingMessage, passesFilter, type SearchRows } from "@/lib/search/search-chats";
import { isShown, type MessageRecord } from "@/lib/storage/catalogue";
import { readMessageRow } from "@/lib/storage/validate-rows";
import type { ReadMessage } from "@/store/search/read-message";
import type { Search } from "@/store/search/search-messages";

/** The messages that match the rows of a search, by id. */
export interface Scan {
  readonly rows: SearchRows;
  readonly matches: Map<string, MatchingMessage>;
  /** The first of these messages, from which the results are quoted. */
  readonly quoted: Map<string, MessageRecord>;
}

/** Maximum number of matching messages that a search holds in memory. */
const maxQuoted = 50;

export function scanOf(rows: SearchRows): Scan {
  return { rows, matches: new Map(), quoted: new Map() };
}

/** Compares messages with a search. Returns whether its matches have changed. */
export function compare(scan: Scan, { filter }: Search, messages: readonly ReadMessage[]): boolean {
  const { rows, matches, quoted } = scan;
  let isChanged = false;
  for (const { id, row, text } of messages) {
    const record = containsRows(text, rows) ? recordOf(row) : undefined;
    if (record && passesFilter(record, filter)) {
      matches.set(id, { id, sessionId: record.sessionId, date: record.date });
      if (quoted.size < maxQuoted || quoted.has(id)) quoted.set(id, record);
      isChanged = true;
    } else if (matches.delete(id)) {
      quoted.delete(id);
      isChanged = true;
    }
  }
  return isChanged;
}

/** Returns a row as a record that can be shown; undefined if it is gone, hidden or damaged. */
export function recordOf(row: unknown): MessageRecord | undefined {
  // Damaged rows are reported when their chat is opened.
  const record = readMessageRow(row);
  return record && isShown(record) ? record : undefined;
}
