import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import type { Message } from "@/lib/chat/message";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { openSealedFile, readSealedFile, type SealedFile, unlockVault } from "@/lib/sealing/sealed-file";
import { readSyncSettings } from "@/lib/settings/sync-settings";
import { type Database, openDatabase } from "@/lib/storage/database";
import { canonicalText } from "@/lib/sync/fingerprint";
import { emptyLedger } from "@/lib/sync/ledger";
import { objectsIn, readIndex } from "@/lib/sync/object-index";
import { type Remote, type RemoteText, syncError } from "@/lib/sync/remote";
import { openPlace } from "@/store/sync/object-place";
import type { SyncOrder, SyncOutcome } from "@/store/sync/sync-messages";
import { runSync } from "@/store/sync/sync-run";
import { sampleRecord, sampleSession, usualSettings } from "./chat-samples";

// Node 20 has no navigator, which a browser's workers have. Without Web Locks, nothing waits.
if (!("navigator" in globalThis)) Object.assign(globalThis, { navigator: {} });

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
    /** Number of removals since the start. */
    removed: 0,
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
          location.removed += 1;
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

/** Adds a chat of many messages. */
export async function addLongChat(database: Database, id: string, count: number): Promise<void> {
  await database.putAll({
    sessions: [sampleSession({ id, lastUpdate: 10, messageCount: count })],
    messages: Array.from({ length: count }, (_each, index) =>
      sampleRecord({ id: `${id}-${index}`, sessionId: id, seq: index, date: 10, content: wordsOf(`${id} ${index}`) }),
    ),
  });
}

/** Returns about 600 characters that compress like prose. */
function wordsOf(seed: string): string {
  let state = [...seed].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261);
  const word = () => {
    state = Math.imul(state ^ (state >>> 13), 0x5bd1e995) + 1;
    return ((state >>> 0) % 4_000).toString(36);
  };
  return Array.from({ length: 150 }, word).join(" ");
}

export async function writeMessage(database: Database, id: string, chat: string, content: string): Promise<void> {
  const seq = Number(/\d+$/.exec(id)?.[0] ?? 1);
  const record = sampleRecord({ id, sessionId: chat, seq, date: 20, content });
  const patch = { id: chat, lastUpdate: 20 };
  await database.write({ patchSessions: [patch], putMessages: [record], growMessages: [], deleteMessages: [] });
}

/** Adds a chat that shows an image. */
export async function addImage(database: Database, id: string): Promise<void> {
  const bytes = new TextEncoder().encode(id).buffer;
  const blob = { id: `blob of ${id}`, type: "image/png", size: bytes.byteLength, at: 1, bytes };
  await database.putAll({ sessions: [], messages: [], blobs: [blob] });
  await addChat(database, id, [{ type: "image_url", image_url: { url: `stored:${blob.id}` } }]);
}

/** Opens the index of a location, and its objects. */
export async function openIndex(remote: Remote, secrets: readonly string[]) {
  const file = readSealedFile(JSON.parse((await remote.get()).text)) as SealedFile;
  const vaults = await Promise.all(secrets.map((secret) => unlockVault(file.header, secret)));
  const vault = vaults.find((each) => each !== undefined);
  const index = vault && readIndex(JSON.parse((await openSealedFile(file, vault.key, remote.name)) ?? ""));
  if (!vault || !index) throw new Error("no passphrase opens the location");
  const reading = { key: vault.key, keyId: file.header.keyId };
  return { index, place: openPlace(remote.objects, { reading, writing: undefined }) };
}

/** Returns the objects to which the root of a location and its daily states refer, and those that are unneeded. */
export async function objectsOf(remote: Remote, secrets: readonly string[]) {
  const { index, place } = await openIndex(remote, secrets);
  const needed = new Set(index.days.map(({ object }) => object));
  const days = await Promise.all(index.days.map(({ object }) => place.readDay(object)));
  for (const { shards } of [index, ...days.flatMap((day) => day ?? [])]) {
    for (const { object } of shards.values()) {
      needed.add(object);
      for (const name of objectsIn(await place.readShard(object))) needed.add(name);
    }
  }
  return { needed, retired: index.retired };
}

/** Opens each daily state of a location completely. Returns its time, and its chats and documents as text. */
export async function daysOf(remote: Remote, secrets: readonly string[]) {
  const { index, place } = await openIndex(remote, secrets);
  const opened: { at: number; content: string }[] = [];
  for (const { object, at } of index.days) {
    const texts: string[] = [];
    for (const shard of (await place.readDay(object))?.shards.values() ?? []) {
      for (const [name, { pages, blobs }] of await place.readShard(shard.object)) {
        for (const page of pages) {
          const cells = (await place.readPages(page.object))[page.index];
          if (!cells) throw new Error("page is missing");
          texts.push(JSON.stringify([name, [...cells]]));
        }
        for (const [id, blob] of blobs) if (!(await place.readBlob(blob, id))) throw new Error("blob is missing");
      }
    }
    opened.push({ at, content: texts.toSorted().join("\n") });
  }
  return opened;
}

/** Returns the chats that are not deleted, with their messages, in a form that does not depend on local counts. */
export async function visibleRows(database: Database): Promise<unknown[]> {
  const rows = (await rowsIn(database)) as Record<string, unknown>[];
  const shown = new Set(
    rows.filter((row) => row.sessionId === undefined && row.deletedAt === undefined).map(({ id }) => id),
  );
  // A chat without messages is not synced.
  const filled = new Set(rows.map(({ sessionId }) => sessionId));
  return rows
    .filter((row) => shown.has(row.sessionId ?? row.id) && filled.has(row.sessionId ?? row.id))
    .map(({ messageCount, ...row }) => canonicalText(row))
    .toSorted();
}
