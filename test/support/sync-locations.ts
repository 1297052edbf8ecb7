import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import type { Message } from "@/lib/chat/message";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { openSealedFile, readSealedFile, type SealedFile, unlockVault } from "@/lib/sealing/sealed-file";
import { readSyncSettings } from "@/lib/settings/sync-settings";
import { type Database, openDatabase } from "@/lib/storage/database";
import { emptyLedger } from "@/lib/sync/ledger";
import { readIndex } from "@/lib/sync/object-index";
import { type Remote, type RemoteText, syncError } from "@/lib/sync/remote";
import { openPlace } from "@/store/sync/object-place";
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
  const stored = new Map<string, Uint8Array<ArrayBuffer>>();
  const location = {
    /** All objects, by name. */
    stored,
    /** All objects that were ever written. */
    sent: [] as Uint8Array<ArrayBuffer>[],
    /** Number of requests since the start. */
    requests: 0,
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
      objects: {
        async read(name) {
          location.requests += 1;
          return stored.get(name);
        },
        async write(name, bytes) {
          location.requests += 1;
          if (stored.has(name)) throw new Error("written twice");
          location.sent.push(bytes);
          stored.set(name, bytes);
        },
        async remove(name) {
          location.requests += 1;
          stored.delete(name);
        },
      },
      async get(): Promise<RemoteText> {
        location.requests += 1;
        const kept = { text, etag: `"${version}"` };
        const { meanwhile } = location;
        location.meanwhile = undefined;
        await meanwhile?.();
        return kept;
      },
      async set(next, over) {
        location.requests += 1;
        if (over.etag !== `"${version}"`) throw syncError("changed", 412);
        received.push(next);
        text = next;
        version += 1;
      },
    } satisfies Remote,
  };
  return location;
}

/** Returns the decrypted content of a location, with all cells to which its root refers. */
export async function contentOf(remote: Remote, secret: string): Promise<string> {
  const file = readSealedFile(JSON.parse((await remote.get()).text)) as SealedFile;
  const vault = await unlockVault(file.header, secret);
  if (!vault) throw new Error("wrong passphrase");
  const index = readIndex(JSON.parse((await openSealedFile(file, vault.key, remote.name)) ?? ""));
  const key = { key: vault.key, keyId: file.header.keyId };
  const place = openPlace(remote.objects, { reading: key, writing: undefined });
  const texts: string[] = [];
  for (const { object } of index?.shards.values() ?? []) {
    for (const [name, { pages }] of await place.readShard(object)) {
      for (const page of pages) {
        const cells = (await place.readPages(page.object))[page.index];
        texts.push(JSON.stringify([name, [...(cells ?? [])]]));
      }
    }
  }
  return texts.join("\n");
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
