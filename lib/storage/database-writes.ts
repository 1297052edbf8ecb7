import type { IDBPTransaction } from "idb";
import { type ChatSession, isWholeHead } from "@/lib/chat/session";
import {
  allChats,
  type Changes,
  type ParleyDatabase,
  type SessionPatch,
  withPatch,
} from "@/lib/storage/database-records";

/** Object stores of bulk writes. */
export const written = [
  "sessions",
  "messages",
  "growth",
  "blobs",
  "tombstones",
  "searchLog",
  "headMarks",
  "messageMarks",
] as const;

/** Returns the object stores of some changes, so that writes to other stores need not wait. */
export function storesOf({ patchSessions, putMessages, growMessages, deleteMessages }: Changes): ChangedStore[] {
  const hasMessages = putMessages.length + growMessages.length + deleteMessages.length > 0;
  const heads: ChangedStore[] = patchSessions.length > 0 || !hasMessages ? ["sessions", "headMarks"] : [];
  return hasMessages ? [...heads, "messages", "growth", "searchLog", "messageMarks"] : heads;
}

type ChangedStore = "sessions" | "messages" | "growth" | "searchLog" | "headMarks" | "messageMarks";

/** Writes all changes or none. Returns the resulting chat heads. */
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
    const changed = [...changes.putMessages.map(({ id }) => id), ...changes.deleteMessages];
    // Growth is not logged: a streaming reply stays in the log until it is written whole.
    if (changed.length > 0) requests.push(transaction.objectStore("searchLog").add(changed));
    if (changed.length > 0) requests.push(...marked(transaction.objectStore("messageMarks"), chatsOf(changes)));
    if (changes.patchSessions.length > 0) {
      requests.push(
        ...marked(transaction.objectStore("headMarks"), new Set(changes.patchSessions.map(({ id }) => id))),
      );
    }
    for (const patch of changes.patchSessions) heads.push(patchSession(transaction.objectStore("sessions"), patch));
    requests.push(...heads);
    // No further requests follow, so commit without waiting for the page.
    if (changes.patchSessions.length === 0) transaction.commit();
  } catch (thrown) {
    await abandon(transaction, requests);
    throw thrown;
  }
  await Promise.all(requests);
  return (await Promise.all(heads)).filter((head) => head !== undefined);
}

/** Returns the chats whose messages are written. */
function chatsOf({ putMessages, deleteMessages, deletedFrom }: Changes): Set<string> {
  const unknown = deleteMessages.length > 0 ? [allChats] : [];
  return new Set([...putMessages.map(({ sessionId }) => sessionId), ...(deletedFrom ?? unknown)]);
}

/** Marks changed chats for the next sync. Each write has another number, so that a sync ends no later mark. */
export function marked(
  marks: { put(mark: number, id: string): Promise<unknown> },
  ids: Iterable<string>,
): Promise<unknown>[] {
  return Array.from(ids, (id) => marks.put(Math.random(), id));
}

/**
 * Aborts a transaction. A record that is rejected synchronously does not abort it: earlier requests would be written.
 */
export async function abandon(transaction: { abort(): void }, requests: readonly Promise<unknown>[]): Promise<void> {
  transaction.abort();
  await Promise.allSettled(requests);
}

/** The chat heads in a transaction of any kind. */
interface Heads {
  get(id: string): Promise<ChatSession | undefined>;
  put(session: ChatSession): Promise<unknown>;
}

/**
 * Applies a patch to the stored head. A chat that another tab has deleted permanently is not restored from parts.
 * Returns the resulting head, if there is one.
 */
export async function patchSession(sessions: Heads, patch: SessionPatch): Promise<ChatSession | undefined> {
  const stored = await sessions.get(patch.id);
  if (!stored && !isWholeHead(patch)) return undefined;
  const head = withPatch(stored ?? {}, patch);
  await sessions.put(head);
  return head;
}

/** Returns the key range of a message's growth. */
export function growthOfMessage(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, 0], [id, Number.POSITIVE_INFINITY]);
}

/** Returns the key range of a chat's messages in the index `bySession`. */
export function messagesOf(sessionId: string): IDBKeyRange {
  return IDBKeyRange.bound([sessionId, Number.NEGATIVE_INFINITY], [sessionId, Number.POSITIVE_INFINITY]);
}
