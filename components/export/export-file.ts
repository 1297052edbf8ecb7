import { fileNameOf } from "@/lib/export/file-name";
import { settled } from "@/lib/platform/settled";
import { type ExportFormat, isTextFormat, textKinds } from "./export-format";
import { type OneImage, onePaperImage, paperImages } from "./paper-image";
import { paperPage } from "./paper-page";
import type { PaperChat } from "./use-exported-chat";

/** What a file is made from. */
export interface ExportSource {
  readonly chat: PaperChat;
  readonly format: ExportFormat;
  /** The sheet as it is drawn; there is none for formats of text. */
  readonly paper: HTMLElement | null;
}

/** Returns what a format is as text; nothing for images and prints. */
export async function exportedText({ chat, format, paper }: ExportSource): Promise<string | undefined> {
  if (isTextFormat(format)) return textKinds[format].write(chat);
  if (format !== "html" || !paper) return undefined;
  await settled(paper);
  return paperPage(paper, chat.title);
}

/** Returns the images of a sheet, one a page. */
async function exportedImages(paper: HTMLElement): Promise<Blob[]> {
  await settled(paper);
  return paperImages(paper);
}

/** Returns a sheet as the one image that a clipboard takes. */
export async function copiedImage(paper: HTMLElement): Promise<OneImage> {
  await settled(paper);
  return onePaperImage(paper);
}

/** Makes the files of a format: one, or an image for each page. */
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
