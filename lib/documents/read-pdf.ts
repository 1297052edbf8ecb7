import type { PDFDocumentProxy } from "pdfjs-dist";
import { enteredText } from "@/lib/documents/entered-text";
import { pageText } from "@/lib/documents/page-text";
import { RefusedDocument } from "@/lib/documents/refused-document";
import { TextLimitReached, type TextWriter } from "@/lib/documents/text-writer";

/** The PDF library, and its tables of Chinese, Japanese and Korean characters. */
export interface PdfReader {
  readonly library: Pick<typeof import("pdfjs-dist"), "getDocument">;
  /** Loads a table by its file name, one of the library's list. */
  loadCharacterTable(name: string): Promise<Uint8Array>;
  /** Called before each page. */
  readonly onPage?: ((progress: PageProgress) => void) | undefined;
}

/** A page that is being read, from 1, and the number of pages. */
export interface PageProgress {
  readonly page: number;
  readonly pages: number;
}

/** Pages that are read of a document. */
const maxPages = 2_000;

/**
 * Reads the text of a PDF, page by page. Nothing is rendered, and no script of the document runs. Throws RefusedDocument,
 * and the error of a character table that cannot be loaded, because text would be missing.
 */
export async function readPdf(
  file: Blob,
  { library, loadCharacterTable, onPage }: PdfReader,
  writer: TextWriter,
): Promise<void> {
  const failures: unknown[] = [];

  /** The only way for the library to load anything. */
  class CharacterTables {
    async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
      if (kind !== "cMapUrl") throw new Error(`${filename} is not a character table.`);
      return loadCharacterTable(filename).catch((thrown: unknown) => {
        failures.push(thrown);
        throw thrown;
      });
    }
  }

  const task = library.getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    BinaryDataFactory: CharacterTables,
    useWorkerFetch: false,
    cMapPacked: true,
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    useWasm: false,
    // Errors only; warnings about odd documents are of no use to the user.
    verbosity: 0,
  });
  try {
    await writePages(await task.promise, writer, onPage);
  } catch (thrown) {
    throw failures[0] ?? refusalOf(thrown);
  } finally {
    await task.destroy();
  }
  if (failures.length > 0) throw failures[0];
}

async function writePages(pdf: PDFDocumentProxy, writer: TextWriter, onPage: PdfReader["onPage"]): Promise<void> {
  let hasText = false;
  const isOfTeX = await isMadeByTeX(pdf);
  const pages = Math.min(pdf.numPages, maxPages);
  for (let number = 1; number <= pages; number++) {
    onPage?.({ page: number, pages });
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    // Damaged annotations are no reason to refuse the text.
    const entered = enteredText(await page.getAnnotations().catch(() => []));
    page.cleanup();
    const text = pageText(
      items.filter((item) => "str" in item),
      isOfTeX,
    );
    hasText ||= text !== "";
    writer.page({ kind: "page", label: String(number) });
    writer.block(text);
    writer.block(entered);
  }
  if (!hasText) throw new RefusedDocument("no-text", { pages: pdf.numPages });
  if (pdf.numPages > maxPages) throw new TextLimitReached();
}

/** Whether TeX, or a program that converts its output, has made a document. */
async function isMadeByTeX(pdf: PDFDocumentProxy): Promise<boolean> {
  // Damaged metadata are no reason to refuse the text.
  const info: object = await pdf.getMetadata().then(
    (metadata) => metadata.info,
    () => ({}),
  );
  const { Producer = "", Creator = "" } = info as { readonly Producer?: unknown; readonly Creator?: unknown };
  return /\b(?:pdf|lua|hb|xe|la|mik|up|e|p)*tex(?!t)|\bdvi(?:ps|pdf)/i.test(`${Producer} ${Creator}`);
}

/** Returns the error to throw. The library throws errors of many kinds for damaged files. */
function refusalOf(thrown: unknown): unknown {
  if (thrown instanceof RefusedDocument || thrown instanceof TextLimitReached) return thrown;
  const isEncrypted = thrown instanceof Error && thrown.name === "PasswordException";
  return new RefusedDocument(isEncrypted ? "encrypted" : "damaged", { cause: thrown });
}
