import type { DBSchema } from "idb";
import type * as v from "valibot";
import type { Content } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import type { StoredBlob } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Growth } from "@/lib/storage/growth";

/** What a record that could not be read is kept as: whole, with where it came from and why. */
export interface SetAsideRecord {
  readonly id: string;
  readonly collection: string;
  readonly record: unknown;
  readonly reason: string;
}

/** A stored row that failed validation, and why. */
export interface Unreadable {
  readonly row: unknown;
  readonly issues: readonly v.BaseIssue<unknown>[];
}

/** What stays of a deleted chat, so that its deletion reaches other devices (docs/decisions/0007). */
export interface Tombstone {
  readonly id: string;
  readonly deletedAt: number;
}

/** The key of the last clearing in its object store. */
export const lastClearing = "last";

/** A clearing of everything, as far as it has come. */
export interface Clearing {
  readonly id: string;
  /** True once the copies, what a NextChat has left, and the caches are cleared, too. */
  readonly isRestCleared: boolean;
}

/** What a sync brings to the chats of this device, with what stood there when it was planned. */
export interface SyncedChanges {
  readonly patchSessions: readonly SessionPatch[];
  readonly putMessages: readonly { readonly record: MessageRecord; readonly before: unknown }[];
  readonly deleteMessages: readonly { readonly id: string; readonly sessionId: string; readonly before: unknown }[];
}

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
  /** The texts of large documents (lib/storage/catalogue.ts), by storage key. */
  documents: { key: string; value: string };
  /** What is remembered of the last sync (lib/sync/ledger.ts), in parts by name. */
  sync: { key: string; value: unknown };
}

/** Fields of a chat's head that changed, `null` for one that went; of a new chat, all of them. */
export type SessionPatch = { readonly [K in keyof ChatSession]?: ChatSession[K] | null | undefined } & Pick<
  ChatSession,
  "id"
>;

/** What is to be written in one transaction. */
export interface Changes {
  /** Put into the stored heads field by field, so that two tabs change one chat without undoing each other. */
  readonly patchSessions: readonly SessionPatch[];
  readonly putMessages: readonly MessageRecord[];
  /** What growing replies have gained; a message that is put whole takes the place of all its growth. */
  readonly growMessages: readonly Growth[];
  readonly deleteMessages: readonly string[];
}

/** A message's content that takes the place of another, unless that was changed meanwhile. */
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

/** Whole records to be put, any number of them, and changes to the heads of other chats. */
export interface WholeRecords {
  readonly sessions: readonly ChatSession[];
  readonly messages: readonly MessageRecord[];
  readonly patchSessions?: readonly SessionPatch[];
  readonly blobs?: readonly StoredBlob[];
  /** True: all other chats and messages go in the same transaction; images stay, since copies count on them. */
  readonly isAll?: boolean;
}

/** Puts what changed into a chat's head; what is `null` goes. */
export function withPatch(session: Partial<ChatSession>, patch: SessionPatch): ChatSession {
  const patched = Object.entries({ ...session, ...patch }).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(patched) as unknown as ChatSession;
}
