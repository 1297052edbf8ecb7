import { type IDBPDatabase, openDB } from "idb";
import * as v from "valibot";
import type { ChatSession } from "@/lib/chat/session";
import { AppError } from "@/lib/errors";
import type { BlobFacts, StoredBlob } from "@/lib/storage/blobs";
import { type CollectionEntry, catalogue, inThreadOrder, type MessageRecord } from "@/lib/storage/catalogue";
import {
  type Changes,
  type Clearing,
  type ContentExchange,
  lastClearing,
  type ParleyDatabase,
  type RecordIds,
  type SyncedChanges,
  type Tombstone,
  type Unreadable,
  type WholeRecords,
} from "@/lib/storage/database-records";
import { growthOfMessage, messagesOf, storesOf, writeAll } from "@/lib/storage/database-writes";
import type { DocumentTexts, TextChanges } from "@/lib/storage/document-texts";
import { storageError } from "@/lib/storage/documents";
import { type Growth, withGrowth } from "@/lib/storage/growth";
import { databaseNames } from "@/lib/storage/local-keys";

const databaseName = databaseNames.records;
/** Version of the database layout; it is raised when the catalogue changes. */
const databaseVersion = 6;

/** Lazy-loaded: a start neither imports, syncs nor reads large documents. */
const bulkWrites = () => import("@/lib/storage/database-bulk-writes");
const documentTexts = () => import("@/lib/storage/document-texts");

/**
 * Lazy-loaded, because damaged heads are rare. If loading fails offline, the head is copied to `unreadable` and the
 * others are read.
 */
const damagedHeadOf = (row: unknown) =>
  bulkWrites().then(
    ({ damagedHead }) => damagedHead(row),
    () => undefined,
  );

/** The reason why an open connection ended. */
export type ConnectionLoss = "storage-newer" | "storage-deleted";

/** Handle of the stored collections. Opened once, at start. */
export interface Database {
  /** True if a newer version of the product has stored data here: known data is read, nothing is written. */
  readonly isReadOnly: boolean;
  /**
   * Reads all chat heads, a few hundred at a time. Heads that fail validation are returned as damaged; rows without a
   * string id are copied to `unreadable` and counted.
   */
  readSessions(): AsyncGenerator<{ records: ChatSession[]; unreadable: number }>;
  /** Reads only the first chat heads of the list, so that a start costs the same with ten chats and ten thousand. */
  readFirstSessions(count: number): Promise<{ records: ChatSession[]; unreadable: number }>;
  /** Reads the messages of one chat in order. Invalid ones are copied to `unreadable` and counted. */
  readMessages(sessionId: string): Promise<{ records: MessageRecord[]; unreadable: number }>;
  /** Returns the stored head and messages of a chat, without validation. */
  readChatRows(sessionId: string): Promise<{ readonly session: unknown; readonly messages: readonly unknown[] }>;
  /** Reads records by id; missing and invalid ones are skipped. */
  readSome(ids: RecordIds): Promise<{ sessions: ChatSession[]; messages: MessageRecord[] }>;
  /**
   * Writes in one transaction and commits it at once, so that a write that starts while the page is unloaded is still
   * completed. Returns the heads of the changed chats as stored. Throws `storage-full` or `storage-unavailable`; then
   * nothing was written.
   */
  write(changes: Changes): Promise<readonly ChatSession[]>;
  /** Returns the ids of all records. */
  readIds(): Promise<RecordIds>;
  /** Returns the number of records without reading them. */
  count(): Promise<{ readonly sessions: number; readonly messages: number }>;
  /**
   * Yields all rows of a collection without validation, a few hundred at a time; streaming replies include their
   * growth.
   */
  readRows(collection: "sessions" | "messages" | "tombstones"): AsyncGenerator<readonly unknown[]>;
  /** Writes whole records and patches heads in one transaction, all or nothing. Throws like `write`. */
  putAll(records: WholeRecords): Promise<void>;
  readBlob(id: string): Promise<StoredBlob | undefined>;
  /** Returns the data of all blobs without reading their bytes. */
  readBlobFacts(): Promise<BlobFacts[]>;
  /** Stores images and, in the same transaction, replaces message contents that have not changed meanwhile. */
  exchangeContents(exchanges: readonly ContentExchange[], blobs: readonly StoredBlob[]): Promise<void>;
  /** Deletes blobs; messages keep their references. */
  deleteBlobs(ids: readonly string[]): Promise<void>;
  /** Empties all collections and stores the id of the clearing, in one transaction. */
  clear(clearing: Clearing): Promise<void>;
  /** Returns the last clearing, if there was one. */
  readClearing(): Promise<Clearing | undefined>;
  /** Stores the state of a clearing. */
  noteClearing(clearing: Clearing): Promise<void>;
  /** Returns the texts of large documents by storage key; missing ones are absent. Throws `storage-unavailable`. */
  readTexts(keys: readonly string[]): Promise<DocumentTexts>;
  /**
   * Reads texts of large documents and writes the result of `change`, in one transaction; `null` removes a text. If
   * `change` throws, nothing is written. Throws like `write`.
   */
  updateTexts(keys: readonly string[], change: (texts: DocumentTexts) => TextChanges): Promise<void>;
  /** Reads one part of the sync ledger; undefined if that part is not stored. */
  readSyncMemory(part: string): Promise<unknown>;
  /** Stores one part of the sync ledger. */
  writeSyncMemory(part: string, value: unknown): Promise<void>;
  /**
   * Writes the changes of a sync and its ledger parts in one transaction. A message that was changed during the sync
   * remains. Throws like `write`.
   */
  applySynced(
    changes: SyncedChanges,
    blobs: readonly StoredBlob[],
    memory: Readonly<Record<string, unknown>>,
  ): Promise<void>;
  /** Stores the replies of closed tabs whole and deletes obsolete pieces of growth (settle-growth.ts). */
  settleGrowth(isHeld: (messageId: string) => Promise<boolean>): Promise<void>;
  /** Deletes a chat permanently, with all its messages, and stores a tombstone. */
  purge(tombstone: Tombstone): Promise<void>;
  close(): void;
}

