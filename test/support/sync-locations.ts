import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import type { Message } from "@/lib/chat/message";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { readSyncSettings } from "@/lib/settings/sync-settings";
import { type Database, openDatabase } from "@/lib/storage/database";
import { emptyLedger } from "@/lib/sync/ledger";
import { type Remote, type RemoteText, syncError } from "@/lib/sync/remote";
import type { SyncOrder, SyncOutcome } from "@/store/sync/sync-messages";
import { runSync } from "@/store/sync/sync-run";
import { sampleRecord, sampleSession, usualSettings } from "./chat-samples";

/** A sync of a device without documents, to a readable location. */
export const syncOrder: SyncOrder = {
  settings: { ...readSyncSettings(undefined), isEncrypted: false },
  way: {},
  documents: {},
  documentLedger: emptyLedger,
  defaults: {},
  world: { now: 5, lang: "en", modelConfig: usualSettings, zoneMinutes: 0 },
  isAgreed: false,
};

/** A location that stores a text and its version, as a server with conditional writes does. */
export function openLocation(given = "") {
  let text = given;
  let version = 1;
  const received: string[] = [];
  const location = {
    text: () => text,
    /** All texts that were ever written. */
    received,
    /** Replaces the text, as only the host can. */
    replace(other: string) {
      text = other;
      version += 1;
    },
    /** Runs once, between the next reading and its writing. */
    meanwhile: undefined as (() => Promise<void>) | undefined,
    remote: {
      name: "chats",
      check: async () => true,
      async get(): Promise<RemoteText> {
        const kept = { text, etag: `"${version}"` };
        const { meanwhile } = location;
        location.meanwhile = undefined;
        await meanwhile?.();
        return kept;
      },
      async set(next, over) {
        if (over.etag !== `"${version}"`) throw syncError("changed", 412);
        received.push(next);
        text = next;
        version += 1;
      },
    } satisfies Remote,
  };
  return location;
}

const opened: Database[] = [];

/** Opens the database of a new device. */
export async function openDevice(): Promise<Database> {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  const database = await openDatabase(() => {});
  opened.push(database);
  return database;
}

/** Closes the databases of all devices. */
export function closeDevices(): void {
  for (const database of opened.splice(0)) database.close();
}

/** Syncs a device. */
export function syncDevice(database: Database, remote: Remote, given: Partial<SyncOrder> = {}): Promise<SyncOutcome> {
  return runSync(
    { ...syncOrder, ...given },
    { env: browserEnvironment, database, remote, onPhase: () => {}, onChanged: () => {} },
  );
}

/** Adds a chat with one message to a device. */
export async function addChat(
  database: Database,
  id: string,
  content: Message["content"] = `text of ${id}`,
): Promise<void> {
  const session = sampleSession({ id, lastUpdate: 10, messageCount: 1 });
  await database.putAll({
    sessions: [session],
    messages: [sampleRecord({ id: `m-${id}`, sessionId: id, seq: 1, date: 10, content })],
  });
}

/** Returns all records of chats on a device. */
export async function rowsIn(database: Database): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (const collection of ["sessions", "messages"] as const) {
    for await (const part of database.readRows(collection)) rows.push(...part);
  }
  return rows;
}
