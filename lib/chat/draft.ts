import { type Content, type ContentPart, imagesOf, textOf } from "@/lib/chat/message";

/** What is being written in a chat and has not been sent. */
export interface Draft {
  readonly text: string;
  /** The addresses of the attached images, in order. */
  readonly images: readonly string[];
  /** Long texts that were pasted; they stand behind what is typed. */
  readonly texts: readonly string[];
}

/** Nothing is being written. */
export const emptyDraft: Draft = { text: "", images: [], texts: [] };

/** How many images go into one message. */
export const maxImages = 3;

/** A pasted text with more characters than this stands beside the message box, not in it. */
export const longTextChars = 4000;

/** Whether there is nothing to send: images alone are something, blanks are not. */
export function isBlankDraft({ text, images, texts }: Draft): boolean {
  return images.length === 0 && texts.length === 0 && text.trim() === "";
}

/** Whether a draft holds nothing at all, not even blanks. */
export function isEmptyDraft({ text, images, texts }: Draft): boolean {
  return text === "" && images.length + texts.length === 0;
}

/** Returns the message that a draft is sent as: a text, or parts where it has images. */
export function contentOfDraft({ text, images, texts }: Draft): Content {
  const whole = texts.length > 0 ? joinTexts([text, ...texts]) : text;
  if (images.length === 0) return whole;
  const parts = images.map((url): ContentPart => ({ type: "image_url", image_url: { url } }));
  return whole.trim() === "" ? parts : [{ type: "text", text: whole }, ...parts];
}

/** Returns a message that was not sent as a draft again. */
export function draftOfContent(content: Content): Draft {
  return { text: textOf({ content }), images: imagesOf({ content }), texts: [] };
}

/** Puts drafts behind each other; none of their images is given up, whatever their number. */
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
