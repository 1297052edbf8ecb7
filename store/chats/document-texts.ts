import type { ChatDocument } from "@/lib/chat/citation";
import { documentsIn } from "@/lib/chat/documents-in";
import { asChatDocument } from "@/lib/chat/knowledge";
import { type Message, type RequestPart, textOf } from "@/lib/chat/message";
import type { ModelMessage } from "@/lib/chat/request";
import { maxPassageTokens, pagesAsImages } from "@/lib/chat/sent-documents";
import { documentsOfRequest, withDocumentTexts } from "@/lib/documents/document-messages";
import { originalIdsIn, withSendableFiles } from "@/lib/documents/sent-files";
import { readAsDataUrl } from "@/lib/platform/data-address";
import { type StoredBlob, textOfBlob } from "@/lib/storage/blobs";
import type { Database } from "@/lib/storage/database";
import { useUi } from "@/store/base/ui";
import { findPassages } from "@/store/chats/find-passages";
import { readAllKnowledge } from "@/store/chats/knowledge";
import type { QuestionMeaning } from "@/store/chats/passage-finder";
import { type TabContext, tabContext } from "@/store/records/records";
import { abilitiesNow, type NamedModel } from "@/store/settings/abilities";
import { fileInputNow } from "@/store/settings/file-input";

/** The chat of a request. */
interface AskedChat {
  /** The messages of the chat that may be sent, in order. */
  readonly thread: readonly Message[];
  /** The references to the documents of the chat's project and mask. */
  readonly knowledge?: readonly string[];
  readonly model: NamedModel;
  /** Returns the meaning of a question to documents; undefined if passages are found by their words only. */
  readonly meaningOf?: ((asked: AskedDocuments) => Promise<QuestionMeaning | undefined>) | undefined;
  /** Ends the rendering of pages. */
  readonly signal?: AbortSignal | undefined;
}

/** A question, and the stored documents in which its passages are looked up. */
export interface AskedDocuments {
  readonly question: string;
  readonly documents: readonly string[];
}

/**
 * Returns the messages of a request with the texts or original files of the documents that they refer to. Passages also
 * come from documents of earlier messages that are not sent any more.
 */
export async function withStoredDocuments(
  asked: readonly ModelMessage[],
  { thread, knowledge = [], model, meaningOf, signal }: AskedChat,
  { records }: Pick<TabContext, "records"> = tabContext,
): Promise<readonly ModelMessage[]> {
  const { database } = records;
  if (!database) return asked;
  const input = fileInputNow(model);
  const { window, vision: supportsVision } = abilitiesNow(model);
  const originals = input || supportsVision ? await readOriginals(asked, database) : new Map<string, StoredBlob>();
  const sizes = new Map([...originals].map(([id, { size }]) => [id, size]));
  const limits = { input, window, supportsVision, sizes };
  const images = await imagesOfPages(withSendableFiles(asked, limits), originals, signal);
  for (const id of images.failed) sizes.delete(id);
  const messages = withSendableFiles(asked, limits);
  const known = await readAllKnowledge(knowledge, { records });
  const { inRequest, searched, question } = documentsOfRequest(messages, thread, known.map(asChatDocument));
  if (inRequest.length + searched.length === 0) return messages;
  const documents = searched.map(({ name, document: { id } }) => ({ id, name }));
  const meaning =
    documents.length > 0 ? await meaningOf?.({ question, documents: documents.map(({ id }) => id) }) : undefined;
  const passages = await findPassages({ question, documents, maxTokens: maxPassageTokens, meaning }, database);
  const parts = new Map<ModelMessage, RequestPart[]>();
  for (const message of messages) parts.set(message, await partsOf(message, originals, images.urls));
  return withDocumentTexts(messages, await readTexts(inRequest, database), passages, parts);
}

/** Reads the original files that messages send, by id. Those that are not on this device are absent. */
async function readOriginals(
  messages: readonly ModelMessage[],
  { readBlob }: Pick<Database, "readBlob">,
): Promise<Map<string, StoredBlob>> {
  const originals = new Map<string, StoredBlob>();
  for (const id of new Set(messages.flatMap(originalIdsIn))) {
    const blob = await readBlob(id);
    if (blob?.type === "application/pdf") originals.set(id, blob);
  }
  return originals;
}

/** The images of the pages that messages send. */
interface PageImages {
  /** Data URLs of the images, by original file and page. */
  readonly urls: ReadonlyMap<string, ReadonlyMap<number, string>>;
  /** The ids of original files with a page that cannot be rendered. */
  readonly failed: readonly string[];
}

/** Renders the pages that messages send as images. The code is lazy-loaded. A file that cannot be rendered is reported. */
async function imagesOfPages(
  messages: readonly ModelMessage[],
  originals: ReadonlyMap<string, StoredBlob>,
  signal: AbortSignal | undefined,
): Promise<PageImages> {
  const urls = new Map<string, ReadonlyMap<number, string>>();
  const failed: string[] = [];
  for (const { name, document } of messages.flatMap(documentsOf)) {
    const pages = pagesAsImages(document);
    const original = originals.get(document.file ?? "");
    if (!pages || !original) continue;
    const { sentPageImages } = await import("@/store/chats/pdf-page-images");
    const images = await sentPageImages({ original, pages }, signal);
    if (images) urls.set(original.id, new Map([...(urls.get(original.id) ?? []), ...images]));
    else if (!signal?.aborted) {
      failed.push(original.id);
      useUi.getState().toast({ kind: "document-refused", reason: "damaged", name });
    }
  }
  return { urls, failed };
}

/** Returns the original files of a message, and the images of its documents' pages. */
async function partsOf(
  message: ModelMessage,
  originals: ReadonlyMap<string, StoredBlob>,
  urls: PageImages["urls"],
): Promise<RequestPart[]> {
  const parts: RequestPart[] = [];
  for (const { name, document } of documentsOf(message)) {
    const original = originals.get(document.file ?? "");
    if (!original) continue;
    const dataUrl = document.sent === "file" ? await dataUrlOf(original) : undefined;
    if (dataUrl !== undefined) parts.push({ type: "file", file: { name, dataUrl } });
    for (const page of pagesAsImages(document) ?? []) {
      const url = urls.get(original.id)?.get(page);
      if (url !== undefined) parts.push({ type: "image_url", image_url: { url } });
    }
  }
  return parts;
}

function dataUrlOf({ bytes, type }: StoredBlob): Promise<string | undefined> {
  return readAsDataUrl(new Blob([bytes], { type }));
}

function documentsOf(message: ModelMessage): readonly ChatDocument[] {
  return message.role === "user" ? documentsIn(textOf(message)) : [];
}

/** Reads the texts of documents, by id. Those that are not on this device are absent. */
async function readTexts(
  documents: readonly ChatDocument[],
  { readBlob }: Pick<Database, "readBlob">,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { document } of documents) {
    const blob = texts.has(document.id) ? undefined : await readBlob(document.id);
    if (blob) texts.set(document.id, textOfBlob(blob));
  }
  return texts;
}
