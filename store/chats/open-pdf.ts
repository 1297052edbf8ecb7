/// <reference path="../../lib/documents/pdf-library.d.ts" />
import type { PDFDocumentProxy } from "pdfjs-dist";
import type { PageSize } from "@/lib/documents/page-layout";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { tabContext } from "@/store/records/records";

/** An opened PDF file. */
export interface OpenedPdf {
  readonly pdf: PDFDocumentProxy;
  /** Renders the text of a page as elements. */
  readonly TextLayer: typeof import("pdfjs-dist").TextLayer;
  /** Size of the first page, in points. */
  readonly firstSize: PageSize;
}

/** The end of an opened PDF file. */
interface PdfOpening {
  /** Ends the opening, or releases the memory of the opened file and ends its worker. */
  readonly signal: AbortSignal;
  /** Called if the worker fails after the file was opened, such as without memory. */
  readonly onFailed: (error: Error) => void;
}

/** Folders of this site by the kinds of data that the library asks for. */
const folders: Readonly<Record<string, string>> = {
  cMapUrl: "cmaps",
  standardFontDataUrl: "fonts",
  wasmUrl: "wasm",
};

/** Maximum number of pixels of an image in a page. Larger ones are not rendered. */
const maxImagePixels = 64_000_000;

/** Maximum time until the first page is known, in milliseconds. A damaged file can keep its worker busy forever. */
const openingMs = 30_000;

/** Maximum time in which the library releases fonts and canvases, in milliseconds. A busy worker does not answer it. */
const closingMs = 1000;

/** Opens the stored original of a PDF, as `openPdfBytes` does. Returns undefined if the file is not on this device. */
export async function openPdf(
  fileId: string,
  opening: PdfOpening,
  { records } = tabContext,
): Promise<OpenedPdf | undefined> {
  const blob = await records.database?.readBlob(fileId);
  return blob?.type === "application/pdf" ? openPdfBytes(blob.bytes, opening) : undefined;
}

/**
 * Opens a PDF in a worker of its own. No script of the document runs, nothing is loaded from other sites, and links and
 * forms do nothing. Throws the error of the library for a damaged file, and the reason of the signal if that ends the
 * opening.
 */
export async function openPdfBytes(bytes: ArrayBuffer, { signal, onFailed }: PdfOpening): Promise<OpenedPdf> {
  const { getDocument, PDFWorker, TextLayer } = await import("pdfjs-dist/legacy/build/pdf.min.mjs");
  signal.throwIfAborted();
  const port = new Worker(new URL("./pdf-page-worker.ts", import.meta.url), { type: "module" });
  const worker = PDFWorker.create({ port, verbosity: 0 });
  const task = getDocument({
    data: new Uint8Array(bytes),
    worker,
    BinaryDataFactory: SiteFiles,
    useWorkerFetch: false,
    cMapPacked: true,
    isEvalSupported: false,
    enableXfa: false,
    maxImageSize: maxImagePixels,
    verbosity: 0,
  });

  async function close() {
    await Promise.race([task.destroy().catch(() => {}), browserEnvironment.delay(closingMs)]);
    worker.destroy();
    port.terminate();
  }

  async function readStart(): Promise<OpenedPdf> {
    const pdf = await task.promise;
    return { pdf, TextLayer, firstSize: await pageSize(pdf, 0) };
  }

  try {
    const opened = await beforeFailure(readStart(), port, signal);
    signal.throwIfAborted();
    signal.addEventListener("abort", () => void close(), { once: true });
    port.addEventListener("error", ({ message }) => onFailed(new Error(message)));
    return opened;
  } catch (thrown) {
    void close();
    throw thrown;
  }
}

/** Waits for work in a worker. Throws if the worker fails, the signal ends it, or it takes too long. */
function beforeFailure<T>(work: Promise<T>, port: Worker, signal: AbortSignal): Promise<T> {
  const ended = new AbortController();
  const options = { signal: ended.signal };
  const failure = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error("The first page took too long.")), openingMs);
    ended.signal.addEventListener("abort", () => clearTimeout(timer));
    signal.addEventListener("abort", () => reject(signal.reason), options);
    // Fires if the worker's script cannot be loaded, or if the worker runs out of memory.
    port.addEventListener("error", ({ message }) => reject(new Error(message)), options);
  });
  return Promise.race([work, failure]).finally(() => ended.abort());
}

/** Returns the size of a page as it is shown, in points. */
export async function pageSize(pdf: PDFDocumentProxy, index: number): Promise<PageSize> {
  const { width, height } = (await pdf.getPage(index + 1)).getViewport({ scale: 1 });
  return { width, height };
}

/** The only way for the library to load anything: character tables, symbol fonts and image decoders of this site. */
class SiteFiles {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const folder = folders[kind];
    if (folder === undefined || !/^[\w-]+\.\w+$/.test(filename))
      throw new Error(`${filename} is not a file of the site.`);
    const response = await fetch(`${basePath}/pdf/${folder}/${filename}`);
    if (!response.ok) throw new Error(`${filename} could not be loaded.`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
