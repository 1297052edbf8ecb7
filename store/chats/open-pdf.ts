/// <reference path="../../lib/documents/pdf-library.d.ts" />
import type { PDFDocumentProxy } from "pdfjs-dist";
import type { PageSize } from "@/lib/documents/page-layout";
import { basePath } from "@/lib/platform/build-info";
import { tabContext } from "@/store/records/records";

/** An opened PDF file. */
export interface OpenedPdf {
  readonly pdf: PDFDocumentProxy;
  /** Renders the text of a page as elements. */
  readonly TextLayer: typeof import("pdfjs-dist").TextLayer;
  /** Size of the first page, in points. */
  readonly firstSize: PageSize;
  /** Releases the memory of the file and ends its worker. */
  close(): void;
}

/** Folders of this site by the kinds of data that the library asks for. */
const folders: Readonly<Record<string, string>> = {
  cMapUrl: "cmaps",
  standardFontDataUrl: "fonts",
  wasmUrl: "wasm",
};

/** Maximum number of pixels of an image in a page. Larger ones are not rendered. */
const maxImagePixels = 64_000_000;

/**
 * Opens the stored original of a PDF in a worker of its own. No script of the document runs, nothing is loaded from
 * other sites, and links and forms do nothing. Returns undefined if the file is not on this device. Throws the error of
 * the library for a damaged file.
 */
export async function openPdf(fileId: string, { records } = tabContext): Promise<OpenedPdf | undefined> {
  const blob = await records.database?.readBlob(fileId);
  if (blob?.type !== "application/pdf") return undefined;
  const { getDocument, PDFWorker, TextLayer } = await import("pdfjs-dist/legacy/build/pdf.min.mjs");
  const port = new Worker(new URL("./pdf-page-worker.ts", import.meta.url), { type: "module" });
  const worker = PDFWorker.create({ port, verbosity: 0 });
  const task = getDocument({
    data: new Uint8Array(blob.bytes),
    worker,
    BinaryDataFactory: SiteFiles,
    useWorkerFetch: false,
    cMapPacked: true,
    isEvalSupported: false,
    enableXfa: false,
    maxImageSize: maxImagePixels,
    verbosity: 0,
  });

  function close() {
    void task.destroy().catch(() => {});
    worker.destroy();
    port.terminate();
  }

  try {
    // Fires if the worker's script cannot be loaded, or if the worker runs out of memory.
    const failed = new Promise<never>((_, reject) => {
      port.addEventListener("error", ({ message }) => reject(new Error(message)));
    });
    const pdf = await Promise.race([task.promise, failed]);
    return { pdf, TextLayer, firstSize: await pageSize(pdf, 0), close };
  } catch (thrown) {
    close();
    throw thrown;
  }
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
