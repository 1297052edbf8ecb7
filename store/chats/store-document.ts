import type { ChatDocument } from "@/lib/chat/citation";
import { documentsIn } from "@/lib/chat/documents-in";
import { fileBlock, safeFileName } from "@/lib/chat/file-block";
import { type FileInput, maxOriginalSize, takesPages } from "@/lib/chat/original-files";
import { defaultPart, firstPagesAsImages } from "@/lib/chat/sent-documents";
import type { StoredDocument, TextFile } from "@/lib/chat/text-file";
import { estimateTokens } from "@/lib/chat/token-estimate";
import { fileId, hexOf } from "@/lib/documents/document-id";
import { pagesOf } from "@/lib/documents/document-pages";
import type { StoredBlob } from "@/lib/storage/blobs";
import { documentsOfChat } from "@/store/chats/chat-documents";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { isTemporary } from "@/store/chats/is-temporary";
import { tabContext } from "@/store/records/records";
import { abilitiesNow } from "@/store/settings/abilities";
import { fileInputNow } from "@/store/settings/file-input";
import { sessionInUse } from "@/store/settings/models";

/** Maximum length of a file that is part of the message's text, in characters. A longer one is stored as a document. */
const maxInlineChars = 8_000;

/** A file to attach. */
export interface AttachedFile extends TextFile {
  /** The PDF file from which the text was read. */
  readonly original?: Blob;
  /** True for a PDF without text, whose original is sent. */
  readonly isScan?: true;
}

/**
 * Attaches files to the draft of a chat: short ones as text, long ones as references to stored documents. PDF files are
 * stored with their originals; short ones only if the chat's model takes them. Without a database, and in a temporary
 * chat, all are texts. Throws `storage-full` or `storage-unavailable`; then none of them is attached.
 */
export async function attachFileTexts(
  sessionId: string,
  files: readonly AttachedFile[],
  { env, records: { database } } = tabContext,
): Promise<void> {
  const model = modelOf(sessionId);
  const { input } = model;
  const isStored = (file: AttachedFile) =>
    database !== undefined &&
    !isTemporary(sessionId) &&
    (file.isScan || file.text.length > maxInlineChars || (input !== undefined && storableOriginal(file) !== undefined));
  const stored = new Map<AttachedFile, DocumentBlobs>();
  for (const file of files) if (isStored(file)) stored.set(file, await blobsOf(file, env.now()));
  const blobs = [...stored.values()].flatMap(({ text, original }) => (original ? [text, original] : [text]));
  if (blobs.length > 0) await database?.putAll({ sessions: [], messages: [], blobs });
  useDrafts.getState().change(sessionId, (draft) => {
    const texts = [...draft.texts];
    const earlier = documentsOfChat(sessionId);
    for (const file of files) {
      const own = stored.get(file);
      const attached = texts.flatMap(documentsIn);
      if (!own) texts.push(fileBlock(file));
      // The same file is sent once.
      else if (!attached.some(({ document }) => isSame(document, own))) {
        const others = [...attached, ...earlier].filter(({ document }) => !isSame(document, own));
        const name = uniqueName(file.name, others);
        texts.push(referenceTo({ ...file, name }, own, texts, model));
      }
    }
    return { texts };
  });
}

/** Whether a document has this text and this original. Scans of as many pages have the same text. */
function isSame({ id, file }: StoredDocument, { text, original }: DocumentBlobs): boolean {
  return id === text.id && file === original?.id;
}

/** Returns a name that no other document of the chat has, because citations name documents: `report (2).pdf`. */
export function uniqueName(name: string, others: readonly Pick<ChatDocument, "name">[]): string {
  const taken = new Set(others.map((other) => other.name));
  const safe = safeFileName(name);
  const [, base = safe, ending = ""] = /^(.+?)(\.\w{1,8})?$/.exec(safe) ?? [];
  let unique = safe;
  for (let number = 2; taken.has(unique); number++) unique = `${base} (${number})${ending}`;
  return unique;
}

/** Returns the blob of a text, under the SHA-256 of it. */
export async function textBlob(text: string, at: number, type = "text/markdown"): Promise<StoredBlob> {
  const { buffer, byteLength } = new TextEncoder().encode(text);
  return { id: await hashOf(buffer), type, size: byteLength, at, bytes: buffer };
}

/** Returns the pages and tokens of a document's text. */
export function documentFacts(text: string): Pick<StoredDocument, "pages" | "tokens"> {
  const pages = pagesOf(text).filter(({ kind }) => kind !== "section").length;
  return { pages, tokens: Math.ceil(estimateTokens(text)) };
}

/** The records of a document. */
interface DocumentBlobs {
  readonly text: StoredBlob;
  readonly original: StoredBlob | undefined;
}

/** Returns the records of a document: its text, and its original if that is stored. */
export async function blobsOf(file: AttachedFile, at: number): Promise<DocumentBlobs> {
  const text = await textBlob(file.text, at);
  const bytes = await storableOriginal(file)?.arrayBuffer();
  if (!bytes) return { text, original: undefined };
  return {
    text,
    original: { id: await hashOf(bytes), type: "application/pdf", size: bytes.byteLength, at, bytes },
  };
}

/** The browser's own digest runs outside of the main thread. It exists in secure contexts only. */
async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  return subtle ? hexOf(await subtle.digest("SHA-256", bytes)) : fileId(bytes);
}

function storableOriginal({ original }: AttachedFile): Blob | undefined {
  return original && original.size <= maxOriginalSize ? original : undefined;
}

function referenceTo(
  { name, text, isScan }: AttachedFile,
  { text: { id }, original }: DocumentBlobs,
  attached: readonly string[],
  { window, input }: ModelFacts,
): string {
  const facts = documentFacts(text);
  const others = attached.flatMap((each) => documentsIn(each).map(({ document }) => document));
  const ofScan = takesPages(input, facts.pages) ? "file" : firstPagesAsImages(facts.pages);
  const sent = isScan ? ofScan : defaultPart(facts.tokens, others, window);
  return fileBlock({ name, text: "", document: { id, ...facts, sent, ...(original && { file: original.id }) } });
}

/** The abilities of a chat's model. */
interface ModelFacts {
  /** The context size in tokens, if it is known. */
  readonly window: number | undefined;
  /** The input of original files; undefined without one. */
  readonly input: FileInput | undefined;
  readonly supportsVision: boolean;
}

/** Returns the abilities of a chat's model. */
export function modelOf(sessionId: string): ModelFacts {
  const session = useChats.getState().sessions.find(({ id }) => id === sessionId);
  if (!session) return { window: undefined, input: undefined, supportsVision: false };
  const { modelConfig } = sessionInUse(session).mask;
  const { window, vision } = abilitiesNow(modelConfig);
  return { window, input: fileInputNow(modelConfig), supportsVision: vision };
}
