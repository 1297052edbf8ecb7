import type { IDBPDatabase, IDBPTransaction } from "idb";
import type { ChatSession } from "@/lib/chat/session";
import { AppError } from "@/lib/errors";
import type { BlobFacts, StoredBlob } from "@/lib/storage/blobs";
import { isShown, type MessageRecord } from "@/lib/storage/catalogue";
import {
  allChats,
  type Clearing,
  type ContentExchange,
  type ExpectedState,
  lastClearing,
  type ParleyDatabase,
  type ReadMarks,
  type SearchLogEntry,
  type SessionPatch,
  type SetAsideRecord,
  type SyncedChanges,
  type SyncedPatch,
  type SyncedSince,
  type SyncedWrite,
  type Tombstone,
  type Unreadable,
  type WholeRecords,
} from "@/lib/storage/database-records";
import { abandon, growthOfMessage, marked, messagesOf, patchSession, written } from "@/lib/storage/database-writes";
import { storageError } from "@/lib/storage/documents";

type Opened = IDBPDatabase<ParleyDatabase>;

export { settleGrowth } from "@/lib/storage/settle-growth";

type Writing = IDBPTransaction<ParleyDatabase, typeof written, "readwrite">;

/**
 * Writes whole records and patches chat heads in one transaction. Throws `storage-full` or `storage-unavailable`, and
 * `sync-failed` if the stored state is not the expected one.
 */
export function putAll(database: Opened, records: WholeRecords, expected?: ExpectedState): Promise<void> {
  if (expected) {
    const transaction = database.transaction([...written, "clearing"] as const, "readwrite");
    return committed(transaction, putExpected(transaction, records, expected));
  }
  const transaction = database.transaction(written, "readwrite");
  return committed(transaction, putInParts(transaction, records));
}

type WritingExpected = IDBPTransaction<ParleyDatabase, [...typeof written, "clearing"], "readwrite">;

async function putExpected(
  transaction: WritingExpected,
  records: WholeRecords,
  { chats, clearing }: ExpectedState,
): Promise<void> {
  const cleared = await transaction.objectStore("clearing").get(lastClearing);
  const index = transaction.objectStore("messages").index("bySession");
  const stored = await Promise.all(
    chats.map(async ({ id }) => ({
      id,
      session: await transaction.objectStore("sessions").get(id),
      messages: await index.getAll(messagesOf(id)),
    })),
  );
  const isCleared = cleared?.id !== clearing;
  if (isCleared || JSON.stringify(stored) !== JSON.stringify(chats)) {
    transaction.abort();
    throw new AppError("sync-failed", { problem: isCleared ? "cleared" : "changed" });
  }
  await putInParts(transaction as unknown as Writing, records);
}

/** Resolves when a transaction is committed. Throws `storage-full` or `storage-unavailable`. */
async function committed(
  transaction: { readonly done: Promise<void>; readonly error: DOMException | null },
  work: Promise<void>,
): Promise<void> {
  try {
    await Promise.all([transaction.done, work]);
  } catch (thrown) {
    const [{ reason }] = (await Promise.allSettled([work])) as [{ reason?: unknown }];
    if (reason instanceof AppError) throw reason;
    // Requests of an aborted transaction only report that it was aborted.
    throw storageError(transaction.error ?? thrown);
  }
}

/** Returns the data of all blobs without reading their bytes. */
export async function readBlobFacts(database: Opened): Promise<BlobFacts[]> {
  const facts: BlobFacts[] = [];
  let cursor = await database.transaction("blobs").store.index("bySize").openKeyCursor();
  while (cursor) {
    const [size, at] = cursor.key;
    facts.push({ id: cursor.primaryKey, size, at });
    cursor = await cursor.continue();
  }
  return facts;
}

/** Deletes blobs. */
export async function deleteBlobs(database: Opened, ids: readonly string[]): Promise<void> {
  const transaction = database.transaction("blobs", "readwrite");
  await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done]);
}

/** Empties all object stores and stores the id of the clearing, in one transaction. */
export async function clearAll(database: Opened, clearing: Clearing): Promise<void> {
  const names = [...database.objectStoreNames];
  const transaction = database.transaction(names, "readwrite");
  await Promise.all([
    ...names.map((name) => transaction.objectStore(name).clear()),
    transaction.objectStore("clearing").put(clearing, lastClearing),
    transaction.done,
  ]);
}

/** Number of simultaneous requests in a large write: each record is copied until it is written. */
const recordsAtOnce = 500;

