import type { DocumentFormat } from "@/lib/documents/document-format";
import { loadPdfLibrary } from "@/lib/documents/load-pdf-library";
import { type ReadDocument, readDocument } from "@/lib/documents/read-document";
import type { PageProgress } from "@/lib/documents/read-pdf";
import { AppError } from "@/lib/errors";
import { handleWorkerTask } from "@/store/base/run-in-worker";

/** A document that is to be read. */
export interface DocumentRequest {
  readonly file: Blob;
  readonly format: DocumentFormat;
  /** Absolute URL of a folder of this site, with a slash at the end. */
  readonly characterTablesUrl: string;
}

/** A message about a long document that is being read. */
export interface DocumentProgress extends PageProgress {
  readonly type: "progress";
}

/** Time between two messages about progress, in milliseconds. */
const progressMs = 250;

// One worker per document: a large file never blocks the tab, and its memory is released with the worker.
handleWorkerTask<DocumentRequest, ReadDocument>(({ file, format, characterTablesUrl }) =>
  readDocument({
    file,
    format,
    loadPdf: async () => ({
      library: await loadPdfLibrary(),
      loadCharacterTable: (name) => loadCharacterTable(new URL(name, characterTablesUrl)),
      onPage: postAtIntervals(),
    }),
  }),
);

/** Returns a function that posts the progress, but not before the first interval is over. */
function postAtIntervals(): (progress: PageProgress) => void {
  let postedAt = Date.now();
  return (progress) => {
    if (Date.now() - postedAt < progressMs) return;
    postedAt = Date.now();
    postMessage({ type: "progress", ...progress } satisfies DocumentProgress);
  };
}

/** Loads a character table from this site. Throws the code `network`. */
async function loadCharacterTable(url: URL): Promise<Uint8Array> {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) throw new AppError("network");
  return new Uint8Array(await response.arrayBuffer());
}
