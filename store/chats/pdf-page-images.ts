import type { PDFPageProxy } from "pdfjs-dist";
import { canvasBlob } from "@/lib/platform/canvas-blob";
import { readAsDataUrl } from "@/lib/platform/data-address";
import type { StoredBlob } from "@/lib/storage/blobs";
import { openPdfBytes } from "@/store/chats/open-pdf";

/** The size of an image. */
interface ImageSize {
  /** Length of the longer side, in pixels. */
  readonly maxSide: number;
  /** Quality of the JPEG, from 0 to 1. */
  readonly quality: number;
}

/** The size of a page that is attached as an image, which is reduced as other images are: 180 dots per inch of a letter. */
const attachedSize: ImageSize = { maxSide: 2000, quality: 0.9 };

/**
 * The size of a page that is sent as an image. Claude reduces longer sides.
 * https://platform.claude.com/docs/en/build-with-claude/vision
 */
const sentSize: ImageSize = { maxSide: 1568, quality: 0.8 };

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
  const pages = Array.from({ length: count }, (_, index) => index + 1);
  const images = await renderPages({ bytes: await file.arrayBuffer(), pages, size: attachedSize }, signal);
  return images?.map((image, index) => new File([image], `${file.name} ${index + 1}.jpg`, { type: image.type }));
}

/** Pages of a stored PDF that are sent. */
interface SentPages {
  readonly original: Pick<StoredBlob, "id" | "bytes">;
  /** Numbers of the pages, from 1. */
  readonly pages: readonly number[];
}

/** Maximum number of images of pages in memory. */
const maxRenderedPages = 40;

/** Images of pages that were sent, as data URLs, by file and page; the most recently sent last. Each question sends them. */
const renderedPages = new Map<string, string>();

/**
 * Returns pages of a stored PDF as data URLs of images, by page. Returns undefined if one cannot be rendered, or if the
 * signal ends it.
 */
export async function sentPageImages(
  { original: { id, bytes }, pages }: SentPages,
  signal = new AbortController().signal,
): Promise<ReadonlyMap<number, string> | undefined> {
  const keyOf = (page: number) => `${id} ${page}`;
  const missing = pages.filter((page) => !renderedPages.has(keyOf(page)));
  const images = missing.length > 0 ? await renderPages({ bytes, pages: missing, size: sentSize }, signal) : [];
  if (!images) return undefined;
  const urls = new Map<number, string>();
  for (const page of pages) {
    const image = images[missing.indexOf(page)];
    const url = image ? await readAsDataUrl(image) : renderedPages.get(keyOf(page));
    if (url === undefined) return undefined;
    urls.set(page, url);
    renderedPages.delete(keyOf(page));
    renderedPages.set(keyOf(page), url);
  }
  for (const key of [...renderedPages.keys()].slice(0, -maxRenderedPages)) renderedPages.delete(key);
  return urls;
}

/** Pages of a PDF to render. */
interface PageRendering {
  readonly bytes: ArrayBuffer;
  /** Numbers of the pages, from 1. */
  readonly pages: readonly number[];
  readonly size: ImageSize;
}

/** Renders pages of a PDF. Returns undefined if a page cannot be rendered, or if the signal ends it. */
async function renderPages(
  { bytes, pages, size }: PageRendering,
  signal: AbortSignal,
): Promise<readonly Blob[] | undefined> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, renderingMs);
  signal.addEventListener("abort", end, { once: true });
  try {
    signal.throwIfAborted();
    const opening = { signal: ending.signal, onFailed: end };
    // The library takes over the bytes that it gets.
    const { pdf } = await openPdfBytes(bytes.slice(0), opening);
    const images: Blob[] = [];
    for (const number of pages) images.push(await renderPage(await pdf.getPage(number), size, ending.signal));
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
async function renderPage(page: PDFPageProxy, { maxSide, quality }: ImageSize, signal: AbortSignal): Promise<Blob> {
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
    const image = await canvasBlob(canvas, "image/jpeg", quality);
    if (!image) throw new Error("The page is empty.");
    return image;
  } finally {
    signal.removeEventListener("abort", stop);
    // Releases the memory of the picture at once.
    Object.assign(canvas, { width: 0, height: 0 });
    page.cleanup();
  }
}
