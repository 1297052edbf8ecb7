import { imagesOf, type RequestContent, type RequestPart } from "@/lib/chat/message";
import { dataUrlOfBlob, extractImages, hasInlineImages, restoreImages } from "@/lib/storage/blobs";
import { useChats } from "@/store/chats/chats";
import { isTemporary } from "@/store/chats/is-temporary";
import { type TabContext, tabContext } from "@/store/records/records";

/** Moves the inline images of a message into records, and shows the message with them. */
export async function storeInlineImages(messageId: string, { env, records: { database } } = tabContext): Promise<void> {
  const message = useChats.getState().messages[messageId];
  if (!message || !database || !hasInlineImages(message) || isTemporary(message.sessionId)) return;
  const { message: apart, blobs } = extractImages(message, { newId: env.newId, at: message.date || env.now() });
  await database.putAll({ sessions: [], messages: [], blobs });
  // If the message was changed meanwhile, the change wins, and its images are moved another time.
  useChats.getState().update(messageId, (present) => (present.content === message.content ? apart : present));
}

/** Returns messages with their stored images inlined, as providers expect them. */
export async function withStoredImages<M extends { readonly content: RequestContent }>(
  messages: readonly M[],
  { records: { database } }: Pick<TabContext, "records"> = tabContext,
): Promise<M[]> {
  const own = await Promise.all(messages.map(withUploads));
  return database ? Promise.all(own.map((message) => restoreImages(message, database.readBlob))) : own;
}

/** Converts WebP images to JPEG, for servers whose image library cannot read WebP. */
export async function withoutWebp<M extends { readonly content: RequestContent }>(
  messages: readonly M[],
): Promise<M[]> {
  return Promise.all(
    messages.map(async (message) => {
      if (typeof message.content === "string") return message;
      const content = await Promise.all(
        message.content.map(async (part): Promise<RequestPart> => {
          if (part.type !== "image_url" || !part.image_url.url.startsWith("data:image/webp;")) return part;
          return { type: "image_url", image_url: { url: await jpegOf(part.image_url.url) } };
        }),
      );
      return { ...message, content };
    }),
  );
}

async function jpegOf(dataUrl: string): Promise<string> {
  const image = Object.assign(new Image(), { src: dataUrl });
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {
    width: image.naturalWidth,
    height: image.naturalHeight,
  });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("Could not create a canvas context.");
  // Otherwise transparent pixels would become black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  return canvas.toDataURL("image/jpeg", 0.9);
}

/** Inlines images that the service worker stores; skips images that are gone. */
async function withUploads<M extends { readonly content: RequestContent }>(message: M): Promise<M> {
  const addresses = imagesOf(message).filter((url) => url.includes("/api/cache/"));
  if (typeof message.content === "string" || addresses.length === 0) return message;
  const { isUpload, readUpload } = await import("@/store/chats/upload-store");
  const content = await Promise.all(
    message.content.map(async (part): Promise<RequestPart[]> => {
      if (part.type !== "image_url" || !isUpload(part.image_url.url)) return [part];
      const image = await readUpload(part.image_url.url);
      if (!image) return [];
      const url = dataUrlOfBlob({ type: image.type, bytes: await image.arrayBuffer() });
      return [{ type: "image_url", image_url: { url } }];
    }),
  );
  return { ...message, content: content.flat() };
}

/** An image on the screen: its object URL, and the number of elements that show it. */
interface Shown {
  readonly url: Promise<string | undefined>;
  places: number;
}

const shown = new Map<string, Shown>();

/** Returns an object URL for a stored image, and the function that releases it. */
export function showImage(
  id: string,
  context = tabContext,
): { readonly url: Promise<string | undefined>; release(): void } {
  const known: Shown = shown.get(id) ?? { url: addressOf(id, context), places: 0 };
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

/** Media types that a browser renders without running anything in them (no SVG), and sounds. */
const shownTypes = /^(image\/(png|jpeg|gif|webp|avif)|audio\/(wav|mpeg|ogg))$/;

async function addressOf(id: string, { records }: TabContext): Promise<string | undefined> {
  const blob = await records.database?.readBlob(id);
  if (!blob || !shownTypes.test(blob.type)) return undefined;
  return URL.createObjectURL(new Blob([blob.bytes], { type: blob.type }));
}

/** Returns a stored image as a file, or undefined if it was deleted from this device. */
export async function readStoredImage(id: string, { records } = tabContext): Promise<Blob | undefined> {
  const blob = await records.database?.readBlob(id);
  return blob && new Blob([blob.bytes], { type: blob.type });
}
