/// <reference path="./pdf-library.d.ts" />
/**
 * Loads the PDF library with its worker part in the same thread, which is a worker already.
 *
 * The worker part answers every message of a thread that has `postMessage`, and would take our tasks for its own. It
 * looks for the function when it loads, so the function is hidden meanwhile.
 */
export async function loadPdfLibrary(): Promise<typeof import("pdfjs-dist")> {
  const description = Object.getOwnPropertyDescriptor(globalThis, "postMessage");
  Object.defineProperty(globalThis, "postMessage", { value: undefined, configurable: true, writable: true });
  try {
    const workerPart = await import("pdfjs-dist/legacy/build/pdf.worker.min.mjs");
    Object.assign(globalThis, { pdfjsWorker: workerPart });
  } finally {
    if (description) Object.defineProperty(globalThis, "postMessage", description);
    else Reflect.deleteProperty(globalThis, "postMessage");
  }
  return import("pdfjs-dist/legacy/build/pdf.min.mjs");
}
