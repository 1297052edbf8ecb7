import { type ContentPart, imagesOf, type Message } from "@/lib/chat/message";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { dataUrlOfBlob, extractImages, hasInlineImages, restoreImages } from "@/lib/storage/blobs";
import { useChats } from "@/store/chats/chats";
import { getStorage } from "@/store/records/storage-handle";

const { now, newId } = browserEnvironment;

/** Stores the images of a message that carries them in itself as records of their own, and shows it with those. */
export async function keepImages(messageId: string): Promise<void> {
  const message = useChats.getState().messages[messageId];
  const database = getStorage()?.database;
  if (!message || !database || !hasInlineImages(message)) return;
  const { message: apart, blobs } = extractImages(message, { newId, at: message.date || now() });
  await database.putAll({ sessions: [], messages: [], blobs });
  // What was written meanwhile counts: its images are taken out another time.
  useChats.getState().update(messageId, (present) => (present.content === message.content ? apart : present));
}

/** Returns messages with their stored images inside them, as providers take them. */
export async function withStoredImages<M extends Pick<Message, "content">>(messages: readonly M[]): Promise<M[]> {
  const database = getStorage()?.database;
  const own = await Promise.all(messages.map(withUploads));
  return database ? Promise.all(own.map((message) => restoreImages(message, database.readBlob))) : own;
}

/** Puts pictures that the service worker keeps into a message; one that is gone is left out. */
async function withUploads<M extends Pick<Message, "content">>(message: M): Promise<M> {
  const addresses = imagesOf(message).filter((url) => url.includes("/api/cache/"));
  if (typeof message.content === "string" || addresses.length === 0) return message;
  const { isUpload, readUpload } = await import("@/store/chats/upload-store");
  const content = await Promise.all(
    message.content.map(async (part): Promise<ContentPart[]> => {
      if (part.type !== "image_url" || !isUpload(part.image_url.url)) return [part];
      const image = await readUpload(part.image_url.url);
      if (!image) return [];
      const url = dataUrlOfBlob({ type: image.type, bytes: await image.arrayBuffer() });
      return [{ type: "image_url", image_url: { url } }];
    }),
  );
  return { ...message, content: content.flat() };
}

/** An image that is on screen: its address in this page, and how many places show it. */
interface Shown {
  readonly url: Promise<string | undefined>;
  places: number;
}

const shown = new Map<string, Shown>();

/** Returns the address under which this page shows a stored image, and the function that gives it back. */
export function showImage(id: string): { readonly url: Promise<string | undefined>; release(): void } {
  const known: Shown = shown.get(id) ?? { url: addressOf(id), places: 0 };
  known.places += 1;
  shown.set(id, known);
  return {
    url: known.url,
    release() {
      known.places -= 1;
      if (known.places > 0) return;
      shown.delete(id);
      void known.url.then((url) => url && URL.revokeObjectURL(url));
    },
  };
}

/** Only images that a browser draws without running anything in them (no SVG), and sound. */
const shownTypes = /^(image\/(png|jpeg|gif|webp|avif)|audio\/(wav|mpeg|ogg))$/;

async function addressOf(id: string): Promise<string | undefined> {
  const blob = await getStorage()?.database.readBlob(id);
  if (!blob || !shownTypes.test(blob.type)) return undefined;
  return URL.createObjectURL(new Blob([blob.bytes], { type: blob.type }));
}

/** Returns a stored image as a file; nothing where it is not on this device any more. */
export async function readStoredImage(id: string): Promise<Blob | undefined> {
  const blob = await getStorage()?.database.readBlob(id);
  return blob && new Blob([blob.bytes], { type: blob.type });
}
