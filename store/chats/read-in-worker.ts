import { documentFormatOf } from "@/lib/documents/document-format";
import type { ReadDocument } from "@/lib/documents/read-document";
import { basePath } from "@/lib/platform/build-info";
import { runInWorker } from "@/store/base/run-in-worker";
import type { DocumentRequest } from "@/store/chats/document-worker";

/** Time after which a document is given up, in milliseconds. */
const maxReadMs = 120_000;

/** Reads a document in a worker, for at most two minutes. */
export async function readInWorker(file: File): Promise<ReadDocument> {
  const format = documentFormatOf(file);
  if (format === undefined) return { kind: "damaged" };
  const worker = new Worker(new URL("./document-worker.ts", import.meta.url), { type: "module" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<ReadDocument>((resolve) => {
    timer = setTimeout(() => resolve({ kind: "too-large" }), maxReadMs);
  });
  const characterTablesUrl = new URL(`${basePath}/pdf/cmaps/`, location.origin).href;
  const reading = runInWorker<DocumentRequest, ReadDocument>(worker, { file, format, characterTablesUrl });
  try {
    return await Promise.race([reading, timeout]);
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
