import type { ChatSession } from "@/lib/chat/session";
import type { Environment } from "@/lib/environment";
import type { BackupData, StoredDocument } from "@/lib/export/backup-data";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import type { Tombstone } from "@/lib/storage/database-records";
import type { RecordSource } from "@/store/records/unwritten-records";

/** The two files that everything can be exported as. */
export type ExportKind = "parley" | "nextchat";

/** The parts of the data that go into a file, and its format. */
export interface WholeBackupOptions {
  readonly kind: ExportKind;
  /** Whether the file contains keys and codes. */
  readonly withCredentials: boolean;
  /** Whether titles in a file for NextChat begin with the name of the project. */
  readonly withProjectNames?: boolean;
  /** Whether masks in a file for NextChat begin with the instructions of the project. */
  readonly withProjectInstructions?: boolean;
  /** Whether chats in a file for NextChat have the model settings and the tools of their project. */
  readonly withProjectSettings?: boolean;
  /** Whether the file contains images. Backups on this device do not (docs/decisions/0020). */
  readonly images: "with-images" | "without-images";
}

/**
 * Options of a backup that stays on this device. The desktop app stores keys in no file that is not encrypted
 * (docs/security.md#d127).
 */
export const copyOptions: WholeBackupOptions = {
  kind: "parley",
  withCredentials: !process.env.BUILD_APP,
  images: "without-images",
};

/** The part of the environment that a backup uses. */
type BackupEnvironment = Pick<Environment, "now" | "delay">;

/** Creates a file with all stored data. The settings are passed in, because a worker cannot read them. */
export async function wholeBackup(
  database: RecordSource,
  documents: Readonly<Record<string, StoredDocument>>,
  { kind, images, ...options }: WholeBackupOptions,
  env: BackupEnvironment,
): Promise<Blob> {
  const data: BackupData = {
    exportedAt: env.now(),
    sessions: await allOf<ChatSession>(database, "sessions"),
    messages: eachOf<MessageRecord>(database, "messages"),
    tombstones: await allOf<Tombstone>(database, "tombstones"),
    documents,
    ...(images === "with-images" ? await allImages(database) : noImages),
  };
  const { parleyBackup } = await import("@/lib/export/parley-backup");
  const { nextChatBackup } = await import("@/lib/export/nextchat-backup");
  return inOneFile((kind === "parley" ? parleyBackup : nextChatBackup)(data, options), env);
}

/** Returns a backup without images together with the images of this device. */
export async function withAllImages(
  file: Blob,
  database: RecordSource,
  env: Pick<Environment, "delay">,
): Promise<Blob> {
  const { withImages } = await import("@/lib/export/parley-backup");
  return inOneFile(withImages(file, await allImages(database)), env);
}

type Collection = Parameters<Database["readRows"]>[0];

/** Yields the records one by one, because all messages of years do not fit into memory. */
async function* eachOf<T>(database: RecordSource, collection: Collection): AsyncGenerator<T> {
  for await (const part of database.readRows(collection)) yield* part as T[];
}

async function allOf<T>(database: RecordSource, collection: Collection): Promise<T[]> {
  const all: T[] = [];
  for await (const record of eachOf<T>(database, collection)) all.push(record);
  return all;
}

const noImages = { blobIds: [], readBlob: async () => undefined };

async function allImages({ readBlobFacts, readBlob }: RecordSource) {
  return { blobIds: (await readBlobFacts()).map(({ id }) => id), readBlob };
}

/** Characters that are joined between two macrotasks. */
const blockChars = 1_000_000;

/** Joins pieces into blocks: a Blob of 100,000 parts is slow, and blocks can leave memory. */
async function inOneFile(pieces: AsyncIterable<Blob | string>, { delay }: Pick<Environment, "delay">): Promise<Blob> {
  const blocks: Blob[] = [];
  let block = "";
  for await (const piece of pieces) {
    if (typeof piece !== "string") blocks.push(new Blob([block]), piece);
    block = typeof piece === "string" ? block + piece : "";
    if (block.length < blockChars) continue;
    blocks.push(new Blob([block]));
    block = "";
    await delay(0);
  }
  return new Blob([...blocks, block], { type: "application/json" });
}
