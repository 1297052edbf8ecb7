import { maxImages } from "@/lib/chat/draft";
import type { TextFile } from "@/lib/chat/text-file";
import { decodeText } from "@/lib/documents/decode-text";
import { acceptedDocuments, documentFormatOf } from "@/lib/documents/document-format";
import { acceptedTextFiles, isTextFile } from "@/lib/documents/text-format";
import { toAppError } from "@/lib/errors";
import { report, useUi } from "@/store/base/ui";
import { useDrafts } from "@/store/chats/drafts";
import { isTemporary } from "@/store/chats/is-temporary";
import { countReadingDocuments, type DocumentReading, useReadingDocuments } from "@/store/chats/reading-documents";
import { storeImage } from "@/store/chats/store-image";

/** The model of a chat, and whether it supports vision. */
export interface VisionSupport {
  readonly model: string;
  readonly supportsVision: boolean;
}

/**
 * Attaches files to the draft of a chat: images if the model supports vision, the text of documents, texts, and those
 * that ZIP archives contain. Other and empty files are reported by name.
 */
export async function attachFiles(
  sessionId: string,
  files: readonly File[],
  { model, supportsVision }: VisionSupport,
): Promise<void> {
  const { toast } = useUi.getState();
  const images = files.filter(isImage);
  const archives = files.filter((file) => isArchive(file) && file.size > 0);
  const documents = files.filter((file) => documentFormatOf(file) !== undefined && file.size > 0);
  const texts = files.filter((file) => isTextFile(file) && file.size > 0 && !documents.includes(file));
  const other = files.find((file) => ![...images, ...archives, ...documents, ...texts].includes(file));
  if (other) toast({ kind: "file-unreadable", name: other.name });
  if (images.length > 0 && !supportsVision) toast({ kind: "images-unseen", model });
  await Promise.all([
    attachImages(sessionId, supportsVision ? images : []),
    attachTextFiles(sessionId, texts),
    attachDocuments(sessionId, documents),
    attachArchives(sessionId, archives),
  ]);
}

/**
 * Attaches dropped or pasted files, and the texts and documents of dropped folders. Returns whether there are any. It
 * reads the data at once, because browsers clear it after the event.
 */
export function attachDropped(sessionId: string, data: DataTransfer, vision: VisionSupport): boolean {
  const items = [...(data.items ?? [])].map((item) => ({ entry: item.webkitGetAsEntry?.(), file: item.getAsFile() }));
  const folders = items.map(({ entry }) => entry).filter(isFolder);
  const others = items.filter(({ entry }) => !isFolder(entry)).map(({ file }) => file);
  const files = folders.length > 0 ? others.filter((file) => file !== null) : [...data.files];
  if (folders.length > 0) void attachArchives(sessionId, [], folders);
  if (files.length > 0) void attachFiles(sessionId, files, vision);
  return files.length + folders.length > 0;
}

function isFolder(entry: FileSystemEntry | null | undefined): entry is FileSystemDirectoryEntry {
  return entry?.isDirectory ?? false;
}

async function attachArchives(
  sessionId: string,
  archives: readonly File[],
  folders: readonly FileSystemDirectoryEntry[] = [],
): Promise<void> {
  if (archives.length + folders.length === 0) return;
  try {
    const { attachGroups } = await import("@/store/chats/attach-group");
    await attachGroups(sessionId, archives, folders);
  } catch (thrown) {
    report(toAppError(thrown));
  }
}

/** Attaches the text of documents, in order. Documents that cannot be read are reported; the others are attached. */
async function attachDocuments(sessionId: string, files: readonly File[]): Promise<void> {
  const { start } = useReadingDocuments.getState();
  const readings = files.map((file) => ({ file, reading: start(sessionId, file.name) }));
  for (const { file, reading } of readings) {
    await attachDocument(sessionId, file, reading).catch((thrown: unknown) => report(toAppError(thrown)));
    reading.end();
  }
}

