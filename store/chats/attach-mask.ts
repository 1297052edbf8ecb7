import { maxImages } from "@/lib/chat/draft";
import { isMask, isMaskFile, markAsMask } from "@/lib/chat/image-mask";
import { storedImageId } from "@/lib/chat/message";
import { useUi } from "@/store/base/ui";
import { useDrafts } from "@/store/chats/drafts";
import { readStoredImage } from "@/store/chats/images";
import { isTemporary } from "@/store/chats/is-temporary";
import { storeImage } from "@/store/chats/store-image";

/** Whether an attached image is a mask. */
export async function isMaskAt(url: string): Promise<boolean> {
  const id = storedImageId(url);
  if (id === undefined) return isMask(url);
  const file = await readStoredImage(id);
  return file !== undefined && isMaskFile(file);
}

/**
 * Attaches a mask (a PNG that is transparent where an image is to change) behind that image, in place of an earlier one.
 * Throws `storage-full` or `storage-unavailable`.
 */
export async function attachMask(sessionId: string, imageUrl: string, png: Blob): Promise<void> {
  const bytes = await markAsMask(png).arrayBuffer();
  const url = await storeImage({ type: "image/png", bytes }, isTemporary(sessionId));
  const following = imagesOfDraft(sessionId)[imagesOfDraft(sessionId).indexOf(imageUrl) + 1];
  const isReplaced = following !== undefined && (await isMaskAt(following));
  const images = imagesOfDraft(sessionId);
  const at = images.indexOf(imageUrl);
  if (at < 0) return;
  if (!isReplaced && images.length >= maxImages) return useUi.getState().toast({ kind: "images-cut", most: maxImages });
  useDrafts.getState().change(sessionId, () => ({ images: images.toSpliced(at + 1, isReplaced ? 1 : 0, url) }));
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
