import type { IDBPTransaction } from "idb";
import type { StoredBlob } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type {
  ContentExchange,
  ParleyDatabase,
  SyncedChanges,
  Tombstone,
  WholeRecords,
} from "@/lib/storage/database-records";
import { abandon, growthOfMessage, messagesOf, patchSession, type written } from "@/lib/storage/database-writes";

type Writing = IDBPTransaction<ParleyDatabase, typeof written, "readwrite">;

/** How many records of a large write are under way at once: each is held as a copy until it is written. */
const recordsAtOnce = 500;

/** Puts records a part at a time, so that a write of any size holds no more than a part of them twice. */
export async function putInParts(transaction: Writing, records: WholeRecords): Promise<void> {
  const { sessions, messages, patchSessions = [], blobs = [], isAll = false } = records;
  const heads = transaction.objectStore("sessions");
  const bodies = transaction.objectStore("messages");
  const growth = transaction.objectStore("growth");
  if (isAll) {
    await Promise.all([heads.clear(), bodies.clear(), growth.clear()]);
    const tombstones = transaction.objectStore("tombstones");
    await doneWithAll(transaction, sessions, ({ id }) => tombstones.delete(id));
  }
  // Nearly always nothing is growing, and there is nothing to take the place of.
  const hasGrowth = messages.length > 0 && (await growth.count()) > 0;
  for (const part of partsOf(messages)) {
    await doneWithAll(transaction, part, (record) => bodies.put(record));
    if (hasGrowth) await doneWithAll(transaction, part, ({ id }) => growth.delete(growthOfMessage(id)));
  }
  for (const part of partsOf(sessions)) await doneWithAll(transaction, part, (session) => heads.put(session));
  for (const blob of blobs)
    await doneWithAll(transaction, [blob], (each) => transaction.objectStore("blobs").put(each));
  await doneWithAll(transaction, patchSessions, (patch) => patchSession(transaction.objectStore("sessions"), patch));
  transaction.commit();
}

/** The stores that a purge writes to. */
export const purged = ["sessions", "messages", "growth", "tombstones"] as const;

/** Removes a chat with all its messages, and leaves a tombstone. */
export async function purgeChat(
  transaction: IDBPTransaction<ParleyDatabase, typeof purged, "readwrite">,
  tombstone: Tombstone,
): Promise<void> {
  const messages = transaction.objectStore("messages");
  const growth = transaction.objectStore("growth");
  const ids = await messages.index("bySession").getAllKeys(messagesOf(tombstone.id));
  await Promise.all([
    ...ids.flatMap((id) => [messages.delete(id), growth.delete(growthOfMessage(id))]),
    transaction.objectStore("sessions").delete(tombstone.id),
    transaction.objectStore("tombstones").put(tombstone),
  ]);
}

/** The stores that an exchange of contents writes to: a reply that grows meanwhile waits for no picture. */
export const exchanged = ["messages", "blobs"] as const;

/** Puts images, and contents in the place of those that are still what they were. */
export async function putContents(
  transaction: IDBPTransaction<ParleyDatabase, typeof exchanged, "readwrite">,
  exchanges: readonly ContentExchange[],
  blobs: readonly StoredBlob[],
): Promise<void> {
  const messages = transaction.objectStore("messages");
  await doneWithAll(transaction, blobs, (blob) => transaction.objectStore("blobs").put(blob));
  await doneWithAll(transaction, exchanges, async ({ id, from, to }) => {
    const stored = await messages.get(id);
    if (stored && JSON.stringify(stored.content) === JSON.stringify(from)) {
      await messages.put({ ...stored, content: to });
    }
  });
}

type WritingSynced = IDBPTransaction<ParleyDatabase, [...typeof written, "sync"], "readwrite">;

/** Puts what a sync brings; a message that was changed since it was planned stays. */
export async function putSynced(
  transaction: WritingSynced,
  { patchSessions, putMessages, deleteMessages }: SyncedChanges,
  blobs: readonly StoredBlob[],
  memory: Readonly<Record<string, unknown>>,
): Promise<void> {
  const messages = transaction.objectStore("messages");
  const growth = transaction.objectStore("growth");
  for (const part of partsOf(putMessages)) {
    await doneWithAll(transaction, part, async ({ record, before }) => {
      if (before === undefined || isStill(await messages.get(record.id), before)) {
        await Promise.all([messages.put(record), growth.delete(growthOfMessage(record.id))]);
      }
    });
  }
  await doneWithAll(transaction, deleteMessages, async ({ id, before }) => {
    if (isStill(await messages.get(id), before)) {
      await Promise.all([messages.delete(id), growth.delete(growthOfMessage(id))]);
    }
  });
  for (const part of partsOf(patchSessions)) {
    await doneWithAll(transaction, part, (patch) => patchSession(transaction.objectStore("sessions"), patch));
  }
  await doneWithAll(transaction, blobs, (blob) => transaction.objectStore("blobs").put(blob));
  const entries = Object.entries(memory);
  await doneWithAll(transaction, entries, ([name, value]) => transaction.objectStore("sync").put(value, name));
  transaction.commit();
}

/** Tells whether a message is what it was, its chat and its growing aside. */
function isStill(stored: MessageRecord | undefined, before: unknown): boolean {
  if (!stored || typeof before !== "object") return false;
  const { sessionId: _chat, streaming: _growing, ...value } = stored;
  return JSON.stringify(value) === JSON.stringify(before);
}

async function doneWithAll<T>(
  transaction: Pick<Writing, "abort">,
  records: readonly T[],
  ask: (record: T) => Promise<unknown>,
): Promise<void> {
  const requests: Promise<unknown>[] = [];
  try {
    for (const record of records) requests.push(ask(record));
  } catch (thrown) {
    await abandon(transaction, requests);
    throw thrown;
  }
  await Promise.all(requests);
}

function* partsOf<T>(records: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < records.length; start += recordsAtOnce) yield records.slice(start, start + recordsAtOnce);
}
