import { defaultPart } from "@/lib/chat/sent-documents";
import { documentsIn, fileBlock, type StoredDocument, type TextFile } from "@/lib/chat/text-file";
import { estimateTokens } from "@/lib/chat/token-estimate";
import { documentId } from "@/lib/documents/document-id";
import { pagesOf } from "@/lib/documents/document-pages";
import type { StoredBlob } from "@/lib/storage/blobs";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { tabContext } from "@/store/records/records";
import { abilitiesNow } from "@/store/settings/abilities";
import { sessionInUse } from "@/store/settings/models";

/** Maximum length of a file that is part of the message's text, in characters. A longer one is stored as a document. */
const maxInlineChars = 8_000;

/**
 * Attaches files to the draft of a chat: short ones as text, long ones as references to stored documents. Without a
 * database all are texts. Throws `storage-full` or `storage-unavailable`; then none of them is attached.
 */
export async function attachFileTexts(
  sessionId: string,
  files: readonly TextFile[],
  { env, records: { database } } = tabContext,
): Promise<void> {
  const isLong = ({ text }: TextFile) => database !== undefined && text.length > maxInlineChars;
  const blobs = files.filter(isLong).map(({ text }) => textBlob(text, env.now()));
  if (blobs.length > 0) await database?.putAll({ sessions: [], messages: [], blobs });
  const window = windowOf(sessionId);
  useDrafts.getState().change(sessionId, (draft) => {
    const texts = [...draft.texts];
    for (const file of files) texts.push(isLong(file) ? referenceTo(file, texts, window) : fileBlock(file));
    return { texts };
  });
}

/** Returns the blob of a text, under the SHA-256 of it. */
export function textBlob(text: string, at: number, type = "text/markdown"): StoredBlob {
  const { buffer, byteLength } = new TextEncoder().encode(text);
  return { id: documentId(text), type, size: byteLength, at, bytes: buffer };
}

/** Returns the id, pages and tokens of a document's text. */
export function documentFacts(text: string): Pick<StoredDocument, "id" | "pages" | "tokens"> {
  const pages = pagesOf(text).filter(({ kind }) => kind !== "section").length;
  return { id: documentId(text), pages, tokens: Math.ceil(estimateTokens(text)) };
}

function referenceTo({ name, text }: TextFile, attached: readonly string[], window: number | undefined): string {
  const facts = documentFacts(text);
  const others = attached.flatMap((each) => documentsIn(each).map(({ document }) => document));
  const sent = defaultPart(facts.tokens, others, window);
  return fileBlock({ name, text: "", document: { ...facts, sent } });
}

/** Returns the context size of a chat's model in tokens, if it is known. */
function windowOf(sessionId: string): number | undefined {
  const session = useChats.getState().sessions.find(({ id }) => id === sessionId);
  return session && abilitiesNow(sessionInUse(session).mask.modelConfig).window;
}
