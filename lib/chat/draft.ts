import type { Content, ContentPart } from "@/lib/chat/message";

/** The unsent content of a chat's message box. */
export interface Draft {
  readonly text: string;
  /** URLs of the attached images, in order. */
  readonly images: readonly string[];
  /** Long pasted texts, and text files with their names (`fileBlock`). They follow the typed text. */
  readonly texts: readonly string[];
}

/** Nothing is being written. */
export const emptyDraft: Draft = { text: "", images: [], texts: [] };

/** Maximum number of images in one message. */
export const maxImages = 3;

/** Maximum length of pasted text in the message box, in characters; longer text becomes an attachment. */
export const longTextChars = 4000;

/** Whether there is nothing to send. An image counts as content, white space does not. */
export function isBlankDraft({ text, images, texts }: Draft): boolean {
  return images.length === 0 && texts.length === 0 && text.trim() === "";
}

/** Whether a draft is completely empty, without white space. */
export function isEmptyDraft({ text, images, texts }: Draft): boolean {
  return text === "" && images.length + texts.length === 0;
}

/** Returns the message content of a draft: a string, or parts if it has images. */
export function contentOfDraft({ text, images, texts }: Draft): Content {
  const whole = texts.length > 0 ? joinTexts([text, ...texts]) : text;
  if (images.length === 0) return whole;
  const parts = images.map((url): ContentPart => ({ type: "image_url", image_url: { url } }));
  return whole.trim() === "" ? parts : [{ type: "text", text: whole }, ...parts];
}

/** Merges drafts in order. All images are retained, even beyond the limit per message. */
export function joinDrafts(drafts: readonly Draft[]): Draft {
  return {
    text: joinTexts(drafts.map(({ text }) => text)),
    images: drafts.flatMap(({ images }) => images),
    texts: drafts.flatMap(({ texts }) => texts),
  };
}

function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== "").join("\n\n");
}
