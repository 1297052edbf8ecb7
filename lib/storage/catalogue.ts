import * as v from "valibot";
import { type Message, messageFields } from "@/lib/chat/message";
import { sessionSchema } from "@/lib/chat/session";
import { finiteNumber } from "@/lib/fields/strict-schemas";

/** One step from a version to the next; the input is whatever the older version stored. */
export interface Migration {
  readonly to: number;
  readonly name: string;
  migrate(stored: unknown): unknown;
}

/** One object as `{ state, version }` text. Its store parses it. */
export interface DocumentEntry {
  readonly shape: "document";
  /**
   * Where the text is stored. localStorage is for what the first paint needs; it holds about 5 million characters for the
   * whole origin. Documents that grow with use are texts in the database.
   */
  readonly place: "localStorage" | "database";
  /** The storage key, in localStorage and in the database. Backups and NextChat's data use the same names. */
  readonly key: string;
  readonly version: number;
  /** Ascending by `to`; each runs on data older than it. */
  readonly migrations: readonly Migration[];
}

/** Many records in IndexedDB, one row each. */
export interface CollectionEntry<T> {
  readonly shape: "collection";
  /** The object store in the database. */
  readonly key: string;
  /** Reads one record; one that does not fit is set aside, never dropped. */
  readonly schema: v.GenericSchema<unknown, T>;
  /** Indexes by name and key path. */
  readonly indexes: Readonly<Record<string, readonly string[]>>;
}

/** A message as a record: with its chat and its place in it. */
export interface MessageRecord extends Message {
  readonly sessionId: string;
  readonly seq: number;
}

/** Tells whether a message is on the path that is shown; other versions of answers are stored beside it. */
export function isShown({ isAside }: Pick<MessageRecord, "isAside">): boolean {
  return !isAside;
}

/** Answers messages in the order of their places; where two tabs gave one place twice, ids decide, alike everywhere. */
export function inThreadOrder(records: readonly MessageRecord[]): MessageRecord[] {
  return records.toSorted((one, other) => one.seq - other.seq || (one.id < other.id ? -1 : Number(one.id > other.id)));
}

const messageRecordSchema: v.GenericSchema<unknown, MessageRecord> = v.looseObject({
  ...messageFields,
  sessionId: v.string(),
  seq: finiteNumber,
});

/**
 * The only list of stored things. The database, the stores and, later, backup and sync are read off it.
 *
 * The language and the drafts of chats are not listed: each has its own keys (docs/storage.md).
 */
export const catalogue = {
  sessions: { shape: "collection", key: "sessions", schema: sessionSchema, indexes: {} },
  messages: {
    shape: "collection",
    key: "messages",
    schema: messageRecordSchema,
    indexes: { bySession: ["sessionId", "seq"] },
  },
  chat: { shape: "document", place: "localStorage", key: "chat-state", version: 1, migrations: [] },
  config: { shape: "document", place: "localStorage", key: "app-config", version: 4.1, migrations: [] },
  access: { shape: "document", place: "localStorage", key: "access-control", version: 2, migrations: [] },
  modelLists: { shape: "document", place: "localStorage", key: "model-lists", version: 1, migrations: [] },
  prompts: { shape: "document", place: "database", key: "prompt-store", version: 3, migrations: [] },
  masks: { shape: "document", place: "database", key: "mask-store", version: 3.1, migrations: [] },
  plugins: { shape: "document", place: "database", key: "chat-next-web-plugin", version: 1, migrations: [] },
  mcp: { shape: "document", place: "database", key: "mcp-store", version: 1, migrations: [] },
  // Not part of a backup: who is signed in where is a matter of one device.
  mcpSignIns: { shape: "document", place: "localStorage", key: "mcp-sign-ins", version: 1, migrations: [] },
  // Not part of a backup: what may run unasked is a matter of one device.
  toolRules: { shape: "document", place: "localStorage", key: "tool-rules", version: 1, migrations: [] },
  sync: { shape: "document", place: "localStorage", key: "sync", version: 1.2, migrations: [] },
  imageTasks: { shape: "document", place: "database", key: "sd-list", version: 1, migrations: [] },
  updates: { shape: "document", place: "localStorage", key: "chat-update", version: 1, migrations: [] },
} as const satisfies Record<string, DocumentEntry | CollectionEntry<never> | CollectionEntry<unknown>>;

/** The storage keys of the documents that are stored in the database. */
export const largeDocumentKeys: readonly string[] = Object.values(catalogue).flatMap((entry) =>
  entry.shape === "document" && entry.place === "database" ? [entry.key] : [],
);

/** Returns true if a document of this key is stored in the database. */
export function isLargeDocument(key: string): boolean {
  return largeDocumentKeys.includes(key);
}

/** The documents of which a backup is made and which an import may bring: version by storage key. */
export const portableDocuments: Readonly<Record<string, number>> = {
  [catalogue.config.key]: catalogue.config.version,
  [catalogue.access.key]: catalogue.access.version,
  [catalogue.prompts.key]: catalogue.prompts.version,
  [catalogue.masks.key]: catalogue.masks.version,
  [catalogue.plugins.key]: catalogue.plugins.version,
  [catalogue.mcp.key]: catalogue.mcp.version,
  [catalogue.sync.key]: catalogue.sync.version,
  [catalogue.imageTasks.key]: catalogue.imageTasks.version,
  [catalogue.updates.key]: catalogue.updates.version,
};

/** Brings a stored document to the present version, step by step. */
export function migrateDocument(entry: DocumentEntry, stored: unknown, version: number): unknown {
  return entry.migrations.filter((step) => step.to > version).reduce((value, step) => step.migrate(value), stored);
}
