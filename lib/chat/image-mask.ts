import type { RequestContent } from "@/lib/chat/message";

/**
 * The comment in a PNG file that marks an image as the mask of the image before it in a message: a `tEXt` chunk with its
 * length and checksum, in base64. So a mask is an ordinary image wherever messages are stored, exported and synced.
 * https://www.w3.org/TR/png-3/#11tEXt
 */
export const maskMark = "AAAAI3RFWHRDb21tZW50AE1hc2sgb2YgdGhlIGltYWdlIGJlZm9yZSBpdH4786s=";
/** Length of the signature and the header of a PNG file, in bytes; base64 needs 4 characters for 3 of them. */
const headBytes = 33;

const urlHead = "data:image/png;base64,";
/** The last characters of the mark depend on what follows it. */
const comparedMark = maskMark.slice(0, -4);

/** Whether a data URL is a mask (`markAsMask`). */
export function isMask(url: string): boolean {
  return url.startsWith(urlHead) && url.startsWith(comparedMark, urlHead.length + (headBytes / 3) * 4);
}

/** Marks a PNG image as the mask of the image before it. It is transparent where that image is to change. */
export function markAsMask(png: Blob): Blob {
  const chunk = Uint8Array.from(atob(maskMark), (letter) => letter.charCodeAt(0));
  return new Blob([png.slice(0, headBytes), chunk, png.slice(headBytes)], { type: png.type });
}

/** Whether a stored image is a mask (`markAsMask`). */
export async function isMaskFile(image: Blob): Promise<boolean> {
  const head = new Uint8Array(await image.slice(0, headBytes + comparedMark.length).arrayBuffer());
  return isMask(urlHead + btoa(String.fromCharCode(...head)));
}

/** Returns messages without masks, for models that would take them for pictures. */
export function withoutMasks<M extends { readonly content: RequestContent }>(messages: readonly M[]): readonly M[] {
  return messages.map((message) => {
    if (typeof message.content === "string") return message;
    const content = message.content.filter((part) => part.type !== "image_url" || !isMask(part.image_url.url));
    return content.length < message.content.length ? { ...message, content } : message;
  });
}
