import { maxImages } from "@/lib/chat/draft";
import { fileBlock } from "@/lib/chat/text-file";
import { acceptedDocuments, documentFormatOf } from "@/lib/documents/document-format";
import { acceptedTextFiles, isTextFile } from "@/lib/documents/text-format";
import { toAppError } from "@/lib/errors";
import { report, useUi } from "@/store/base/ui";
import { useDrafts } from "@/store/chats/drafts";
import { countReadingDocuments, type DocumentReading, useReadingDocuments } from "@/store/chats/reading-documents";
import { storeImage } from "@/store/chats/store-image";

/** The model of a chat, and whether it supports vision. */
export interface VisionSupport {
  readonly model: string;
  readonly supportsVision: boolean;
}

/**
 * Attaches files to the draft of a chat: images if the model supports vision, the text of documents, and texts. Other
 * and empty files are reported by name.
 */
export async function attachFiles(
  sessionId: string,
  files: readonly File[],
  { model, supportsVision }: VisionSupport,
): Promise<void> {
  const { toast } = useUi.getState();
  const images = files.filter(isImage);
  const documents = files.filter((file) => documentFormatOf(file) !== undefined && file.size > 0);
  const texts = files.filter((file) => isTextFile(file) && file.size > 0 && !documents.includes(file));
  const other = files.find((file) => ![...images, ...documents, ...texts].includes(file));
  if (other) toast({ kind: "file-unreadable", name: other.name });
  if (images.length > 0 && !supportsVision) toast({ kind: "images-unseen", model });
  await Promise.all([
    attachImages(sessionId, supportsVision ? images : []),
    attachTextFiles(sessionId, texts),
    attachDocuments(sessionId, documents),
  ]);
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

/** Attaches the text of a document, or nothing if it is cancelled. */
async function attachDocument(sessionId: string, file: File, reading: DocumentReading): Promise<void> {
  const { signal, noteProgress } = reading;
  if (signal.aborted) return;
  const { readInWorker } = await import("@/store/chats/read-in-worker");
  const read = await readInWorker(file, { signal, onPage: noteProgress });
  if (read === undefined || signal.aborted) return;
  const { toast } = useUi.getState();
  if (read.kind !== "text") return toast({ kind: "document-refused", reason: read.kind, name: file.name });
  attachTexts(sessionId, [fileBlock({ name: file.name, text: read.text })]);
  if (read.isCut) toast({ kind: "document-cut", name: file.name });
}

async function attachTextFiles(sessionId: string, files: readonly File[]): Promise<void> {
  try {
    const texts = await Promise.all(files.map(async (file) => fileBlock({ name: file.name, text: await file.text() })));
    if (texts.length > 0) attachTexts(sessionId, texts);
  } catch (thrown) {
    report(toAppError(thrown));
  }
}

/** Some systems give no media type for HEIC photos of phones. */
function isImage({ type, name }: File): boolean {
  return type.startsWith("image/") || /\.hei[cf]$/i.test(name);
}

/** Texts and documents that the file picker offers, as its `accept` attribute. */
export const acceptedTexts = `${acceptedTextFiles},${acceptedDocuments}`;

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
  const url = await storeImage({ type: image.type, bytes: await image.arrayBuffer() });
  useDrafts.getState().change(sessionId, ({ images }) => ({ images: [...images, url] }));
}

/** Attaches long texts to the draft of a chat. */
export function attachTexts(sessionId: string, added: readonly string[]): void {
  useDrafts.getState().change(sessionId, ({ texts }) => ({ texts: [...texts, ...added] }));
}
