import type { ChatSession } from "@/lib/chat/session";
import type { StoredBlob } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";

/** A stored document with its version. */
export interface StoredDocument {
  readonly version: number;
  readonly state: unknown;
}

/** The content of a backup; messages may be read in batches from any source. */
export interface BackupData {
  /** The current time, in milliseconds since the epoch. */
  readonly exportedAt: number;
  readonly sessions: Iterable<ChatSession>;
  readonly messages: Iterable<MessageRecord> | AsyncIterable<MessageRecord>;
  readonly tombstones: Iterable<{ readonly id: string; readonly deletedAt: number }>;
  /** Documents by storage key. */
  readonly documents: Readonly<Record<string, StoredDocument>>;
  /** Ids of the images to include. */
  readonly blobIds: Iterable<string>;
  /** Reads an image; undefined if it no longer exists. */
  readBlob(id: string): Promise<StoredBlob | undefined>;
}

export interface BackupOptions {
  /** Whether keys, secrets and the access code are included; only if the user chose that (docs/security.md#i86). */
  readonly withCredentials: boolean;
  /** Whether titles in NextChat's format begin with the name of the project, which that format cannot hold. */
  readonly withProjectNames?: boolean | undefined;
  /** Whether the instructions of the project are the first prompt of each chat's mask in NextChat's format. */
  readonly withProjectInstructions?: boolean | undefined;
  /** Whether chats in NextChat's format have the model settings and the tools of their project. */
  readonly withProjectSettings?: boolean | undefined;
}
