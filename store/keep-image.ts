import { storedImageUrl } from "@/lib/chat/message";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { dataUrlOfBlob, type StoredBlob } from "@/lib/storage/blobs";
import { dataDoor } from "@/store/data-door";

const { now, newId } = browserEnvironment;

/**
 * Stores an image as a record of its own and answers its address; where nothing is stored, it is its own address.
 * Throws `storage-full` or `storage-unavailable`.
 */
export async function keepImage({ type, bytes }: Pick<StoredBlob, "type" | "bytes">): Promise<string> {
  const blob = { id: newId(), type, size: bytes.byteLength, at: now(), bytes };
  const database = dataDoor()?.database;
  if (!database) return dataUrlOfBlob(blob);
  await database.putAll({ sessions: [], messages: [], blobs: [blob] });
  return storedImageUrl(blob.id);
}
