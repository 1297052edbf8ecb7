import { AppError, toAppError } from "@/lib/errors";
import type { DocumentState } from "@/lib/import/imported";
import { projectsOfChats } from "@/lib/import/projects-of-chats";
import { catalogue } from "@/lib/storage/catalogue";
import { readPortableDocuments, updatePortableDocuments } from "@/lib/storage/portable-documents";
import { importWorld } from "@/store/data/data";
import type { ImportAnswer, ImportPreview, ImportRequest } from "@/store/data/import-messages";
import { keepImportedDrafts } from "@/store/data/imported-drafts";
import { documentPlaces } from "@/store/records/document-places";
import { tabContext } from "@/store/records/records";

export type { ImportPreview };

/** An import that was started. It runs in a worker. */
export interface ImportJob {
  /** The content of the file. Rejects with an AppError if the file cannot be read. */
  readonly preview: Promise<ImportPreview>;
  /**
   * Writes the content of the file after a backup: the chats in one transaction, then their projects and, if wanted, all
   * settings. Of projects and settings, all or none are written.
   * Throws AppError if the chats could not be written; then nothing was. Returns the error if the settings could not be
   * written; then the chats are stored and the settings are unchanged.
   *
   * @param isReplacing whether chats that are not in the file are deleted
   */
  write(withDocuments: boolean, isReplacing: boolean): Promise<AppError | undefined>;
  /** Stops the worker. Before `write` nothing has been changed. */
  cancel(): void;
}

/** Starts to read a file. `onRead` is called with the share that has been read, from 0 to 1. */
export function startImport(file: Blob, onRead: (share: number) => void, { records } = tabContext): ImportJob {
  const worker = new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module" });

  function ask(request: ImportRequest, onProgress?: (share: number) => void): Promise<ImportAnswer> {
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ImportAnswer>) => {
        if (data.type === "progress") onProgress?.(data.share);
        else if (data.type === "changed") records.otherTabs?.tellChanged(data.changed);
        else if (data.type === "failed") reject(new AppError(data.code, data.details));
        else resolve(data);
      };
      // Fires if the worker's script cannot be loaded, or if the worker runs out of memory.
      worker.onerror = ({ message }) => reject(new AppError("unexpected", { message }));
      worker.postMessage(request);
    });
  }

  const preview = ask({ type: "read", file, world: importWorld() }, onRead).then((answer) => {
    if (answer.type !== "read") throw new AppError("unexpected");
    return answer.preview;
  });
  return {
    preview,
    async write(withDocuments, isReplacing) {
      await records.journal.flush();
      await ask({ type: "write", documents: await readPortableDocuments(documentPlaces()), isReplacing });
      if (isReplacing) {
        // Changes in memory, here and in other tabs, may belong to deleted chats. They must not be written.
        records.journal.discard();
        records.otherTabs?.tellCleared();
      }
      const found = await preview;
      if (!found.ok) return undefined;
      keepImportedDrafts(found.report.newDrafts);
      const { documents, projectIds } = found.report;
      const projects = projectsOfChats(documents, projectIds);
      const written = withDocuments ? documents : projects && { [catalogue.projects.key]: projects };
      return written && writeDocuments(written).then(() => undefined, toAppError);
    },
    cancel: () => worker.terminate(),
  };
}

async function writeDocuments(found: Readonly<Record<string, DocumentState>>): Promise<void> {
  const { mergeDocument } = await import("@/lib/import/merge-documents");
  await updatePortableDocuments(documentPlaces(), (here) =>
    Object.fromEntries(Object.entries(found).map(([key, state]) => [key, mergeDocument(key, here[key]?.state, state)])),
  );
}
