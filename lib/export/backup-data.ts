import type { ChatSession } from "@/lib/chat/session";
import type { StoredBlob } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";

/** A stored document with the version of its shape. */
export interface StoredDocument {
  readonly version: number;
  readonly state: unknown;
}

/** All that goes into a backup; messages may come from wherever they are, some at a time. */
export interface BackupData {
  /** Now, in milliseconds. */
  readonly exportedAt: number;
  readonly sessions: Iterable<ChatSession>;
  readonly messages: Iterable<MessageRecord> | AsyncIterable<MessageRecord>;
  readonly tombstones: Iterable<{ readonly id: string; readonly deletedAt: number }>;
  /** By storage key. */
  readonly documents: Readonly<Record<string, StoredDocument>>;
  /** The ids of the images that go along. */
  readonly blobIds: Iterable<string>;
  /** Reads an image; nothing where it is gone. */
  readBlob(id: string): Promise<StoredBlob | undefined>;
}

export interface BackupOptions {
  /** True only where the user asked for it: keys, secrets and the access code go into the file (I8.6). */
  readonly withCredentials: boolean;
}