/** Writes records in batches, so that a write of any size copies only one batch at a time. */
async function putInParts(transaction: Writing, records: WholeRecords): Promise<void> {
  const { sessions, messages, patchSessions = [], blobs = [], isAll = false } = records;
  const heads = transaction.objectStore("sessions");
  const bodies = transaction.objectStore("messages");
  const growth = transaction.objectStore("growth");
  if (isAll) {
    await Promise.all([
      heads.clear(),
      bodies.clear(),
      growth.clear(),
      transaction.objectStore("searchLog").clear(),
      transaction.objectStore("searchLog").add(null),
    ]);
    const tombstones = transaction.objectStore("tombstones");
    await doneWithAll(transaction, sessions, ({ id }) => tombstones.delete(id));
  }
  // Usually no reply is streaming, and then no growth exists.
  const hasGrowth = messages.length > 0 && (await growth.count()) > 0;
  for (const part of partsOf(messages)) {
    await doneWithAll(transaction, part, (record) => bodies.put(record));
    if (hasGrowth) await doneWithAll(transaction, part, ({ id }) => growth.delete(growthOfMessage(id)));
    if (!isAll) await noteChanged(transaction, part);
  }
  const changed = isAll ? [allChats] : messages.map(({ sessionId }) => sessionId);
  await Promise.all(marked(transaction.objectStore("messageMarks"), new Set(changed)));
  const changedHeads = [...sessions, ...patchSessions].map(({ id }) => id);
  await Promise.all(marked(transaction.objectStore("headMarks"), new Set(changedHeads)));
  for (const part of partsOf(sessions)) await doneWithAll(transaction, part, (session) => heads.put(session));
  for (const blob of blobs)
    await doneWithAll(transaction, [blob], (each) => transaction.objectStore("blobs").put(each));
  await doneWithAll(transaction, patchSessions, (patch) => patchSession(transaction.objectStore("sessions"), patch));
  transaction.commit();
}

/** Logs changed messages for the search index. */
function noteChanged(transaction: LogWriting, messages: readonly { readonly id: string }[]): Promise<unknown> {
  return transaction.objectStore("searchLog").add(messages.map(({ id }) => id));
}

/** A transaction that includes the log of the search index. */
interface LogWriting {
  objectStore(name: "searchLog"): { add(entry: SearchLogEntry): Promise<unknown> };
}

/** Returns the stored head and messages of a chat, without validation. */
export async function readChatRows(database: Opened, sessionId: string) {
  const transaction = database.transaction(["sessions", "messages"]);
  const [session, messages] = await Promise.all([
    transaction.objectStore("sessions").get(sessionId),
    transaction.objectStore("messages").index("bySession").getAll(messagesOf(sessionId)),
  ]);
  return { session, messages };
}

/** Copies rows that failed validation to `unreadable`; the originals remain in place. */
export async function setAside(database: Opened, collection: string, rows: readonly Unreadable[]): Promise<void> {
  const transaction = database.transaction("unreadable", "readwrite");
  const records = rows.map(({ row, reason }): SetAsideRecord => {
    const key = typeof row === "object" && row !== null && "id" in row ? String(row.id) : "";
    return { id: `${collection}:${key}`, collection, record: row, reason };
  });
  await Promise.all([...records.map((record) => transaction.store.put(record)), transaction.done]);
}

/** Deletes a chat with all its messages and stores a tombstone. */
export async function purgeChat(database: Opened, tombstone: Tombstone): Promise<void> {
  const names = ["sessions", "messages", "growth", "tombstones", "searchLog", "headMarks"] as const;
  const transaction = database.transaction(names, "readwrite");
  const messages = transaction.objectStore("messages");
  const growth = transaction.objectStore("growth");
  const ids = await messages.index("bySession").getAllKeys(messagesOf(tombstone.id));
  await Promise.all([
    ...ids.flatMap((id) => [messages.delete(id), growth.delete(growthOfMessage(id))]),
    transaction.objectStore("searchLog").add(ids),
    transaction.objectStore("sessions").delete(tombstone.id),
    ...marked(transaction.objectStore("headMarks"), [tombstone.id]),
    transaction.objectStore("tombstones").put(tombstone),
    transaction.done,
  ]);
}

/** Stores images and replaces message contents that have not changed meanwhile. */
export function putContents(
  database: Opened,
  exchanges: readonly ContentExchange[],
  blobs: readonly StoredBlob[],
): Promise<void> {
  // Without the growth store, so that streaming replies do not wait for an image.
  const transaction = database.transaction(["messages", "blobs", "searchLog", "messageMarks"], "readwrite");
  return committed(transaction, exchangeContents(transaction, exchanges, blobs));
}

async function exchangeContents(
  transaction: IDBPTransaction<ParleyDatabase, ["messages", "blobs", "searchLog", "messageMarks"], "readwrite">,
  exchanges: readonly ContentExchange[],
  blobs: readonly StoredBlob[],
): Promise<void> {
  const messages = transaction.objectStore("messages");
  await doneWithAll(transaction, blobs, (blob) => transaction.objectStore("blobs").put(blob));
  await doneWithAll(transaction, exchanges, async ({ id, from, to }) => {
    const stored = await messages.get(id);
    if (stored && JSON.stringify(stored.content) === JSON.stringify(from)) {
      const marks = marked(transaction.objectStore("messageMarks"), [stored.sessionId]);
      await Promise.all([messages.put({ ...stored, content: to }), noteChanged(transaction, [stored]), ...marks]);
    }
  });
}

type WritingSynced = IDBPTransaction<ParleyDatabase, [...typeof written, "sync", "clearing"], "readwrite">;