/** Attaches the text of a document, or the first pages of a scan as images. Attaches nothing if it is cancelled. */
async function attachDocument(sessionId: string, file: File, reading: DocumentReading): Promise<void> {
  const { signal, noteProgress } = reading;
  if (signal.aborted) return;
  const { readInWorker } = await import("@/store/chats/read-in-worker");
  const read = await readInWorker(file, { signal, onPage: noteProgress });
  if (read === undefined || signal.aborted) return;
  const { attachReadDocument } = await import("@/store/chats/attach-document");
  const pages = await attachReadDocument(sessionId, file, read);
  if (pages === 0) return;
  const { renderPdfPages } = await import("@/store/chats/pdf-page-images");
  const images = await renderPdfPages(file, pages, signal);
  if (signal.aborted) return;
  if (images) await attachImages(sessionId, images);
  else useUi.getState().toast({ kind: "document-refused", reason: "no-text", name: file.name });
}

async function attachTextFiles(sessionId: string, files: readonly File[]): Promise<void> {
  try {
    const texts = await Promise.all(files.map(async (file) => ({ name: file.name, text: await decodeText(file) })));
    if (texts.length > 0) await attachFileTexts(sessionId, texts);
  } catch (thrown) {
    report(toAppError(thrown));
  }
}

/** Attaches files to the draft of a chat. The long ones are stored as documents. */
export async function attachFileTexts(sessionId: string, files: readonly TextFile[]): Promise<void> {
  const stored = await import("@/store/chats/store-document");
  await stored.attachFileTexts(sessionId, files);
}

/** Some systems give no media type for HEIC photos of phones. */
function isImage({ type, name }: File): boolean {
  return type.startsWith("image/") || /\.hei[cf]$/i.test(name);
}

/** Whether a file is a ZIP archive that is not a document. */
export function isArchive(file: File): boolean {
  const isZip = /\.zip$/i.test(file.name) || /^application\/(?:x-)?zip(?:-compressed)?$/.test(file.type);
  return isZip && documentFormatOf(file) === undefined && !isTextFile(file);
}

/** Texts, documents and archives that the file picker offers, as its `accept` attribute. */
export const acceptedTexts = `${acceptedTextFiles},${acceptedDocuments},.zip,application/zip`;

/** Images that the file picker offers, as its `accept` attribute. */
export const acceptedImages = "image/png,image/jpeg,image/webp,image/gif,image/avif,image/heic,image/heif";

/**
 * Attaches images to the draft of a chat, in order, up to the maximum of a message. Unreadable images are reported; the
 * others are attached.
 */
export async function attachImages(sessionId: string, files: readonly File[]): Promise<void> {
  const { drafts, attaching, noteAttaching } = useDrafts.getState();
  const coming = (attaching[sessionId] ?? 0) - countReadingDocuments(sessionId);
  const room = maxImages - (drafts[sessionId]?.images.length ?? 0) - coming;
  const taken = files.slice(0, Math.max(0, room));
  if (taken.length < files.length) useUi.getState().toast({ kind: "images-cut", most: maxImages });
  noteAttaching(sessionId, taken.length);
  for (const file of taken) {
    await attachImage(sessionId, file).catch((thrown: unknown) => report(toAppError(thrown)));
    noteAttaching(sessionId, -1);
  }
}

async function attachImage(sessionId: string, file: File): Promise<void> {
  const { prepareInWorker } = await import("@/store/chats/prepare-in-worker");
  const prepared = await prepareInWorker(file);
  if (prepared.kind !== "ready") {
    return useUi.getState().toast({ kind: "image-refused", reason: prepared.kind, name: file.name });
  }
  const { image } = prepared;
  const url = await storeImage({ type: image.type, bytes: await image.arrayBuffer() }, isTemporary(sessionId));
  useDrafts.getState().change(sessionId, ({ images }) => ({ images: [...images, url] }));
}

/** Attaches long texts to the draft of a chat. */
export function attachTexts(sessionId: string, added: readonly string[]): void {
  useDrafts.getState().change(sessionId, ({ texts }) => ({ texts: [...texts, ...added] }));
}
