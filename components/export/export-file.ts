import { fileNameOf } from "@/lib/export/file-name";
import { settled } from "@/lib/platform/settled";
import { type ExportFormat, isTextFormat, textKinds } from "./export-format";
import { type OneImage, onePaperImage, paperImages } from "./paper-image";
import { paperPage } from "./paper-page";
import type { PaperChat } from "./use-exported-chat";

/** The input for an exported file. */
export interface ExportSource {
  readonly chat: PaperChat;
  readonly format: ExportFormat;
  /** The rendered sheet; null for text formats. */
  readonly paper: HTMLElement | null;
}

/** Returns an export as text; undefined for images and prints. */
export async function exportedText({ chat, format, paper }: ExportSource): Promise<string | undefined> {
  if (isTextFormat(format)) return textKinds[format].write(chat);
  if (format !== "html" || !paper) return undefined;
  await settled(paper);
  return paperPage(paper, chat.title);
}

/** Returns the images of a sheet, one per page. */
async function exportedImages(paper: HTMLElement): Promise<Blob[]> {
  await settled(paper);
  return paperImages(paper);
}

/** Returns a sheet as one image for the clipboard. */
export async function copiedImage(paper: HTMLElement): Promise<OneImage> {
  await settled(paper);
  return onePaperImage(paper);
}

/** Creates the files of a format: one, or an image for each page. */
export async function exportedFiles(source: ExportSource): Promise<File[]> {
  const { chat, format, paper } = source;
  const name = fileNameOf(chat.title, "chat");
  const text = await exportedText(source);
  if (text !== undefined) {
    const { type, ending } = isTextFormat(format) ? textKinds[format] : { type: "text/html", ending: "html" };
    return [new File([text], `${name}.${ending}`, { type })];
  }
  const images = paper ? await exportedImages(paper) : [];
  return images.map((image, page) => {
    const number = images.length > 1 ? ` ${page + 1}` : "";
    return new File([image], `${name}${number}.png`, { type: "image/png" });
  });
}
