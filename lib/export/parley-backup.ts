import type { BackupData, BackupOptions } from "@/lib/export/backup-data";
import { withoutCredentials } from "@/lib/settings/without-credentials";
import { writtenBlob } from "@/lib/storage/blobs";

/** The format version; a reader rejects newer ones. It is raised when a field changes its meaning. */
const formatVersion = 1;

/**
 * Writes all data as one JSON object in pieces, one record per line (docs/backup-format.md), so that a history of any
 * size never has to fit into one string.
 */
export async function* parleyBackup(data: BackupData, { withCredentials }: BackupOptions): AsyncGenerator<string> {
  yield `{"$format":"parley","$version":${formatVersion},"exportedAt":${data.exportedAt},\n`;
  yield* listOf("sessions", data.sessions);
  yield* listOf("messages", data.messages);
  yield* listOf("tombstones", data.tombstones);
  yield '"documents":{';
  let separator = "\n";
  for (const [key, { version, state }] of Object.entries(data.documents)) {
    yield `${separator}${JSON.stringify(key)}:`;
    yield JSON.stringify({ version, state: withCredentials ? state : withoutCredentials(state) });
    separator = ",\n";
  }
  yield "\n},\n";
  yield* blobList(data);
  yield "}\n";
}

/** The end of a backup without images, which `withImages` replaces. */
const noImages = '"blobs":[]}\n';

/** Returns a stored backup with the images that it omits (docs/decisions/0020-images.md). */
export async function* withImages(
  file: Blob,
  images: Pick<BackupData, "blobIds" | "readBlob">,
): AsyncGenerator<Blob | string> {
  const body = file.slice(0, file.size - noImages.length);
  yield body;
  if ((await file.slice(body.size).text()) !== noImages) return yield file.slice(body.size);
  yield* blobList(images);
  yield "}\n";
}

/** Writes images one by one, because all of them together may exceed the memory. */
async function* blobList({ blobIds, readBlob }: Pick<BackupData, "blobIds" | "readBlob">): AsyncGenerator<string> {
  yield '"blobs":[';
  let separator = "\n";
  for (const id of blobIds) {
    const blob = await readBlob(id);
    if (!blob) continue;
    yield separator + JSON.stringify(writtenBlob(blob));
    separator = ",\n";
  }
  yield "]";
}

async function* listOf(name: string, records: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `"${name}":[`;
  let separator = "\n";
  for await (const record of records) {
    yield separator + JSON.stringify(record);
    separator = ",\n";
  }
  yield "\n],\n";
}
