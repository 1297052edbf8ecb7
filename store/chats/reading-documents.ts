import { create } from "zustand";
import type { PageProgress } from "@/lib/documents/read-pdf";
import { useDrafts } from "@/store/chats/drafts";

/** A document that is being read, or waits until those before it are read. */
export interface ReadingDocument {
  readonly id: number;
  readonly name: string;
  /** The current page of a long document. */
  readonly progress?: PageProgress;
}

interface ReadingDocumentsStore {
  /** By chat, in order. */
  readonly documents: Readonly<Record<string, readonly ReadingDocument[]>>;
  /** Adds a document. Sending waits until it ends. */
  start(sessionId: string, name: string): DocumentReading;
  /** Removes a document and aborts its signal. */
  cancel(sessionId: string, id: number): void;
}

/** The reading of one document. */
export interface DocumentReading {
  readonly signal: AbortSignal;
  noteProgress(progress: PageProgress): void;
  /** Removes the document; nothing happens if it was cancelled. */
  end(): void;
}

/** The documents that are being read, which can be cancelled. */
export const useReadingDocuments = create<ReadingDocumentsStore>()((set) => {
  const controllers = new Map<number, AbortController>();
  let lastId = 0;

  function change(sessionId: string, next: (list: readonly ReadingDocument[]) => readonly ReadingDocument[]) {
    set(({ documents }) => ({ documents: { ...documents, [sessionId]: next(documents[sessionId] ?? []) } }));
  }

  function remove(sessionId: string, id: number) {
    if (!controllers.delete(id)) return;
    change(sessionId, (list) => list.filter((each) => each.id !== id));
    useDrafts.getState().noteAttaching(sessionId, -1);
  }

  return {
    documents: {},
    start(sessionId, name) {
      const id = ++lastId;
      const controller = new AbortController();
      controllers.set(id, controller);
      change(sessionId, (list) => [...list, { id, name }]);
      useDrafts.getState().noteAttaching(sessionId, 1);
      return {
        signal: controller.signal,
        noteProgress: (progress) =>
          change(sessionId, (list) => list.map((each) => (each.id === id ? { ...each, progress } : each))),
        end: () => remove(sessionId, id),
      };
    },
    cancel(sessionId, id) {
      controllers.get(id)?.abort();
      remove(sessionId, id);
    },
  };
});

/** Returns the number of documents of a chat that are being read. */
export function countReadingDocuments(sessionId: string): number {
  return useReadingDocuments.getState().documents[sessionId]?.length ?? 0;
}
