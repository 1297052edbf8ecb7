import { storedImageUrl } from "@/lib/chat/message";
import { dataUrlOfBlob, type StoredBlob } from "@/lib/storage/blobs";
import { tabContext } from "@/store/records/records";

/**
 * Stores an image as a record and returns its address. Without a database the service worker stores it; without a
 * worker, and in a temporary chat, the image becomes a data URL. Throws `storage-full` or `storage-unavailable`.
 */
export async function storeImage(
  { type, bytes }: Pick<StoredBlob, "type" | "bytes">,
  isTemporary = false,
  { env, records: { database } } = tabContext,
): Promise<string> {
  const blob = { id: env.newId(), type, size: bytes.byteLength, at: env.now(), bytes };
  if (isTemporary) return dataUrlOfBlob(blob);
  if (!database) return (await uploaded(blob)) ?? dataUrlOfBlob(blob);
  await database.putAll({ sessions: [], messages: [], blobs: [blob] });
  return storedImageUrl(blob.id);
}

async function uploaded({ type, bytes }: Pick<StoredBlob, "type" | "bytes">): Promise<string | undefined> {
  try {
    const { uploadImage } = await import("@/store/chats/upload-store");
    return await uploadImage(new Blob([bytes], { type }));
  } catch (error) {
    console.warn("Could not store an image in the service worker.", error);
    return undefined;
  }
}
