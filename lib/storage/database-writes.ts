import type { IDBPTransaction } from "idb";
import { type ChatSession, isWholeHead } from "@/lib/chat/session";
import type { StoredBlob } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";
import {
  type Changes,
  type ParleyDatabase,
  type SessionPatch,
  type SyncedChanges,
  type WholeRecords,
  withPatch,
} from "@/lib/storage/database-records";

/** The stores that changes of chats are written to. */
export const written = ["sessions", "messages", "growth", "blobs", "tombstones"] as const;
type Writing = IDBPTransaction<ParleyDatabase, typeof written, "readwrite">;

/** The stores that some changes are written to: whoever writes others need not wait. */
export function storesOf({ patchSessions, putMessages, growMessages, deleteMessages }: Changes): ChangedStore[] {
  const hasMessages = putMessages.length + growMessages.length + deleteMessages.length > 0;
  const heads: ChangedStore[] = patchSessions.length > 0 || !hasMessages ? ["sessions"] : [];
  return hasMessages ? [...heads, "messages", "growth"] : heads;
}

type ChangedStore = "sessions" | "messages" | "growth";

/** Writes changes, all of them or nothing; answers the heads of chats as they stand then. */
export async function writeAll(
  transaction: IDBPTransaction<ParleyDatabase, ChangedStore[], "readwrite">,
  changes: Changes,
): Promise<readonly ChatSession[]> {
  const messages = () => transaction.objectStore("messages");
  const growth = () => transaction.objectStore("growth");
  const requests: Promise<unknown>[] = [transaction.done];
  const heads: Promise<ChatSession | undefined>[] = [];
  try {
    for (const record of changes.putMessages) {
      requests.push(messages().put(record), growth().delete(growthOfMessage(record.id)));
    }
    for (const piece of changes.growMessages) requests.push(growth().put(piece));
    for (const id of changes.deleteMessages) requests.push(messages().delete(id), growth().delete(growthOfMessage(id)));
    for (const patch of changes.patchSessions) heads.push(patchSession(transaction.objectStore("sessions"), patch));
    requests.push(...heads);
    // Nothing more is to come: the write need not wait for the page to ask again.
    if (changes.patchSessions.length === 0) transaction.commit();
  } catch (thrown) {
    await abandon(transaction, requests);
    throw thrown;
  }
  await Promise.all(requests);
  return (await Promise.all(heads)).filter((head) => head !== undefined);
}

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

type WritingSynced = IDBPTransaction<ParleyDatabase, [...typeof written, "sync"], "readwrite">;

/** Puts what a sync brings; a message that was changed since it was planned stays. */
export async function putSynced(
  transaction: WritingSynced,
  { patchSessions, putMessages, deleteMessages }: SyncedChanges,
  blobs: readonly StoredBlob[],
  memory: Readonly<Record<string, unknown>>,
): Promise<void> {
  const messages = transaction.objectStore("messages");
  for (const part of partsOf(putMessages)) {
    await doneWithAll(transaction, part, async ({ record, before }) => {
      if (before === undefined || isStill(await messages.get(record.id), before)) await messages.put(record);
    });
  }
  await doneWithAll(transaction, deleteMessages, async ({ id, before }) => {
    if (isStill(await messages.get(id), before)) await messages.delete(id);
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

/** A record that is refused at once does not end the transaction: what was put before it would be written. */
async function abandon(transaction: Pick<Writing, "abort">, requests: readonly Promise<unknown>[]): Promise<void> {
  transaction.abort();
  await Promise.allSettled(requests);
}

/** The heads of chats in a transaction, whatever else it is of. */
interface Heads {
  get(id: string): Promise<ChatSession | undefined>;
  put(session: ChatSession): Promise<unknown>;
}

/**
 * Changes only the fields that changed; a chat that another tab has removed for good does not come back in parts.
 * Answers the head as it is then, if there is one.
 */
async function patchSession(sessions: Heads, patch: SessionPatch): Promise<ChatSession | undefined> {
  const stored = await sessions.get(patch.id);
  if (!stored && !isWholeHead(patch)) return undefined;
  const head = withPatch(stored ?? {}, patch);
  await sessions.put(head);
  return head;
}

/** The range of what a message has gained while it grew. */
export function growthOfMessage(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.POSITIVE_INFINITY]);
}
