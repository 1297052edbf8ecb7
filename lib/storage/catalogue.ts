import type { Message } from "@/lib/chat/message";

/** One step to the next version; the input is the older version's stored state. */
export interface Migration {
  readonly to: number;
  readonly name: string;
  migrate(stored: unknown): unknown;
}

/** One object, stored as `{ state, version }` text and parsed by its store. */
export interface DocumentEntry {
  readonly shape: "document";
  /**
   * Storage location of the text. localStorage is for data that the first paint needs; it holds about 5 million
   * characters for the whole origin. Documents that grow with use are texts in the database.
   */
  readonly place: "localStorage" | "database";
  /** Storage key, in localStorage and in the database. Backups and NextChat's data use the same names. */
  readonly key: string;
  readonly version: number;
  /** True if the document never leaves this device: it is excluded from backups, exports, imports and takeovers. */
  readonly isDeviceOnly?: true;
  /** The field with items by id. Imports add new items and leave stored ones unchanged. */
  readonly itemsField?: string;
  /** Sync options; absent if the document is not synced. */
  readonly sync?: DocumentSync;
  /** Migrations, ascending by `to`; each runs on data older than it. */
  readonly migrations: readonly Migration[];
}

/** Sync options of a document. */
export interface DocumentSync {
  /** The field with items by id, if it differs from that for imports. */
  readonly itemsField?: string;
  /** True if the document contains keys, codes or passwords: it is synced only if the user enables that. */
  readonly isSecret?: true;
  /** Secret fields of settings, by setting. They are synced only if the user enables that. */
  readonly secretParts?: Readonly<Record<string, readonly string[]>>;
}

/** Many records in IndexedDB, one row each, validated by `record-schemas.ts`. */
interface CollectionEntry {
  readonly shape: "collection";
  /** The object store in the database. */
  readonly key: string;
  /** Indexes by name and key path. */
  readonly indexes: Readonly<Record<string, readonly string[]>>;
}

/** A message as a record, with its chat and its position in it. */
export interface MessageRecord extends Message {
  readonly sessionId: string;
  readonly seq: number;
}

/** Whether a message is on the visible path; hidden versions are stored beside it. */
export function isShown({ isAside }: Pick<MessageRecord, "isAside">): boolean {
  return !isAside;
}

/**
 * Returns messages in order of position. If two tabs assigned the same position, ids decide, so that all devices agree.
 */
export function inThreadOrder(records: readonly MessageRecord[]): MessageRecord[] {
  return records.toSorted((one, other) => one.seq - other.seq || (one.id < other.id ? -1 : Number(one.id > other.id)));
}

/**
 * All documents and collections. Database, stores, backups, imports, sync and docs/storage.md are derived from this
 * table. The single texts in localStorage are in `local-keys.ts`.
 */
export const catalogue = {
  sessions: { shape: "collection", key: "sessions", indexes: {} },
  messages: {
    shape: "collection",
    key: "messages",
    indexes: { bySession: ["sessionId", "seq"] },
  },
  chat: { shape: "document", place: "localStorage", key: "chat-state", version: 1, isDeviceOnly: true, migrations: [] },
  config: {
    shape: "document",
    place: "localStorage",
    key: "app-config",
    version: 4.1,

    sync: { secretParts: { realtimeConfig: ["apiKey", "apiKeyHost"], searchConfig: ["apiKey", "apiKeyHost"] } },
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
  projects: {
    shape: "document",
    place: "database",
    key: "project-store",
    version: 1,
    itemsField: "projects",
    sync: {},
    migrations: [],
  },
  facts: {
    shape: "document",
    place: "database",
    key: "fact-store",
    version: 1,
    itemsField: "facts",
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
  // Programs on this computer that serve tools, in the desktop app.
  mcpPrograms: {
    shape: "document",
    place: "database",
    key: "mcp-programs",
    version: 1,
    isDeviceOnly: true,
    migrations: [],
  },
  // Sign-ins and tool permissions are separate on each device.
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
  // Budget and own prices. The ledger of calls has two documents, so that a call only rewrites the current month.
  costs: { shape: "document", place: "database", key: "cost-settings", version: 1, migrations: [] },
  costMonth: {
    shape: "document",
    place: "database",
    key: "cost-month",
    version: 1,
    itemsField: "months",
    migrations: [],
  },
  costHistory: {
    shape: "document",
    place: "database",
    key: "cost-history",
    version: 1,
    itemsField: "months",
    migrations: [],
  },
  // Votes for the best answers of comparisons.
  votes: {
    shape: "document",
    place: "database",
    key: "vote-store",
    version: 1,
    itemsField: "votes",
    sync: {},
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
} as const satisfies Record<string, DocumentEntry | CollectionEntry>;

/** All documents of the catalogue. */
export const documentEntries: readonly DocumentEntry[] = Object.values(catalogue).filter(
  (entry) => entry.shape === "document",
);

/** Storage keys of the documents in the database. */
export const largeDocumentKeys: readonly string[] = documentEntries
  .filter(({ place }) => place === "database")
  .map(({ key }) => key);

/** Storage keys of the documents that may contain credentials. */
export const credentialKeys: readonly string[] = [
  catalogue.access.key,
  catalogue.config.key,
  catalogue.plugins.key,
  catalogue.mcp.key,
  catalogue.mcpPrograms.key,
  catalogue.mcpSignIns.key,
  catalogue.sync.key,
];

/** Whether the document with a key is stored in the database. */
export function isLargeDocument(key: string): boolean {
  return largeDocumentKeys.includes(key);
}

/** Documents that are included in backups and imports: version by storage key. */
export const portableDocuments: Readonly<Record<string, number>> = Object.fromEntries(
  documentEntries.filter(({ isDeviceOnly }) => !isDeviceOnly).map(({ key, version }) => [key, version]),
);

/** Migrates a stored document to the current version, step by step. */
export function migrateDocument(entry: DocumentEntry, stored: unknown, version: number): unknown {
  return entry.migrations.filter((step) => step.to > version).reduce((value, step) => step.migrate(value), stored);
}
