import { imagesOf, type Message } from "@/lib/chat/message";
import { messageSchema } from "@/lib/chat/message-schema";
import { storedTime } from "@/lib/fields/stored-schemas";
import { isRecord, listOf, recordOf } from "@/lib/json";
import {
  blobIdsOf,
  blobOfDataUrl,
  documentIdsOf,
  readWrittenBlob,
  type StoredBlob,
  toolBlobIdsOf,
  writtenBlob,
} from "@/lib/storage/blobs";
import { chatIdOf, headFieldOf, messageIdOf } from "@/lib/sync/chat-cells";
import { documentKeyOf } from "@/lib/sync/document-cells";
import { type PlainStores, plainChatKey, plainStores } from "@/lib/sync/plain-stores";
import type { Cell, Group, SyncState } from "@/lib/sync/state";
import { readCell, type WrittenCell, writeCell } from "@/lib/sync/written-cell";
import * as z from "@/lib/zod";

/** The field of the file that is ours; a NextChat that writes the file drops it. */
const ownMember = "$parley";
/** The format version; a reader rejects newer ones because fields may have changed their meaning. */
const newestVersion = 1;
/** Number of stored write ids: more than there are between a write and the next one of the same device. */
const maxWrites = 50;

/** The content of the remote file. */
export interface RemoteFile {
  readonly state: SyncState;
  /** Ids of the writes in the file, the last one last. */
  readonly writes: readonly string[];
  readonly blobs: ReadonlyMap<string, StoredBlob>;
}

/** The file before the first sync. */
export const emptyFile: RemoteFile = { state: new Map(), writes: [], blobs: new Map() };

const memberSchema = z.object({
  version: z.number(),
  writes: z.catch(z.array(z.string()), []),
  blobs: z.catch(z.array(z.unknown()), []),
  groups: z.record(z.string(), z.tuple([storedTime, z.record(z.string(), z.unknown())], z.unknown())),
});

/**
 * Writes the file: NextChat's stores, and our field with times, deletions, versions and the differences of our records.
 */
export async function writeRemoteFile(
  state: SyncState,
  { writes, readBlob }: { writes: readonly string[]; readBlob(id: string): Promise<StoredBlob | undefined> },
): Promise<string> {
  const stores = await plainStores(state, readBlob);
  const plain = plainReader(stores);
  const groups: Record<string, [number, Record<string, WrittenCell>]> = {};
  const hidden = new Set<string>();
  for (const [name, { deletedAt, cells }] of state) {
    const written: Record<string, WrittenCell> = {};
    for (const [key, cell] of cells) {
      const shown = plain(name, key);
      written[key] = writeCell(cell, shown);
      // NextChat's messages contain images, but neither the media of tool results nor documents.
      for (const id of shown === undefined ? blobIdsIn(cell.value) : apartIdsIn(cell.value)) hidden.add(id);
    }
    groups[name] = [deletedAt, written];
  }
  const blobs: unknown[] = [];
  for (const id of hidden) {
    const blob = await readBlob(id);
    if (blob) blobs.push(writtenBlob(blob));
  }
  const own = { version: newestVersion, writes: writes.slice(-maxWrites), blobs, groups };
  return JSON.stringify({ ...stores, [ownMember]: own });
}

/** The result of reading the remote file. */
export type ReadRemote =
  | { readonly kind: "ours"; readonly file: RemoteFile }
  /** Written by a NextChat, which stores neither times nor deletions. */
  | { readonly kind: "plain" }
  | { readonly kind: "newer" }
  | { readonly kind: "unreadable" };

/** Reads a parsed file, from which keys that reach prototypes were already removed. */
export function readRemoteFile(parsed: unknown): ReadRemote {
  if (!isRecord(parsed)) return { kind: "unreadable" };
  const hasChats = isRecord(parsed[plainChatKey]) && Array.isArray(recordOf(parsed[plainChatKey]).sessions);
  const own = parsed[ownMember];
  if (own === undefined) return { kind: hasChats ? "plain" : "unreadable" };
  if (isRecord(own) && typeof own.version === "number" && own.version > newestVersion) return { kind: "newer" };
  const member = z.safeParse(memberSchema, own);
  if (!member.success || !hasChats) return { kind: "unreadable" };
  const plain = plainReader(parsed as PlainStores);
  const blobs = new Map<string, StoredBlob>();
  for (const written of member.data.blobs) {
    const blob = readWrittenBlob(written);
    if (blob) blobs.set(blob.id, blob);
  }
  const state = new Map<string, Group>();
  for (const [name, [deletedAt, written]] of Object.entries(member.data.groups)) {
    const cells = new Map<string, Cell>();
    for (const [key, each] of Object.entries(written)) {
      const shown = plain(name, key);
      const cell = readCell(each, shown);
      if (!cell) continue;
      cells.set(key, cell);
      for (const blob of blobsBetween(shown, cell.value)) blobs.set(blob.id, blob);
    }
    state.set(name, { deletedAt, cells });
  }
  return { kind: "ours", file: { state, writes: member.data.writes, blobs } };
}

/** Returns a function that returns a cell's value in NextChat's stores. */
function plainReader(stores: PlainStores): (group: string, key: string) => unknown {
  const sessions = new Map<string, { head: Readonly<Record<string, unknown>>; messages: Map<string, unknown> }>();
  for (const session of listOf(stores[plainChatKey]?.sessions)) {
    if (!isRecord(session)) continue;
    const messages = listOf(session.messages).flatMap((message): [string, unknown][] =>
      isRecord(message) ? [[String(message.id), message]] : [],
    );
    sessions.set(String(session.id), { head: session, messages: new Map(messages) });
  }
  return (group, key) => {
    const chat = sessions.get(chatIdOf(group) ?? "");
    if (chat) {
      const field = headFieldOf(key);
      if (field !== undefined) return Object.hasOwn(chat.head, field) ? chat.head[field] : undefined;
      return chat.messages.get(messageIdOf(key) ?? "");
    }
    const store = recordOf(stores[documentKeyOf(group) ?? ""]);
    const [name = "", id] = key.split(/\/(.*)/s);
    const value = Object.hasOwn(store, name) ? store[name] : undefined;
    if (id === undefined) return value;
    return isRecord(value) && Object.hasOwn(value, id) ? value[id] : undefined;
  };
}

/** Returns the ids of the blobs of a message cell; none for other cells. */
export function blobIdsIn(value: unknown): string[] {
  const message = z.safeParse(messageSchema, value);
  return message.success ? blobIdsOf(message.data) : [];
}

/** Returns the ids of the blobs that NextChat's form of a message does not contain. */
function apartIdsIn(value: unknown): string[] {
  const message = z.safeParse(messageSchema, value);
  return message.success ? [...toolBlobIdsOf(message.data), ...documentIdsOf(message.data)] : [];
}

/** Returns the images of a NextChat message as blobs; ours refer to the same images in the same order. */
function blobsBetween(plain: unknown, value: unknown): StoredBlob[] {
  const apart = apartIdsIn(value);
  const ids = blobIdsIn(value).filter((id) => !apart.includes(id));
  if (ids.length === 0 || !isRecord(plain) || !Array.isArray(plain.content)) return [];
  const { date } = z.parse(messageSchema, value);
  const urls = imagesOf({ content: plain.content as Message["content"] });
  const inline = urls.filter((url) => url.startsWith("data:"));
  // An image that was missing when the file was written was omitted, and it is unknown which one.
  if (inline.length !== ids.length) return [];
  return inline.flatMap((url, index) => blobOfDataUrl(url, { id: ids[index] ?? "", at: date }) ?? []);
}
