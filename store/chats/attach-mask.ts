import { maxImages } from "@/lib/chat/draft";
import { isMask, isMaskFile, markAsMask } from "@/lib/chat/image-mask";
import { storedImageId } from "@/lib/chat/message";
import { useUi } from "@/store/base/ui";
import { useDrafts } from "@/store/chats/drafts";
import { readStoredImage } from "@/store/chats/images";
import { isTemporary } from "@/store/chats/is-temporary";
import { storeImage } from "@/store/chats/store-image";
import { tabContext } from "@/store/records/records";

/** Whether an attached image is a mask. */
export async function isMaskAt(url: string): Promise<boolean> {
  const id = storedImageId(url);
  if (id === undefined) return isMask(url);
  const file = await readStoredImage(id);
  return file !== undefined && isMaskFile(file);
}

/**
 * Attaches a mask (a PNG that is transparent where an image is to change) behind that image, in place of any other mask of
 * the draft: a model takes one. Throws `storage-full` or `storage-unavailable`.
 */
export async function attachMask(
  sessionId: string,
  imageUrl: string,
  png: Blob,
  { records: { database } } = tabContext,
): Promise<void> {
  const bytes = await markAsMask(png).arrayBuffer();
  // A data URL is recognized as a mask, unlike an address of the service worker.
  const isInline = isTemporary(sessionId) || !database;
  const url = await storeImage({ type: "image/png", bytes }, isInline);
  const masks = await masksOf(sessionId);
  useDrafts.getState().change(sessionId, ({ images }) => {
    const others = images.filter((each) => !masks.has(each));
    const at = others.indexOf(imageUrl);
    return at < 0 ? {} : { images: others.toSpliced(at + 1, 0, url) };
  });
}

/** Removes an image from the draft of a chat, and with it the mask behind it. */
export async function removeImage(sessionId: string, url: string): Promise<void> {
  const masks = await masksOf(sessionId);
  useDrafts.getState().change(sessionId, ({ images }) => {
    const at = images.indexOf(url);
    const following = images[at + 1];
    const hasMask = following !== undefined && masks.has(following) && !masks.has(url);
    return at < 0 ? {} : { images: images.toSpliced(at, hasMask ? 2 : 1) };
  });
}

async function masksOf(sessionId: string): Promise<ReadonlySet<string>> {
  const images = imagesOfDraft(sessionId);
  const areMasks = await Promise.all(images.map((url) => isMaskAt(url)));
  return new Set(images.filter((_, index) => areMasks[index]));
}

/** Attaches an image of a message to the draft of a chat, once. */
export function attachAgain(sessionId: string, url: string): void {
  const images = imagesOfDraft(sessionId);
  if (images.includes(url)) return;
  if (images.length >= maxImages) useUi.getState().toast({ kind: "images-cut", most: maxImages });
  else useDrafts.getState().change(sessionId, () => ({ images: [...images, url] }));
}

function imagesOfDraft(sessionId: string): readonly string[] {
  return useDrafts.getState().drafts[sessionId]?.images ?? [];
}
