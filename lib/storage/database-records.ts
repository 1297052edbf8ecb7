import type { DBSchema } from "idb";
import type { Content } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import type { StoredBlob } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Growth } from "@/lib/storage/growth";

/** The stored form of an invalid record: the whole record, its origin and the reason. */
export interface SetAsideRecord {
  readonly id: string;
  readonly collection: string;
  readonly record: unknown;
  readonly reason: string;
}

/** A stored row that failed validation, and the reason. */
export interface Unreadable {
  readonly row: unknown;
  readonly reason: string;
}

/**
 * The remainder of a deleted chat, which propagates the deletion to other devices (docs/decisions/0007-deletions.md).
 */
export interface Tombstone {
  readonly id: string;
  readonly deletedAt: number;
}

/** Key of the last clearing in its object store. */
export const lastClearing = "last";

/** The state of clearing all data. */
export interface Clearing {
  readonly id: string;
  /** Whether backups, NextChat's data and the caches are cleared, too. */
  readonly isRestCleared: boolean;
}

/**
 * Changes of chats from a sync, with the values that were stored when it was planned: undefined if the chat was not
 * visible here.
 */
export interface SyncedChanges {
  readonly patchSessions: readonly SyncedPatch[];
  readonly putMessages: readonly { readonly record: MessageRecord; readonly before: unknown }[];
  readonly deleteMessages: readonly { readonly id: string; readonly sessionId: string; readonly before: unknown }[];
}

/** A patch of a chat head from a sync. */
export interface SyncedPatch {
  readonly patch: SessionPatch;
  /** The values of the patched fields when the sync was planned. */
  readonly before: Readonly<Record<string, unknown>> | undefined;
}

/** The clearing that was the last one when a sync began. */
export interface SyncedSince {
  readonly clearing: string | undefined;
}

/** The arguments of `Database.applySynced`: the results of a sync to store on this device. */
export type SyncedWrite = readonly [
  changes: SyncedChanges,
  blobs: readonly StoredBlob[],
  memory: Readonly<Record<string, unknown>>,
  marks?: ReadMarks,
  since?: SyncedSince,
];

/** The mark of all chats. */
export const allChats = "";

/** Marks of changed chats that a sync has read, and that end with it unless a chat was written again. */
export interface ReadMarks {
  readonly headMarks: ReadonlyMap<string, number>;
  readonly messageMarks: ReadonlyMap<string, number>;
}

/** The ids of the messages that one transaction has changed; `null` if it has replaced all. */
export type SearchLogEntry = readonly string[] | null;

/** The object stores and their indexes. */
export interface ParleyDatabase extends DBSchema {
  sessions: { key: string; value: ChatSession; indexes: { byOrder: number } };
  messages: { key: string; value: MessageRecord; indexes: { bySession: [string, number] } };
  unreadable: { key: string; value: SetAsideRecord };
  tombstones: { key: string; value: Tombstone };
  growth: { key: [string, number]; value: Growth; indexes: { bySession: string } };
  blobs: { key: string; value: StoredBlob; indexes: { bySize: [number, number] } };
  /** The last clearing, under one key. */
  clearing: { key: string; value: Clearing };
  /** Texts of large documents (lib/storage/catalogue.ts), by storage key. */
  documents: { key: string; value: string };
  /** Parts of the ledger of the last sync (lib/sync/ledger.ts), by name. */
  sync: { key: string; value: unknown };
  /** The state of the search index, under one name, and its segments, by number (lib/storage/search-index-rows.ts). */
  searchIndex: { key: number | string; value: unknown };
  /** The messages that were written since the search index was updated. */
  searchLog: { key: number; value: SearchLogEntry };
  /** The chats whose head was written since the last sync, each with a random number of the write. */
  headMarks: { key: string; value: number };
  /** The same for chats whose messages were written. The empty id stands for all chats. */
  messageMarks: { key: string; value: number };
}

/** Changed fields of a chat head, `null` for a removed one; all fields for a new chat. */
export type SessionPatch = { readonly [K in keyof ChatSession]?: ChatSession[K] | null | undefined } & Pick<
  ChatSession,
  "id"
>;

/** Changes to write in one transaction. */
export interface Changes {
  /**
   * Merged into the stored heads field by field, so that two tabs can change one chat without undoing each other's
   * changes.
   */
  readonly patchSessions: readonly SessionPatch[];
  readonly putMessages: readonly MessageRecord[];
  /** Additions to streaming replies. Writing a whole message replaces all its growth. */
  readonly growMessages: readonly Growth[];
  readonly deleteMessages: readonly string[];
  /** The chats of the deleted messages. Without it, a sync compares all chats. */
  readonly deletedFrom?: readonly string[];
}

/** A replacement of a message's content, unless it was changed meanwhile. */
export interface ContentExchange {
  readonly id: string;
  readonly from: Content;
  readonly to: Content;
}

/** Ids of records of both collections. */
export interface RecordIds {
  readonly sessions: readonly string[];
  readonly messages: readonly string[];
}

/** Any number of whole records to write, and changes of other chat heads. */
export interface WholeRecords {
  readonly sessions: readonly ChatSession[];
  readonly messages: readonly MessageRecord[];
  readonly patchSessions?: readonly SessionPatch[];
  readonly blobs?: readonly StoredBlob[];
  /**
   * True: all other chats and messages are deleted in the same transaction. Images remain, because backups refer to
   * them.
   */
  readonly isAll?: boolean;
}

/** The state in which whole records may be written. */
export interface ExpectedState extends SyncedSince {
  /** The stored rows of chats, as they were read before. */
  readonly chats: readonly { readonly id: string; readonly session: unknown; readonly messages: readonly unknown[] }[];
}

/** Applies a patch to a chat head; fields that are `null` are removed. */
export function withPatch(session: Partial<ChatSession>, patch: SessionPatch): ChatSession {
  const patched = Object.entries({ ...session, ...patch }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(patched) as unknown as ChatSession;
}