/**
 * Opens the database. Throws `storage-unavailable` if the browser blocks it, and `stored-unknown` if a newer version
 * has stored data that this one cannot read.
 *
 * @param onLost called when the connection ends: another tab upgrades the layout, the database is deleted, or the
 *  browser closes it. From then on nothing can be read or written.
 */
export async function openDatabase(onLost: (loss: ConnectionLoss) => void): Promise<Database> {
  let database: IDBPDatabase<ParleyDatabase>;
  let isReadOnly = false;
  try {
    const version = await versionToOpen();
    isReadOnly = version !== databaseVersion;
    database = await openDB<ParleyDatabase>(databaseName, version, {
      upgrade(opened, oldVersion, _newVersion, transaction) {
        if (oldVersion < 1) {
          opened.createObjectStore("sessions", { keyPath: "id" });
          const messages = opened.createObjectStore("messages", { keyPath: "id" });
          messages.createIndex("bySession", [...catalogue.messages.indexes.bySession]);
          opened.createObjectStore("unreadable", { keyPath: "id" });
          opened.createObjectStore("tombstones", { keyPath: "id" });
        }
        if (oldVersion < 2) {
          opened
            .createObjectStore("growth", { keyPath: ["messageId", "number"] })
            .createIndex("bySession", "sessionId");
          transaction.objectStore("sessions").createIndex("byOrder", "order");
        }
        if (oldVersion < 3) opened.createObjectStore("blobs", { keyPath: "id" }).createIndex("bySize", ["size", "at"]);
        if (oldVersion < 4) opened.createObjectStore("clearing");
        if (oldVersion < 5) opened.createObjectStore("sync");
        if (oldVersion < 6) opened.createObjectStore("documents");
      },
      blocking(_version, newVersion) {
        database.close();
        onLost(newVersion === null ? "storage-deleted" : "storage-newer");
      },
      terminated() {
        // Browsers give no reason. Usually the user has cleared the site's data. Checking here whether the database
        // still exists is impossible: in Chromium, `databases()` never resolves if it is called while a connection is
        // being closed.
        onLost("storage-deleted");
      },
    });
  } catch (thrown) {
    throw storageError(thrown);
  }
  if (isReadOnly) await (await import("@/lib/storage/newer-layout")).expectReadable(database);

  /** Parses each row. Rows that fail validation are copied to `unreadable` and left in place. */
  async function parseRows<T>(
    { key, schema }: CollectionEntry<T>,
    rows: readonly unknown[],
    salvage?: (row: unknown) => Promise<T | undefined>,
  ) {
    const records: T[] = [];
    const unreadable: Unreadable[] = [];
    for (const row of rows) {
      const parsed = v.safeParse(schema, row);
      const record = parsed.success ? parsed.output : await salvage?.(row);
      if (record) records.push(record);
      else if (!parsed.success) unreadable.push({ row, issues: parsed.issues });
    }
    if (unreadable.length > 0 && !isReadOnly) await copyUnreadable(key, unreadable);
    return { records, unreadable: unreadable.length };
  }

  /** Copies rows to `unreadable`. If that fails, they are still counted, and the others are read. */
  async function copyUnreadable(collection: string, rows: readonly Unreadable[]): Promise<void> {
    await bulkWrites()
      .then(({ setAside }) => setAside(database, collection, rows))
      .catch(() => undefined);
  }

  /** Parses chat heads. Invalid ones are listed as damaged, so that their chats can be exported and deleted. */
  const parseHeads = (rows: readonly unknown[]) => parseRows(catalogue.sessions, rows, damagedHeadOf);

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

  // Commit reads at once: a page that is busy rendering must not block writers in other tabs. Heads and messages have
  // separate transactions, so that writers of messages do not wait for readers of heads.
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
    return joined((await parseRows(catalogue.messages, rows.filter(isPresent))).records, pieces.flat());
  }

  /** Loads the code of rare writes. Throws `storage-newer` if the database is read-only. */
  function writes() {
    if (isReadOnly) throw new AppError("storage-newer");
    return bulkWrites();
  }

  return {
    isReadOnly,
    async *readSessions() {
      for await (const rows of rowsOf("sessions")) yield parseHeads(rows);
    },
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
      const { records, unreadable } = await parseRows(catalogue.messages, rows);
      return { records: inThreadOrder(joined(records, pieces)), unreadable };
    },
    async readSome(ids) {
      const [sessions, messages] = await Promise.all([headsOf(ids.sessions), messagesAt(ids.messages)]);
      return { sessions, messages };
    },
    async write(changes) {
      if (isReadOnly) throw new AppError("storage-newer");
      try {
        const heads = await writeAll(database.transaction(storesOf(changes), "readwrite"), changes);
        return (await parseHeads(heads)).records;
      } catch (thrown) {
        throw storageError(thrown);
      }
    },
    async settleGrowth(isHeld) {
      await (await writes()).settleGrowth(database, isHeld);
    },
    async purge(tombstone) {
      await (await writes()).purgeChat(database, tombstone);
    },
    async readChatRows(sessionId) {
      return (await bulkWrites()).readChatRows(database, sessionId);
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
    async *readRows(collection) {
      yield* rowsOf(collection);
    },
    async readBlob(id) {
      return database.get("blobs", id);
    },
    async readBlobFacts() {
      return (await bulkWrites()).readBlobFacts(database);
    },
    async exchangeContents(exchanges, blobs) {
      await (await writes()).putContents(database, exchanges, blobs);
    },
    async deleteBlobs(ids) {
      await (await writes()).deleteBlobs(database, ids);
    },
    async putAll(records) {
      await (await writes()).putAll(database, records);
    },
    async readTexts(keys) {
      return (await documentTexts()).readTexts(database, keys);
    },
    async updateTexts(keys, change) {
      if (isReadOnly) throw new AppError("storage-newer");
      await (await documentTexts()).updateTexts(database, keys, change);
    },
    async readSyncMemory(part) {
      return database.get("sync", part);
    },
    async writeSyncMemory(part, value) {
      if (isReadOnly) throw new AppError("storage-newer");
      await database.put("sync", value, part);
    },
    async applySynced(changes, blobs, memory) {
      await (await writes()).putSynced(database, { changes, blobs, memory });
    },
    async clear(clearing) {
      await (await writes()).clearAll(database, clearing);
    },
    async readClearing() {
      return database.get("clearing", lastClearing);
    },
    async noteClearing(clearing) {
      await database.put("clearing", clearing, lastClearing);
    },
    close() {
      database.close();
    },
  };
}

/** Number of rows per batch when all rows are read. */
const rowsAtOnce = 500;

/** Returns our layout version, or the stored version if it is newer: it can still be read. */
async function versionToOpen(): Promise<number> {
  const known = await globalThis.indexedDB.databases?.();
  return Math.max(databaseVersion, known?.find(({ name }) => name === databaseName)?.version ?? 0);
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
