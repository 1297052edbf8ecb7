import { create } from "zustand";
import type { StoredDocument } from "@/lib/chat/text-file";

/** A document that is open beside a chat. */
export interface ViewedDocument {
  readonly sessionId: string;
  readonly name: string;
  readonly document: StoredDocument;
  /** The label of the page to show; empty without one. */
  readonly label: string;
  /** The text before a citation, by which the cited passage is found; empty without a citation. */
  readonly statement: string;
  /** The element that opened it, which gets the focus when it closes. */
  readonly opener: HTMLElement;
  /** Changes what is sent of the document; absent for citations. */
  readonly onChange?: (document: StoredDocument) => void;
}

interface ViewedDocumentStore {
  readonly view: ViewedDocument | undefined;
  /** Number of documents and places opened so far: each is shown anew, also the same one. */
  readonly opened: number;
  /** Shows a document, in place of the one that is open. */
  open(view: ViewedDocument): void;
  /** Updates what is sent of the document that an element opened; without a document, that cannot be changed any more. */
  change(opener: HTMLElement | null, document: StoredDocument | undefined): void;
  close(): void;
}

/** The document that is open beside the current chat. */
export const useViewedDocument = create<ViewedDocumentStore>()((set, get) => ({
  view: undefined,
  opened: 0,
  open: (view) => set(({ opened }) => ({ view, opened: opened + 1 })),
  change(opener, document) {
    const { view } = get();
    if (!view || view.opener !== opener) return;
    const { onChange: _onChange, ...unchangeable } = view;
    set({ view: document ? { ...view, document } : unchangeable });
  },
  close: () => set({ view: undefined }),
}));
