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
  /** True if it never leaves this device: it is not part of backups, exports, imports and takeovers. */
  readonly isDeviceOnly?: true;
  /** The field that holds things by id. Imports add new ones and leave stored ones as they are. */
  readonly itemsField?: string;
  /** How the document is synced; absent if it is not. */
  readonly sync?: DocumentSync;
  /** Ascending by `to`; each runs on data older than it. */
  readonly migrations: readonly Migration[];
}

/** How a document is synced. */
export interface DocumentSync {
  /** The field that holds things by id, if imports merge it in another way. */
  readonly itemsField?: string;
  /** True if the document holds keys, codes or passwords: it is synced only if the user asks for that. */
  readonly isSecret?: true;
  /** The secret parts of settings, by setting. They are synced only if the user asks for that. */
  readonly secretParts?: Readonly<Record<string, readonly string[]>>;
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

/** Whether a message is on the path that is shown; other versions of answers are stored beside it. */
export function isShown({ isAside }: Pick<MessageRecord, "isAside">): boolean {
  return !isAside;
}

/** Returns messages in the order of their places; where two tabs gave one place twice, ids decide, alike everywhere. */
export function inThreadOrder(records: readonly MessageRecord[]): MessageRecord[] {
  return records.toSorted((one, other) => one.seq - other.seq || (one.id < other.id ? -1 : Number(one.id > other.id)));
}

const messageRecordSchema: v.GenericSchema<unknown, MessageRecord> = v.looseObject({
  ...messageFields,
  sessionId: v.string(),
  seq: finiteNumber,
});

/**
 * All documents and collections. Database, stores, backups, imports, sync and docs/storage.md are derived from it. The
 * single texts in localStorage are in `local-keys.ts`.
 */
export const catalogue = {
  sessions: { shape: "collection", key: "sessions", schema: sessionSchema, indexes: {} },
  messages: {
    shape: "collection",
    key: "messages",
    schema: messageRecordSchema,
    indexes: { bySession: ["sessionId", "seq"] },
  },
  chat: { shape: "document", place: "localStorage", key: "chat-state", version: 1, isDeviceOnly: true, migrations: [] },
  config: {
    shape: "document",
    place: "localStorage",
    key: "app-config",
    version: 4.1,

    sync: { secretParts: { realtimeConfig: ["apiKey", "apiKeyHost"] } },
    migrations: [],
  },
  access: {
    shape: "document",
    place: "localStorage",
    key: "access-control",
    version: 2,

    sync: { itemsField: "hosts", isSecret: true },
    migrations: [],
  },
  modelLists: {
    shape: "document",
    place: "localStorage",
    key: "model-lists",
    version: 1,
    isDeviceOnly: true,
    migrations: [],
  },
  prompts: {
    shape: "document",
    place: "database",
    key: "prompt-store",
    version: 3,

    itemsField: "prompts",
    sync: {},
    migrations: [],
  },
  masks: {
    shape: "document",
    place: "database",
    key: "mask-store",
    version: 3.1,

    itemsField: "masks",
    sync: {},
    migrations: [],
  },
  plugins: {
    shape: "document",
    place: "database",
    key: "chat-next-web-plugin",
    version: 1,

    itemsField: "plugins",
    sync: { isSecret: true },
    migrations: [],
  },
  mcp: {
    shape: "document",
    place: "database",
    key: "mcp-store",
    version: 1,

    itemsField: "servers",
    sync: { isSecret: true },
    migrations: [],
  },
  // Each device signs in by itself, and decides by itself which tools run unasked.
  mcpSignIns: {
    shape: "document",
    place: "localStorage",
    key: "mcp-sign-ins",
    version: 1,
    isDeviceOnly: true,
    migrations: [],
  },
  toolRules: {
    shape: "document",
    place: "localStorage",
    key: "tool-rules",
    version: 1,
    isDeviceOnly: true,
    migrations: [],
  },
  sync: { shape: "document", place: "localStorage", key: "sync", version: 1.2, migrations: [] },
  imageTasks: { shape: "document", place: "database", key: "sd-list", version: 1, migrations: [] },
  updates: {
    shape: "document",
    place: "localStorage",
    key: "chat-update",
    version: 1,

    migrations: [],
  },
} as const satisfies Record<string, DocumentEntry | CollectionEntry<never> | CollectionEntry<unknown>>;

/** All documents of the catalogue. */
export const documentEntries: readonly DocumentEntry[] = Object.values(catalogue).filter(
  (entry) => entry.shape === "document",
);

/** The storage keys of the documents that are stored in the database. */
export const largeDocumentKeys: readonly string[] = documentEntries
  .filter(({ place }) => place === "database")
  .map(({ key }) => key);

/** Returns true if a document of this key is stored in the database. */
export function isLargeDocument(key: string): boolean {
  return largeDocumentKeys.includes(key);
}

/** The documents of which a backup is made and which an import may bring: version by storage key. */
export const portableDocuments: Readonly<Record<string, number>> = Object.fromEntries(
  documentEntries.filter(({ isDeviceOnly }) => !isDeviceOnly).map(({ key, version }) => [key, version]),
);

/** Brings a stored document to the present version, step by step. */
export function migrateDocument(entry: DocumentEntry, stored: unknown, version: number): unknown {
  return entry.migrations.filter((step) => step.to > version).reduce((value, step) => step.migrate(value), stored);
}
