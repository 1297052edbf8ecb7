import type { IDBPDatabase } from "idb";
import type { ChatSession } from "@/lib/chat/session";
import { inThreadOrder, type MessageRecord } from "@/lib/storage/catalogue";
import type { ParleyDatabase, RecordIds } from "@/lib/storage/database-records";
import { growthOfMessage, messagesOf } from "@/lib/storage/database-writes";
import { type Growth, withGrowth } from "@/lib/storage/growth";
import type { RowParsers } from "@/lib/storage/parse-rows";

/** Number of rows per batch when all rows are read. */
const rowsAtOnce = 500;

/** Reads of whole collections. */
export interface CollectionReads {
  /**
   * Reads all chat heads, a few hundred at a time. Heads that fail validation are returned as damaged; rows without a
   * string id are copied to `unreadable` and counted.
   */
  readSessions(): AsyncGenerator<{ records: ChatSession[]; unreadable: number }>;
  /** Returns the ids of all records. */
  readIds(): Promise<RecordIds>;
  /** Returns the number of records without reading them. */
  count(): Promise<{ readonly sessions: number; readonly messages: number }>;
  /**
   * Yields all rows of a collection without validation, a few hundred at a time; streaming replies include their
   * growth.
   */
  readRows(collection: "sessions" | "messages" | "tombstones"): AsyncGenerator<readonly unknown[]>;
}

/** Reads of some chats and messages. */
export interface RecordReads {
  /** Reads only the first chat heads of the list, so that a start costs the same with ten chats and ten thousand. */
  readFirstSessions(count: number): Promise<{ records: ChatSession[]; unreadable: number }>;
  /** Reads the messages of one chat in order. Invalid ones are copied to `unreadable` and counted. */
  readMessages(sessionId: string): Promise<{ records: MessageRecord[]; unreadable: number }>;
  /** Reads records by id; missing and invalid ones are skipped. */
  readSome(ids: RecordIds): Promise<{ sessions: ChatSession[]; messages: MessageRecord[] }>;
}

/** Creates the functions that read whole collections, a few hundred rows at a time. */
export function createCollectionReads(
  database: IDBPDatabase<ParleyDatabase>,
  { parseHeads }: RowParsers,
): CollectionReads {
  /** Reads a batch of rows; streaming replies include their growth, read in the same transaction. */
  async function rowsIn(collection: "sessions" | "messages" | "tombstones", range?: IDBKeyRange) {
    if (collection !== "messages") return database.getAll(collection, range, rowsAtOnce);
    const transaction = database.transaction(["messages", "growth"]);
    const [rows, pieces] = await Promise.all([
      transaction.objectStore("messages").getAll(range, rowsAtOnce),
      transaction.objectStore("growth").getAll(),
    ]);
    return joined(rows, pieces);
  }

  async function* rowsOf(collection: "sessions" | "messages" | "tombstones"): AsyncGenerator<readonly unknown[]> {
    let range: IDBKeyRange | undefined;
    for (;;) {
      const rows = await rowsIn(collection, range);
      const last = rows.at(-1);
      if (!last) return;
      yield rows;
      range = IDBKeyRange.lowerBound(last.id, true);
    }
  }

  return {
    async *readSessions() {
      for await (const rows of rowsOf("sessions")) yield parseHeads(rows);
    },
    async *readRows(collection) {
      yield* rowsOf(collection);
    },
    async readIds() {
      const [sessions, messages] = await Promise.all([
        database.getAllKeys("sessions"),
        database.getAllKeys("messages"),
      ]);
      return { sessions, messages };
    },
    async count() {
      const [sessions, messages] = await Promise.all([database.count("sessions"), database.count("messages")]);
      return { sessions, messages };
    },
  };
}

/**
 * Creates the functions that read some chats and messages.
 *
 * They commit reads at once: a page that is busy rendering must not block writers in other tabs. Heads and messages have
 * separate transactions, so that writers of messages do not wait for readers of heads.
 */
export function createRecordReads(
  database: IDBPDatabase<ParleyDatabase>,
  { parseHeads, parseMessages }: RowParsers,
): RecordReads {
  async function headsOf(ids: readonly string[]): Promise<ChatSession[]> {
    if (ids.length === 0) return [];
    const transaction = database.transaction("sessions");
    const reading = Promise.all(ids.map((id) => transaction.store.get(id)));
    transaction.commit();
    return (await parseHeads((await reading).filter(isPresent))).records;
  }

  async function messagesAt(ids: readonly string[]): Promise<MessageRecord[]> {
    if (ids.length === 0) return [];
    const transaction = database.transaction(["messages", "growth"]);
    const reading = Promise.all([
      Promise.all(ids.map((id) => transaction.objectStore("messages").get(id))),
      Promise.all(ids.map((id) => transaction.objectStore("growth").getAll(growthOfMessage(id)))),
    ]);
    transaction.commit();
    const [rows, pieces] = await reading;
    return joined((await parseMessages(rows.filter(isPresent))).records, pieces.flat());
  }

  return {
    async readFirstSessions(count) {
      const index = database.transaction("sessions").store.index("byOrder");
      // Three steps for any count, because each cursor step waits for the page.
      const top = await index.openKeyCursor(null, "prev");
      const last = count > 1 ? await top?.advance(count - 1) : top;
      const rows = await index.getAll(last ? IDBKeyRange.lowerBound(last.key) : undefined);
      return parseHeads(rows.reverse().slice(0, count));
    },
    async readMessages(sessionId) {
      // One transaction: otherwise a reply that another tab finishes in between would be read without its text.
      const transaction = database.transaction(["messages", "growth"]);
      const reading = Promise.all([
        transaction.objectStore("messages").index("bySession").getAll(messagesOf(sessionId)),
        transaction.objectStore("growth").index("bySession").getAll(sessionId),
      ]);
      transaction.commit();
      const [rows, pieces] = await reading;
      const { records, unreadable } = await parseMessages(rows);
      return { records: inThreadOrder(joined(records, pieces)), unreadable };
    },
    async readSome(ids) {
      const [sessions, messages] = await Promise.all([headsOf(ids.sessions), messagesAt(ids.messages)]);
      return { sessions, messages };
    },
  };
}

/** Adds the growth of streaming replies since they were last written whole. */
function joined(records: readonly MessageRecord[], pieces: readonly Growth[]): MessageRecord[] {
  if (pieces.length === 0) return [...records];
  return records.map((record) => {
    const own = pieces.filter(({ messageId }) => messageId === record.id);
    return own.length > 0 ? withGrowth(record, own) : record;
  });
}

function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined;
}
