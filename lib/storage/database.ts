import { type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from "idb";
import type { ChatSession } from "@/lib/chat/session";
import { AppError } from "@/lib/errors";
import type { BlobFacts, StoredBlob } from "@/lib/storage/blobs";
import { catalogue } from "@/lib/storage/catalogue";
import {
  type CollectionReads,
  createCollectionReads,
  createRecordReads,
  type RecordReads,
} from "@/lib/storage/database-reads";
import {
  type Changes,
  type Clearing,
  type ContentExchange,
  type ExpectedState,
  lastClearing,
  type ParleyDatabase,
  type SyncedWrite,
  type Tombstone,
  type WholeRecords,
} from "@/lib/storage/database-records";
import { storesOf, writeAll } from "@/lib/storage/database-writes";
import type { DocumentTexts, TextChanges } from "@/lib/storage/document-texts";
import { storageError } from "@/lib/storage/documents";
import { databaseNames } from "@/lib/storage/local-keys";
import { createRowParsers, type RowParsers } from "@/lib/storage/parse-rows";
import type { SearchIndexRows } from "@/lib/storage/search-index-rows";
import type { SyncRows } from "@/lib/storage/sync-rows";

const databaseName = databaseNames.records;
/** Version of the database layout; it is raised when the catalogue changes. */
const databaseVersion = 8;

/** Lazy-loaded: a start neither imports, syncs nor reads large documents. */
const bulkWrites = () => import("@/lib/storage/database-bulk-writes");
const documentTexts = () => import("@/lib/storage/document-texts");

/** The reason why an open connection ended. */
export type ConnectionLoss = "storage-newer" | "storage-deleted";

/** Handle of the stored collections. Opened once, at start. */
export interface Database extends CollectionReads, RecordReads {
  /** True if a newer version of the product has stored data here: known data is read, nothing is written. */
  readonly isReadOnly: boolean;
  /** Returns the stored head and messages of a chat, without validation. */
  readChatRows(sessionId: string): Promise<{ readonly session: unknown; readonly messages: readonly unknown[] }>;
  /**
   * Writes in one transaction and commits it at once, so that a write that starts while the page is unloaded is still
   * completed. Returns the heads of the changed chats as stored. Throws `storage-full` or `storage-unavailable`; then
   * nothing was written.
   */
  write(changes: Changes): Promise<readonly ChatSession[]>;
  /**
   * Writes whole records and patches heads in one transaction, all or nothing. Throws like `write`, and `sync-failed`
   * if the stored state is not the expected one.
   */
  putAll(records: WholeRecords, expected?: ExpectedState): Promise<void>;
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
  /** Returns the handle of the reads of a sync. */
  syncRows(): Promise<SyncRows>;
  /**
   * Writes the changes of a sync and its ledger parts in one transaction; undefined removes a part. A message or a field
   * of a head that was changed during the sync remains, and so does a deleted chat to which a message was added. Throws
   * like `write`, and a sync error if all data was cleared or replaced since the sync began; then nothing was written.
   */
  applySynced(...synced: SyncedWrite): Promise<void>;
  /** Stores the replies of closed tabs whole and deletes obsolete pieces of growth (settle-growth.ts). */
  settleGrowth(isHeld: (messageId: string) => Promise<boolean>): Promise<void>;
  /** Deletes a chat permanently, with all its messages, and stores a tombstone. */
  purge(tombstone: Tombstone): Promise<void>;
  /** Returns the handle of the search index. */
  searchIndex(): Promise<SearchIndexRows>;
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
  const { database, isReadOnly } = await connect(onLost);
  if (isReadOnly) await (await import("@/lib/storage/newer-layout")).expectReadable(database);
  const parsers = createRowParsers(database, isReadOnly);
  return {
    isReadOnly,
    ...createCollectionReads(database, parsers),
    ...createRecordReads(database, parsers),
    ...createChatWrites(database, parsers, isReadOnly),
    ...createImageStore(database, isReadOnly),
    ...createOtherStores(database, isReadOnly),
    close() {
      database.close();
    },
  };
}

interface Connection {
  readonly database: IDBPDatabase<ParleyDatabase>;
  readonly isReadOnly: boolean;
}

async function connect(onLost: (loss: ConnectionLoss) => void): Promise<Connection> {
  try {
    const version = await versionToOpen();
    const database = await openDB<ParleyDatabase>(databaseName, version, {
      upgrade: (opened, oldVersion, _newVersion, transaction) => upgradeLayout(opened, oldVersion, transaction),
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
    return { database, isReadOnly: version !== databaseVersion };
  } catch (thrown) {
    throw storageError(thrown);
  }
}

/** Creates the object stores and indexes that later versions have added. */
function upgradeLayout(
  opened: IDBPDatabase<ParleyDatabase>,
  oldVersion: number,
  transaction: IDBPTransaction<ParleyDatabase, StoreNames<ParleyDatabase>[], "versionchange">,
): void {
  if (oldVersion < 1) {
    opened.createObjectStore("sessions", { keyPath: "id" });
    const messages = opened.createObjectStore("messages", { keyPath: "id" });
    messages.createIndex("bySession", [...catalogue.messages.indexes.bySession]);
    opened.createObjectStore("unreadable", { keyPath: "id" });
    opened.createObjectStore("tombstones", { keyPath: "id" });
  }
  if (oldVersion < 2) {
    opened.createObjectStore("growth", { keyPath: ["messageId", "number"] }).createIndex("bySession", "sessionId");
    transaction.objectStore("sessions").createIndex("byOrder", "order");
  }
  if (oldVersion < 3) opened.createObjectStore("blobs", { keyPath: "id" }).createIndex("bySize", ["size", "at"]);
  if (oldVersion < 4) opened.createObjectStore("clearing");
  if (oldVersion < 5) opened.createObjectStore("sync");
  if (oldVersion < 6) opened.createObjectStore("documents");
  if (oldVersion < 7) {
    opened.createObjectStore("searchIndex");
    opened.createObjectStore("searchLog", { autoIncrement: true });
  }
  if (oldVersion < 8) {
    opened.createObjectStore("headMarks");
    opened.createObjectStore("messageMarks");
  }
}

/** Creates the functions that write chats and messages. Code of rare writes is loaded when it is needed. */
function createChatWrites(
  database: IDBPDatabase<ParleyDatabase>,
  { parseHeads }: RowParsers,
  isReadOnly: boolean,
): Pick<Database, "write" | "settleGrowth" | "purge" | "readChatRows" | "putAll" | "applySynced" | "clear"> {
  return {
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
      await (await writes(isReadOnly)).settleGrowth(database, isHeld);
    },
    async purge(tombstone) {
      await (await writes(isReadOnly)).purgeChat(database, tombstone);
    },
    async readChatRows(sessionId) {
      return (await bulkWrites()).readChatRows(database, sessionId);
    },
    async putAll(...records) {
      await (await writes(isReadOnly)).putAll(database, ...records);
    },
    async applySynced(...synced) {
      await (await writes(isReadOnly)).putSynced(database, ...synced);
    },
    async clear(clearing) {
      await (await writes(isReadOnly)).clearAll(database, clearing);
    },
  };
}

/** Creates the functions for images. */
function createImageStore(
  database: IDBPDatabase<ParleyDatabase>,
  isReadOnly: boolean,
): Pick<Database, "readBlob" | "readBlobFacts" | "exchangeContents" | "deleteBlobs"> {
  return {
    async readBlob(id) {
      return database.get("blobs", id);
    },
    async readBlobFacts() {
      return (await bulkWrites()).readBlobFacts(database);
    },
    async exchangeContents(exchanges, blobs) {
      await (await writes(isReadOnly)).putContents(database, exchanges, blobs);
    },
    async deleteBlobs(ids) {
      await (await writes(isReadOnly)).deleteBlobs(database, ids);
    },
  };
}

/** Creates the functions of the smaller object stores: documents, clearings, the sync ledger and the search index. */
function createOtherStores(
  database: IDBPDatabase<ParleyDatabase>,
  isReadOnly: boolean,
): Pick<
  Database,
  | "readTexts"
  | "updateTexts"
  | "syncRows"
  | "readSyncMemory"
  | "writeSyncMemory"
  | "readClearing"
  | "noteClearing"
  | "searchIndex"
> {
  return {
    async readTexts(keys) {
      return (await documentTexts()).readTexts(database, keys);
    },
    async updateTexts(keys, change) {
      if (isReadOnly) throw new AppError("storage-newer");
      await (await documentTexts()).updateTexts(database, keys, change);
    },
    async syncRows() {
      return (await import("@/lib/storage/sync-rows")).syncRows(database);
    },
    async readSyncMemory(part) {
      return database.get("sync", part);
    },
    async writeSyncMemory(part, value) {
      if (isReadOnly) throw new AppError("storage-newer");
      await database.put("sync", value, part);
    },
    async readClearing() {
      return database.get("clearing", lastClearing);
    },
    async noteClearing(clearing) {
      await database.put("clearing", clearing, lastClearing);
    },
    async searchIndex() {
      return (await import("@/lib/storage/search-index-rows")).searchIndexRows(database, isReadOnly);
    },
  };
}

/** Loads the code of rare writes. Throws `storage-newer` if the database is read-only. */
function writes(isReadOnly: boolean) {
  if (isReadOnly) throw new AppError("storage-newer");
  return bulkWrites();
}

/** Returns our layout version, or the stored version if it is newer: it can still be read. */
async function versionToOpen(): Promise<number> {
  const known = await globalThis.indexedDB.databases?.();
  return Math.max(databaseVersion, known?.find(({ name }) => name === databaseName)?.version ?? 0);
}
