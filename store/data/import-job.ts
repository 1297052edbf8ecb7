import { AppError, toAppError } from "@/lib/errors";
import type { DocumentState } from "@/lib/import/imported";
import { readPortableDocuments, updatePortableDocuments } from "@/lib/storage/portable-documents";
import { importWorld } from "@/store/data/data";
import type { ImportAnswer, ImportPreview, ImportRequest } from "@/store/data/import-messages";
import { keepImportedDrafts } from "@/store/data/imported-drafts";
import { documentPlaces } from "@/store/records/document-places";
import { journal } from "@/store/records/journal";
import { requireStorage } from "@/store/records/storage-handle";

export type { ImportPreview };

/** An import that has begun, in a thread of its own. */
export interface ImportJob {
  /** The content of the file. Rejects with an AppError if it cannot be read. */
  readonly preview: Promise<ImportPreview>;
  /**
   * Writes what the file brings, after a copy of everything was kept: the chats in one transaction, then its settings
   * where they are wanted, all of them or none. Throws AppError if the chats could not be written: then nothing was.
   * Returns the error that kept the settings from being written: then the chats are in, and the settings are as they
   * were.
   *
   * @param isReplacing true: chats that are not in the file go
   */
  write(withDocuments: boolean, isReplacing: boolean): Promise<AppError | undefined>;
  /** Ends it; before `write` nothing has been changed. */
  cancel(): void;
}

/** Begins to read a file; `onRead` is told the share of it that has been read, from 0 to 1. */
export function startImport(file: Blob, onRead: (share: number) => void): ImportJob {
  const worker = new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module" });
  const preview = ask(worker, { type: "read", file, world: importWorld() }, onRead).then((answer) => {
    if (answer.type !== "read") throw new AppError("unexpected");
    return answer.preview;
  });
  return {
    preview,
    async write(withDocuments, isReplacing) {
      await journal.flush();
      await ask(worker, { type: "write", documents: await readPortableDocuments(documentPlaces()), isReplacing });
      if (isReplacing) {
        // What this tab and others still hold of what has gone must not be written again.
        journal.discard();
        requireStorage().otherTabs?.tellCleared();
      }
      const found = await preview;
      if (!found.ok) return undefined;
      keepImportedDrafts(found.report.newDrafts);
      return withDocuments ? writeDocuments(found.report.documents).then(() => undefined, toAppError) : undefined;
    },
    cancel: () => worker.terminate(),
  };
}

function ask(worker: Worker, request: ImportRequest, onProgress?: (share: number) => void): Promise<ImportAnswer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ImportAnswer>) => {
      if (data.type === "progress") onProgress?.(data.share);
      else if (data.type === "changed") requireStorage().otherTabs?.tellChanged(data.changed);
      else if (data.type === "failed") reject(new AppError(data.code, data.details));
      else resolve(data);
    };
    // Its program could not be loaded, or it has run out of memory.
    worker.onerror = ({ message }) => reject(new AppError("unexpected", { message }));
    worker.postMessage(request);
  });
}

async function writeDocuments(found: Readonly<Record<string, DocumentState>>): Promise<void> {
  const { mergeDocument } = await import("@/lib/import/merge-documents");
  await updatePortableDocuments(documentPlaces(), (here) =>
    Object.fromEntries(Object.entries(found).map(([key, state]) => [key, mergeDocument(key, here[key]?.state, state)])),
  );
}
