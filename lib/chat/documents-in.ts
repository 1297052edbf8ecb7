import { type StoredDocument, splitFiles, type TextFile } from "@/lib/chat/text-file";

/** The start of a reference to a stored document. */
const documentMark = ' document="stored:';

/** Returns the files of a text that are stored as documents. */
export function documentsIn(whole: string): (TextFile & { readonly document: StoredDocument })[] {
  if (!whole.includes(documentMark)) return [];
  return splitFiles(whole).files.flatMap(({ document, ...file }) => (document ? [{ ...file, document }] : []));
}

/** Whether a blob is the text or the original of a document: others have shorter ids. */
export function isDocumentId(id: string): boolean {
  return /^[0-9a-f]{64}$/.test(id);
}