/** Writes the changes of a sync (`Database.applySynced`). */
export function putSynced(database: Opened, ...synced: SyncedWrite): Promise<void> {
  const transaction = database.transaction([...written, "sync", "clearing"] as const, "readwrite");
  return committed(transaction, putEach(transaction, ...synced));
}

/** Refuses the changes of a sync if all data was cleared or replaced since it began. */
async function expectSameData(
  transaction: WritingSynced,
  marks: ReadMarks | undefined,
  since: SyncedSince | undefined,
): Promise<void> {
  const clearing = since && (await transaction.objectStore("clearing").get(lastClearing));
  const replaced = marks && (await transaction.objectStore("messageMarks").get(allChats));
  const isCleared = since !== undefined && clearing?.id !== since.clearing;
  if (!isCleared && replaced === marks?.messageMarks.get(allChats)) return;
  transaction.abort();
  throw new AppError("sync-failed", { problem: isCleared ? "cleared" : "changed" });
}

async function putEach(
  transaction: WritingSynced,
  ...[changes, blobs, memory, marks, since]: SyncedWrite
): Promise<void> {
  await expectSameData(transaction, marks, since);
  const { patchSessions, putMessages, deleteMessages } = changes;
  const messages = transaction.objectStore("messages");
  const growth = transaction.objectStore("growth");
  // Usually no reply is streaming, and then no growth exists.
  const hasGrowth = putMessages.length > 0 && (await growth.count()) > 0;
  for (const part of partsOf(putMessages)) {
    await noteChanged(
      transaction,
      part.map(({ record }) => record),
    );
    await doneWithAll(transaction, part, async ({ record, before }) => {
      if (before === undefined || isStill(await messages.get(record.id), before)) {
        await Promise.all([messages.put(record), ...(hasGrowth ? [growth.delete(growthOfMessage(record.id))] : [])]);
      }
    });
  }
  if (deleteMessages.length > 0) await noteChanged(transaction, deleteMessages);
  await doneWithAll(transaction, deleteMessages, async ({ id, before }) => {
    if (before === undefined || isStill(await messages.get(id), before)) {
      await Promise.all([messages.delete(id), growth.delete(growthOfMessage(id))]);
    }
  });
  const restored = await patchSynced(transaction, patchSessions, marks);
  await doneWithAll(transaction, blobs, (blob) => transaction.objectStore("blobs").put(blob));
  const entries = Object.entries(memory);
  await doneWithAll(transaction, entries, ([name, value]) =>
    value === undefined
      ? transaction.objectStore("sync").delete(name)
      : transaction.objectStore("sync").put(value, name),
  );
  if (marks) await endMarks(transaction, marks);
  await Promise.all(marked(transaction.objectStore("headMarks"), restored));
  transaction.commit();
}

/** Patches heads. Returns the chats that come back from the trash: their messages here may never have been synced. */
async function patchSynced(
  transaction: WritingSynced,
  patches: SyncedChanges["patchSessions"],
  marks: ReadMarks | undefined,
): Promise<readonly string[]> {
  const sessions = transaction.objectStore("sessions");
  const restored: string[] = [];
  for (const part of partsOf(patches)) {
    await doneWithAll(transaction, part, async ({ patch, before }) => {
      const stored = await sessions.get(patch.id);
      const mark = marks && (await transaction.objectStore("messageMarks").get(patch.id));
      const isWritten = stored !== undefined && mark !== marks?.messageMarks.get(patch.id);
      // A message that was added during the sync brings the chat back at the next one.
      if (isWritten && typeof patch.deletedAt === "number") return;
      if (patch.deletedAt === null && stored?.deletedAt !== undefined) restored.push(patch.id);
      const counted = isWritten ? { messageCount: await shownMessages(transaction, patch.id) } : {};
      await patchSession(sessions, { ...withoutEdited(patch, before, stored), ...counted });
    });
  }
  return restored;
}

/** Removes the fields that were edited since the sync was planned: they are newer, and are sent by the next sync. */
function withoutEdited(
  patch: SessionPatch,
  before: SyncedPatch["before"],
  stored: ChatSession | undefined,
): SessionPatch {
  if (!before || !stored) return patch;
  const now = new Map<string, unknown>(Object.entries(stored));
  const isEdited = (name: string) => JSON.stringify(now.get(name)) !== JSON.stringify(before[name]);
  const fields = Object.entries(patch).filter(([name]) => !(name in before && isEdited(name)));
  return { ...Object.fromEntries(fields), id: patch.id };
}

async function shownMessages(transaction: WritingSynced, sessionId: string): Promise<number> {
  const messages = await transaction.objectStore("messages").index("bySession").getAll(messagesOf(sessionId));
  return messages.filter(isShown).length;
}

/** Removes marks, except those of chats that were written again during the sync. */
async function endMarks(transaction: WritingSynced, marks: ReadMarks): Promise<void> {
  for (const name of ["headMarks", "messageMarks"] as const) {
    const store = transaction.objectStore(name);
    await doneWithAll(transaction, [...marks[name]], async ([id, mark]) => {
      if ((await store.get(id)) === mark) await store.delete(id);
    });
  }
}

/** Whether a message is unchanged, ignoring its chat and its streaming flag. */
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
