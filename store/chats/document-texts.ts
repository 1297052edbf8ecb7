import type { ChatDocument } from "@/lib/chat/citation";
import { asChatDocument } from "@/lib/chat/knowledge";
import type { Message } from "@/lib/chat/message";
import type { ModelMessage } from "@/lib/chat/request";
import { maxPassageTokens } from "@/lib/chat/sent-documents";
import { documentsOfRequest, withDocumentTexts } from "@/lib/documents/document-messages";
import { textOfBlob } from "@/lib/storage/blobs";
import type { Database } from "@/lib/storage/database";
import { findPassages } from "@/store/chats/find-passages";
import { readKnowledgeOf } from "@/store/chats/knowledge";
import { type TabContext, tabContext } from "@/store/records/records";

/**
 * Returns the messages of a request with the texts of the documents that they refer to. Passages also come from documents
 * of earlier messages that are not sent any more.
 *
 * @param thread the messages of the chat that may be sent, in order
 */
export async function withStoredDocuments(
  messages: readonly ModelMessage[],
  { thread, knowledge }: { readonly thread: readonly Message[]; readonly knowledge?: string | undefined },
  { records }: Pick<TabContext, "records"> = tabContext,
): Promise<readonly ModelMessage[]> {
  const { database } = records;
  const known = await readKnowledgeOf(knowledge, { records });
  const { inRequest, searched, question } = documentsOfRequest(messages, thread, known.map(asChatDocument));
  if (!database || inRequest.length + searched.length === 0) return messages;
  const documents = searched.map(({ name, document: { id } }) => ({ id, name }));
  const passages = await findPassages({ question, documents, maxTokens: maxPassageTokens }, database);
  return withDocumentTexts(messages, await readTexts(inRequest, database), passages);
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
