import type { PDFDocumentProxy } from "pdfjs-dist";
import { canvasBlob } from "@/lib/platform/canvas-blob";
import { openPdfBytes } from "@/store/chats/open-pdf";

/** Length of the longer side of a page's image, in pixels: about 180 dots per inch of a letter. */
const maxSide = 2000;

/** Maximum time in which all pages are rendered, in milliseconds. */
const renderingMs = 60_000;

/**
 * Returns the first pages of a PDF as images, named after the file and the page. Returns undefined if a page cannot be
 * rendered, or if the signal ends it.
 */
export async function renderPdfPages(
  file: File,
  count: number,
  signal: AbortSignal,
): Promise<readonly File[] | undefined> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, renderingMs);
  signal.addEventListener("abort", end, { once: true });
  try {
    signal.throwIfAborted();
    const opening = { signal: ending.signal, onFailed: end };
    const { pdf } = await openPdfBytes(await file.arrayBuffer(), opening);
    const images: File[] = [];
    for (let number = 1; number <= Math.min(count, pdf.numPages); number++) {
      const image = await renderPage(pdf, number, ending.signal);
      images.push(new File([image], `${file.name} ${number}.jpg`, { type: image.type }));
    }
    return images;
  } catch (thrown) {
    if (!signal.aborted) console.warn("The pages of a PDF could not be rendered.", thrown);
    return undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    // Closes the file.
    end();
  }
}

/** Renders a page. Throws if the signal ends it. */
async function renderPage(pdf: PDFDocumentProxy, number: number, signal: AbortSignal): Promise<Blob> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: maxSide / Math.max(width, height) });
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: Math.ceil(viewport.width), height: Math.ceil(viewport.height) });
  // For the screen, the library waits for animation frames, which a hidden tab does not get.
  const task = page.render({ canvas, viewport, intent: "print" });
  const stop = () => task.cancel();
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    await task.promise;
    const image = await canvasBlob(canvas, "image/jpeg", 0.9);
    if (!image) throw new Error("The page is empty.");
    return image;
  } finally {
    signal.removeEventListener("abort", stop);
    // Releases the memory of the picture at once.
    Object.assign(canvas, { width: 0, height: 0 });
    page.cleanup();
  }
}
