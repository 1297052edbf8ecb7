import type { IDBPDatabase } from "idb";
import type { ParleyDatabase, ReadMarks } from "@/lib/storage/database-records";
import { messagesOf } from "@/lib/storage/database-writes";

/** Reads of a sync. */
export interface SyncRows {
  /** Returns the chats that were written since the last sync. */
  readMarks(): Promise<ReadMarks>;
  /** Reads all parts of the sync ledger whose name starts with a prefix, by the rest of the name. */
  readParts(prefix: string): Promise<Map<string, unknown>>;
  /** Reads some parts of the sync ledger, in order. */
  readSome(names: readonly string[]): Promise<unknown[]>;
  /** Reads the heads and messages of some chats, without validation and without the growth of streaming replies. */
  readChats(ids: readonly string[]): Promise<{ readonly sessions: unknown[]; readonly messages: unknown[] }>;
}

/** Returns the handle of the reads of a sync. */
export function syncRows(database: IDBPDatabase<ParleyDatabase>): SyncRows {
  return {
    async readMarks() {
      const transaction = database.transaction(["headMarks", "messageMarks"]);
      const marksIn = async (name: "headMarks" | "messageMarks") => {
        const store = transaction.objectStore(name);
        const [ids, marks] = await Promise.all([store.getAllKeys(), store.getAll()]);
        return new Map(ids.map((id, index) => [id, marks[index] ?? 0]));
      };
      const [headMarks, messageMarks] = await Promise.all([marksIn("headMarks"), marksIn("messageMarks")]);
      return { headMarks, messageMarks };
    },
    async readParts(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const { store } = database.transaction("sync");
      const [names, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      return new Map(names.map((name, index) => [name.slice(prefix.length), values[index]]));
    },
    async readSome(names) {
      const { store } = database.transaction("sync");
      return Promise.all(names.map((name) => store.get(name)));
    },
    async readChats(ids) {
      const transaction = database.transaction(["sessions", "messages"]);
      const index = transaction.objectStore("messages").index("bySession");
      const [sessions, messages] = await Promise.all([
        Promise.all(ids.map((id) => transaction.objectStore("sessions").get(id))),
        Promise.all(ids.map((id) => index.getAll(messagesOf(id)))),
      ]);
      return { sessions: sessions.filter((row) => row !== undefined), messages: messages.flat() };
    },
  };
}
