import { decodeText } from "@/lib/documents/decode-text";
import { type DocumentFormat, documentFormatOf } from "@/lib/documents/document-format";
import { readEpub } from "@/lib/documents/read-epub";
import { readMail } from "@/lib/documents/read-mail";
import { readOpenDocument } from "@/lib/documents/read-open-document";
import { type PdfReader, readPdf } from "@/lib/documents/read-pdf";
import { readRtf } from "@/lib/documents/read-rtf";
import { readSheets } from "@/lib/documents/read-sheets";
import { readSlides } from "@/lib/documents/read-slides";
import { readWord } from "@/lib/documents/read-word";
import { type DocumentRefusal, RefusedDocument } from "@/lib/documents/refused-document";
import { isTextFile } from "@/lib/documents/text-format";
import { createTextWriter, TextLimitReached, type TextWriter } from "@/lib/documents/text-writer";

/** The text of a document, or the reason that it was not read. */
export type ReadDocument =
  | { readonly kind: "text"; readonly text: string; readonly isCut: boolean }
  /** `pages` is the number of pages of a PDF without text. */
  | { readonly kind: DocumentRefusal; readonly pages?: number };

/** Limits of a document: bytes of the file, and characters of its text. */
const maxFileSize = 50_000_000;
const maxChars = 1_000_000;

/** The last line of a text that is longer than the limit. It is for the model, so it is not translated. */
const cutNote = "(The rest of this document was left out because it is too long.)";

interface DocumentTask {
  readonly file: Blob;
  readonly format: DocumentFormat;
  /** Loads what PDF files need. */
  loadPdf(): Promise<PdfReader>;
}

type Reader = (file: Blob, writer: TextWriter) => Promise<void>;

const readers: Readonly<Record<Exclude<DocumentFormat, "pdf" | "mail">, Reader>> = {
  word: readWord,
  slides: readSlides,
  sheets: readSheets,
  "open-document": readOpenDocument,
  epub: readEpub,
  rtf: readRtf,
};

/** Reads a document as Markdown. Throws only what is not the fault of the file. */
export async function readDocument({ file, format, loadPdf }: DocumentTask): Promise<ReadDocument> {
  if (file.size > maxFileSize) return { kind: "too-large" };
  const writer = createTextWriter(maxChars);
  try {
    if (format === "mail") await readMail(file, writer, (attached) => readAttached(attached, writer, loadPdf));
    else await read({ file, format, loadPdf }, writer);
  } catch (thrown) {
    if (thrown instanceof RefusedDocument) {
      return { kind: thrown.reason, ...(thrown.pages !== undefined && { pages: thrown.pages }) };
    }
    if (!(thrown instanceof TextLimitReached)) throw thrown;
    return { kind: "text", text: `${writer.text()}\n\n${cutNote}`, isCut: true };
  }
  const text = writer.text();
  return text === "" ? { kind: "no-text" } : { kind: "text", text, isCut: false };
}

async function read({ file, format, loadPdf }: DocumentTask, writer: TextWriter): Promise<void> {
  if (format === "pdf") await readPdf(file, await loadPdf(), writer);
  else if (format === "mail") await readMail(file, writer);
  else await readers[format](file, writer);
}

/**
 * Writes a file that is attached to a mail, below its name. A document that cannot be read is noted, and what was read
 * of it is dropped. Returns whether the file is a text or a document. Throws TextLimitReached.
 */
async function readAttached(file: File, writer: TextWriter, loadPdf: DocumentTask["loadPdf"]): Promise<boolean> {
  const format = documentFormatOf(file);
  if (format === undefined && !isTextFile(file)) return false;
  writer.heading(2, `Attachment: ${file.name}`);
  const own = createTextWriter(Math.max(0, writer.left()), "attachment");
  try {
    if (format === undefined) own.block((await decodeText(file)).replace(/\r\n?/g, "\n"));
    else await read({ file, format, loadPdf }, own);
  } catch (thrown) {
    if (thrown instanceof RefusedDocument) writer.block(`(This attachment was not read: ${thrown.reason}.)`);
    else if (thrown instanceof TextLimitReached) writer.block(own.text());
    if (!(thrown instanceof RefusedDocument)) throw thrown;
    return true;
  }
  writer.block(own.text());
  return true;
}
