import { documentFormatOf } from "@/lib/documents/document-format";
import type { ReadDocument } from "@/lib/documents/read-document";
import type { PageProgress } from "@/lib/documents/read-pdf";
import { basePath } from "@/lib/platform/build-info";
import type { DocumentProgress, DocumentRequest } from "@/store/chats/document-worker";
import { runCancellable } from "@/store/chats/run-cancellable";

/** Options for reading a document. */
export interface ReadingOptions {
  /** Ends the worker when it aborts. */
  readonly signal: AbortSignal;
  /** Called now and then while a long document is read. */
  onPage?(progress: PageProgress): void;
}

/** Reads a document in a worker, for at most two minutes. Returns undefined if the signal aborts. */
export async function readInWorker(file: File, { signal, onPage }: ReadingOptions): Promise<ReadDocument | undefined> {
  const format = documentFormatOf(file);
  if (format === undefined) return { kind: "damaged" };
  const worker = new Worker(new URL("./document-worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener(
    "message",
    ({ data }: MessageEvent<DocumentProgress | { readonly type: "done" | "failed" }>) => {
      if (data.type === "progress") onPage?.(data);
    },
  );
  const characterTablesUrl = new URL(`${basePath}/pdf/cmaps/`, location.origin).href;
  const request: DocumentRequest = { file, format, characterTablesUrl };
  return runCancellable<DocumentRequest, ReadDocument>(worker, request, { signal, onTimeout: { kind: "too-large" } });
}
