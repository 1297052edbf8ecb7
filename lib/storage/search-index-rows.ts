import type { IDBPDatabase } from "idb";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { ParleyDatabase, SearchLogEntry } from "@/lib/storage/database-records";
import { growthOfMessage } from "@/lib/storage/database-writes";
import { storageError } from "@/lib/storage/documents";
import { withGrowth } from "@/lib/storage/growth";

/** Key of the state in the object store `searchIndex`; all other keys are numbers of segments. */
const stateKey = "state";

/** An entry of the log with its number. */
export interface NumberedEntry {
  readonly number: number;
  readonly ids: SearchLogEntry;
}

/** A change of the stored index. It is only applied to the state that it was made for. */
export interface IndexCommit {
  /** The stored revision; 0 without an index. */
  readonly from: number;
  readonly state: { readonly revision: number };
  readonly segments: readonly { readonly number: number; readonly segment: unknown }[];
  /** Numbers of the log entries that the segments contain. */
  readonly consumed: readonly number[];
  /** Whether all other segments are deleted. */
  readonly isWhole?: boolean;
}

/** Handle of the stored search index, its log, and the messages that it is made from. */
export interface SearchIndexRows {
  readonly isReadOnly: boolean;
  readState(): Promise<unknown>;
  /** Reads the segments with these numbers. */
  readSegments(first: number, last: number): Promise<unknown[]>;
  /** Reads the log entries with higher numbers. */
  readLog(after: number): Promise<NumberedEntry[]>;
  countMessages(): Promise<number>;
  /** Reads ids of messages in order, after the given one. */
  readIds(after: string | undefined, count: number): Promise<string[]>;
  /** Reads messages by id, without validation; missing ones are undefined. Streaming replies include their growth. */
  readMessages(ids: readonly string[]): Promise<unknown[]>;
  /** Reads messages in order of their ids, without validation and without growth. */
  readRange(range: IdRange, count: number): Promise<unknown[]>;
  /**
   * Applies a change in one transaction. Returns false if another tab has changed the index meanwhile. Throws
   * `storage-full` or `storage-unavailable`.
   */
  commit(change: IndexCommit): Promise<boolean>;
}

/** A range of ids; without a start, from the first. */
export interface IdRange {
  readonly after?: string | undefined;
  readonly first?: string;
  readonly last?: string;
}

/** Returns the handle of the search index in an open database. */
export function searchIndexRows(database: IDBPDatabase<ParleyDatabase>, isReadOnly: boolean): SearchIndexRows {
  async function grown(row: MessageRecord): Promise<MessageRecord> {
    const { store } = database.transaction("growth");
    return withGrowth(row, await store.getAll(growthOfMessage(row.id)));
  }

  return {
    isReadOnly,
    readState: () => database.get("searchIndex", stateKey),
    readSegments: (first, last) => database.getAll("searchIndex", IDBKeyRange.bound(first, last)),
    async readLog(after) {
      if (isReadOnly) return [];
      const range = IDBKeyRange.lowerBound(after, true);
      const { store } = database.transaction("searchLog");
      const [numbers, entries] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      return entries.map((ids, index) => ({ number: numbers[index] ?? 0, ids }));
    },
    countMessages: () => database.count("messages"),
    readIds: (after, count) =>
      database.getAllKeys("messages", after === undefined ? undefined : IDBKeyRange.lowerBound(after, true), count),
    async readMessages(ids) {
      const transaction = database.transaction(["messages", "growth"]);
      const reading = Promise.all([
        Promise.all(ids.map((id) => transaction.objectStore("messages").get(id))),
        transaction.objectStore("growth").getAllKeys(),
      ]);
      const [rows, growing] = await reading;
      const ungrown = new Set(growing.map(([messageId]) => messageId));
      return Promise.all(rows.map((row) => (row && ungrown.has(row.id) ? grown(row) : row)));
    },
    readRange: ({ after, first, last }, count) => {
      const start = after ?? first;
      if (start === undefined) return database.getAll("messages", undefined, count);
      const isOpen = after !== undefined;
      const range =
        last === undefined ? IDBKeyRange.lowerBound(start, isOpen) : IDBKeyRange.bound(start, last, isOpen, false);
      return database.getAll("messages", range, count);
    },
    async commit({ from, state, segments, consumed, isWhole = false }) {
      try {
        const transaction = database.transaction(["searchIndex", "searchLog"], "readwrite", { durability: "relaxed" });
        const index = transaction.objectStore("searchIndex");
        const stored = await index.get(stateKey);
        if (revisionOf(stored) !== from) {
          await transaction.done;
          return false;
        }
        const log = transaction.objectStore("searchLog");
        await Promise.all([
          ...(isWhole ? [index.clear()] : []),
          ...segments.map(({ number, segment }) => index.put(segment, number)),
          index.put(state, stateKey),
          ...consumed.map((number) => log.delete(number)),
          transaction.done,
        ]);
        return true;
      } catch (thrown) {
        throw storageError(thrown);
      }
    },
  };
}

/** Returns the revision of a stored state; 0 without a valid one. */
export function revisionOf(state: unknown): number {
  const revision = typeof state === "object" && state !== null && "revision" in state ? state.revision : 0;
  return typeof revision === "number" ? revision : 0;
}
