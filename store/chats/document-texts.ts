import type { ChatDocument } from "@/lib/chat/citation";
import { documentsIn } from "@/lib/chat/documents-in";
import { asChatDocument } from "@/lib/chat/knowledge";
import { type FilePart, type Message, textOf } from "@/lib/chat/message";
import type { ModelMessage } from "@/lib/chat/request";
import { maxPassageTokens } from "@/lib/chat/sent-documents";
import { documentsOfRequest, withDocumentTexts } from "@/lib/documents/document-messages";
import { originalIdsIn, withSendableFiles } from "@/lib/documents/sent-files";
import { readAsDataUrl } from "@/lib/platform/data-address";
import { textOfBlob } from "@/lib/storage/blobs";
import type { Database } from "@/lib/storage/database";
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
  { thread, knowledge = [], model, meaningOf }: AskedChat,
  { records }: Pick<TabContext, "records"> = tabContext,
): Promise<readonly ModelMessage[]> {
  const { database } = records;
  if (!database) return asked;
  const input = fileInputNow(model);
  const originals = input ? await readOriginals(asked, database) : new Map<string, Original>();
  const messages = withSendableFiles(asked, {
    input,
    window: abilitiesNow(model).window,
    sizes: new Map([...originals].map(([id, { size }]) => [id, size])),
  });
  const known = await readAllKnowledge(knowledge, { records });
  const { inRequest, searched, question } = documentsOfRequest(messages, thread, known.map(asChatDocument));
  if (inRequest.length + searched.length === 0) return messages;
  const documents = searched.map(({ name, document: { id } }) => ({ id, name }));
  const meaning =
    documents.length > 0 ? await meaningOf?.({ question, documents: documents.map(({ id }) => id) }) : undefined;
  const passages = await findPassages({ question, documents, maxTokens: maxPassageTokens, meaning }, database);
  const files = new Map(messages.map((message) => [message, filesOf(message, originals)]));
  return withDocumentTexts(messages, await readTexts(inRequest, database), passages, files);
}

/** An original file: its size in bytes, and the file as data URL. */
interface Original {
  readonly size: number;
  readonly dataUrl: string;
}

/** Reads the original files that messages send, by id. Those that are not on this device are absent. */
async function readOriginals(
  messages: readonly ModelMessage[],
  { readBlob }: Pick<Database, "readBlob">,
): Promise<Map<string, Original>> {
  const originals = new Map<string, Original>();
  for (const id of new Set(messages.flatMap(originalIdsIn))) {
    const blob = await readBlob(id);
    if (blob?.type !== "application/pdf") continue;
    const dataUrl = await readAsDataUrl(new Blob([blob.bytes], { type: blob.type }));
    if (dataUrl !== undefined) originals.set(id, { size: blob.size, dataUrl });
  }
  return originals;
}

function filesOf(message: ModelMessage, originals: ReadonlyMap<string, Original>): FilePart[] {
  if (message.role !== "user") return [];
  return documentsIn(textOf(message)).flatMap(({ name, document: { sent, file = "" } }): FilePart[] => {
    const original = sent === "file" ? originals.get(file) : undefined;
    return original ? [{ type: "file", file: { name, dataUrl: original.dataUrl } }] : [];
  });
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
