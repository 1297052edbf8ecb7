import type { ChatSession } from "@/lib/chat/session";
import type { BackupData, StoredDocument } from "@/lib/export/backup-data";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import type { Tombstone } from "@/lib/storage/database-records";
import type { RecordSource } from "@/store/records/unwritten-records";

/** The two files that everything can be exported as. */
export type ExportKind = "parley" | "nextchat";

/** The parts of the data that go into a file, and its format. */
export interface WholeBackupOptions {
  readonly kind: ExportKind;
  /** Keys and codes go into the file only where they are asked for. */
  readonly withCredentials: boolean;
  /** Whether the images go along: a copy on this device does without those that lie beside it (decision 0020). */
  readonly images: "with-images" | "without-images";
}

/** A copy that stays on this device. */
export const copyOptions: WholeBackupOptions = { kind: "parley", withCredentials: true, images: "without-images" };

/** The source of all records. */

/** Makes the file with everything that is stored; the settings are given, as a worker cannot read them. */
export async function wholeBackup(
  database: RecordSource,
  documents: Readonly<Record<string, StoredDocument>>,
  { kind, withCredentials, images }: WholeBackupOptions,
): Promise<Blob> {
  const data: BackupData = {
    exportedAt: browserEnvironment.now(),
    sessions: await allOf<ChatSession>(database, "sessions"),
    messages: eachOf<MessageRecord>(database, "messages"),
    tombstones: await allOf<Tombstone>(database, "tombstones"),
    documents,
    ...(images === "with-images" ? await allImages(database) : noImages),
  };
  const { parleyBackup } = await import("@/lib/export/parley-backup");
  const { nextChatBackup } = await import("@/lib/export/nextchat-backup");
  return inOneFile((kind === "parley" ? parleyBackup : nextChatBackup)(data, { withCredentials }));
}

/** Returns a copy that was made without images with those of this device. */
export async function withAllImages(file: Blob, database: RecordSource): Promise<Blob> {
  const { withImages } = await import("@/lib/export/parley-backup");
  return inOneFile(withImages(file, await allImages(database)));
}

type Collection = Parameters<Database["readRows"]>[0];

/** One after the other: all messages of years need not be in memory at once. */
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

/** Characters that are written before the event loop continues. */
const blockChars = 1_000_000;

/** Joins pieces to blocks: a Blob of a hundred thousand parts is slow, and blocks need not stay in memory. */
async function inOneFile(pieces: AsyncIterable<Blob | string>): Promise<Blob> {
  const blocks: Blob[] = [];
  let block = "";
  for await (const piece of pieces) {
    if (typeof piece !== "string") blocks.push(new Blob([block]), piece);
    block = typeof piece === "string" ? block + piece : "";
    if (block.length < blockChars) continue;
    blocks.push(new Blob([block]));
    block = "";
    await browserEnvironment.delay(0);
  }
  return new Blob([...blocks, block], { type: "application/json" });
}
