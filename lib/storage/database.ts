import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import * as v from "valibot";
import type { ChatSession } from "@/lib/chat/session";
import { type CollectionEntry, catalogue, type MessageRecord } from "@/lib/storage/catalogue";
import { storageError } from "@/lib/storage/documents";

/** What a record that could not be read is kept as: whole, with where it came from and why. */
export interface SetAsideRecord {
  readonly id: string;
  readonly collection: string;
  readonly record: unknown;
  readonly reason: string;
}

/** What stays of a deleted chat, so that its deletion reaches other devices (docs/decisions/0007). */
export interface Tombstone {
  readonly id: string;
  readonly deletedAt: number;
}

interface ParleyDatabase extends DBSchema {
  sessions: { key: string; value: ChatSession };
  messages: { key: string; value: MessageRecord; indexes: { bySession: [string, number] } };
  unreadable: { key: string; value: SetAsideRecord };
  tombstones: { key: string; value: Tombstone };
}

const databaseName = "parley";
/** The layout of object stores and indexes; raised when the catalogue gains one. */
const databaseVersion = 1;

/** What is to be written in one transaction. */
export interface Changes {
  readonly putSessions: readonly ChatSession[];
  readonly putMessages: readonly MessageRecord[];
  readonly deleteMessages: readonly string[];
}

/** The door to the stored collections. Opened once, at start. */
export interface Database {
  /** Reads all chat heads. Those that do not parse are set aside and counted. */
  readSessions(): Promise<{ records: ChatSession[]; unreadable: number }>;
  /** Reads the messages of one chat in order. Those that do not parse are set aside and counted. */
  readMessages(sessionId: string): Promise<{ records: MessageRecord[]; unreadable: number }>;
  /**
   * Writes in one transaction and commits it at once, so that a write that starts while the page goes away is still
   * done. Throws `storage-full` or `storage-unavailable`; then nothing of it was written.
   */
  write(changes: Changes): Promise<void>;
  /** Removes a deleted chat with all its messages and leaves a tombstone. */
  purge(tombstone: Tombstone): Promise<void>;
  close(): void;
}

/**
 * Opens the database. Throws `storage-unavailable` where the browser forbids it.
 *
 * `onOutdated` is called when another tab brings a newer layout: this one must stop writing and ask for a reload.
 */
export async function openDatabase(onOutdated: () => void): Promise<Database> {
  let database: IDBPDatabase<ParleyDatabase>;
  try {
    database = await openDB<ParleyDatabase>(databaseName, databaseVersion, {
      upgrade(opened) {
        opened.createObjectStore("sessions", { keyPath: "id" });
        const messages = opened.createObjectStore("messages", { keyPath: "id" });
        messages.createIndex("bySession", [...catalogue.messages.indexes.bySession]);
        opened.createObjectStore("unreadable", { keyPath: "id" });
        opened.createObjectStore("tombstones", { keyPath: "id" });
      },
      blocking() {
        database.close();
        onOutdated();
      },
    });
  } catch (thrown) {
    throw storageError(thrown);
  }

  /** Parses records one by one; what does not fit is kept in `unreadable` as it is, and stays where it was. */
  async function sieve<T>({ key, schema }: CollectionEntry<T>, rows: readonly unknown[]) {
    const records: T[] = [];
    const aside: SetAsideRecord[] = [];
    for (const row of rows) {
      const parsed = v.safeParse(schema, row);
      if (parsed.success) records.push(parsed.output);
      else aside.push(setAside(key, row, parsed.issues.map(inWords).join("; ")));
    }
    // What cannot be set aside, for want of room, is counted and still where it was: the rest is read all the same.
    await keepAside(aside).catch(() => undefined);
    return { records, unreadable: aside.length };
  }

  async function keepAside(aside: readonly SetAsideRecord[]): Promise<void> {
    if (aside.length === 0) return;
    const transaction = database.transaction("unreadable", "readwrite");
    await Promise.all([...aside.map((record) => transaction.store.put(record)), transaction.done]);
  }

  return {
    async readSessions() {
      return sieve(catalogue.sessions, await database.getAll("sessions"));
    },
    async readMessages(sessionId) {
      return sieve(catalogue.messages, await database.getAllFromIndex("messages", "bySession", messagesOf(sessionId)));
    },
    async write(changes) {
      try {
        await writeAll(database.transaction(["sessions", "messages"], "readwrite"), changes);
      } catch (thrown) {
        throw storageError(thrown);
      }
    },
    async purge(tombstone) {
      const transaction = database.transaction(["sessions", "messages", "tombstones"], "readwrite");
      const messages = transaction.objectStore("messages");
      const ids = await messages.index("bySession").getAllKeys(messagesOf(tombstone.id));
      await Promise.all([
        ...ids.map((id) => messages.delete(id)),
        transaction.objectStore("sessions").delete(tombstone.id),
        transaction.objectStore("tombstones").put(tombstone),
        transaction.done,
      ]);
    },
    close() {
      database.close();
    },
  };
}

type Writing = IDBPTransaction<ParleyDatabase, ("sessions" | "messages")[], "readwrite">;

async function writeAll(transaction: Writing, changes: Changes): Promise<void> {
  const sessions = transaction.objectStore("sessions");
  const messages = transaction.objectStore("messages");
  const requests: Promise<unknown>[] = [transaction.done];
  try {
    for (const record of changes.putSessions) requests.push(sessions.put(record));
    for (const record of changes.putMessages) requests.push(messages.put(record));
    for (const id of changes.deleteMessages) requests.push(messages.delete(id));
    transaction.commit();
  } catch (thrown) {
    // A record that is refused at once does not end the transaction: what was put before it would be written.
    transaction.abort();
    await Promise.allSettled(requests);
    throw thrown;
  }
  await Promise.all(requests);
}

/** The range of a chat's messages in the index `bySession`. */
function messagesOf(sessionId: string): IDBKeyRange {
  return IDBKeyRange.bound([sessionId, Number.NEGATIVE_INFINITY], [sessionId, Number.POSITIVE_INFINITY]);
}

function setAside(collection: string, row: unknown, reason: string): SetAsideRecord {
  const key = typeof row === "object" && row !== null && "id" in row ? String(row.id) : "";
  return { id: `${collection}:${key}`, collection, record: row, reason };
}

function inWords(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? "record"}: ${issue.message}`;
}
