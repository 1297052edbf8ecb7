import {
  addKnowledge,
  type KnownDocument,
  knowledgeId,
  knowledgeReference,
  knowledgeType,
  readKnowledge,
  writeKnowledge,
} from "@/lib/chat/knowledge";
import { type StoredBlob, textOfBlob } from "@/lib/storage/blobs";
import type { AttachedFile } from "@/store/chats/store-document";
import { type TabContext, tabContext } from "@/store/records/records";

const none: readonly KnownDocument[] = [];

/** Returns the documents of a mask by its `knowledge`; none if the list is not on this device. */
export async function readKnowledgeOf(
  knowledge: string | undefined,
  { records }: Pick<TabContext, "records"> = tabContext,
): Promise<readonly KnownDocument[]> {
  const id = knowledgeId(knowledge);
  if (id === undefined) return none;
  if (recent?.id === id) return recent.documents;
  const blob = await records.database?.readBlob(id);
  if (blob?.type !== knowledgeType) return none;
  recent = { id, documents: readKnowledge(textOfBlob(blob)) };
  return recent.documents;
}

/** Returns the documents of several lists, each once. */
export async function readAllKnowledge(
  lists: readonly string[],
  context: Pick<TabContext, "records"> = tabContext,
): Promise<readonly KnownDocument[]> {
  const read = await Promise.all(lists.map((knowledge) => readKnowledgeOf(knowledge, context)));
  return [...new Map(read.flat().map((document) => [document.id, document])).values()];
}

/** The list that was read last. Its id is the hash of its content, so it never changes. */
let recent: { readonly id: string; readonly documents: readonly KnownDocument[] } | undefined;

/** Stores a list of documents. Returns the mask's `knowledge`; undefined for an empty list. Throws AppError. */
export async function storeKnowledge(
  documents: readonly KnownDocument[],
  { env, records }: TabContext = tabContext,
): Promise<string | undefined> {
  if (documents.length === 0) return undefined;
  const { textBlob } = await import("@/store/chats/store-document");
  const blob = await textBlob(writeKnowledge(documents), env.now(), knowledgeType);
  await records.requireDatabase().putAll({ sessions: [], messages: [], blobs: [blob] });
  return knowledgeReference(blob.id);
}

/**
 * Stores files as documents and adds them to a list.
 *
 * @returns the new list, and the names of files that had no place in it. Throws AppError
 */
export async function addFilesToKnowledge(
  documents: readonly KnownDocument[],
  files: readonly AttachedFile[],
  { env, records }: TabContext = tabContext,
): Promise<ReturnType<typeof addKnowledge>> {
  const { blobsOf, documentFacts, uniqueName } = await import("@/store/chats/store-document");
  const blobs: StoredBlob[] = [];
  const read: KnownDocument[] = [];
  for (const file of files) {
    const { text: blob, original } = await blobsOf(file, env.now());
    blobs.push(blob, ...(original ? [original] : []));
    const others = [...documents, ...read].filter(({ id }) => id !== blob.id);
    const facts = { ...documentFacts(file.text), chars: file.text.length, ...(original && { file: original.id }) };
    read.push({ id: blob.id, ...facts, name: uniqueName(file.name, others) });
  }
  const added = addKnowledge(documents, read);
  const isAdded = new Set(added.documents.flatMap(({ id, file }) => [id, file]));
  const kept = blobs.filter(({ id }) => isAdded.has(id));
  await records.requireDatabase().putAll({ sessions: [], messages: [], blobs: kept });
  return added;
}
