import type { StoreApi } from "zustand";
import { AppError, toAppError } from "@/lib/errors";
import type { DocumentEntry } from "@/lib/storage/catalogue";
import { type KeyValueStorage, readDocument, setAsideDocument, writeDocument } from "@/lib/storage/documents";
import { clearReportedError, report } from "@/store/base/ui";

/** The connection of a store to its stored document. */
export interface Binding<S> {
  readonly entry: DocumentEntry;
  /** Loads the stored state into the store; `undefined` if nothing is stored. */
  load(state: unknown): void;
  /** Returns the part of the store's state that is stored. */
  save(state: S): object;
  /** Called if the stored state could not be read, and the store begins with its defaults. */
  onUnread?(): void;
}

/** The part of a zustand store that a binding uses. */
export type BoundStore<S> = Pick<StoreApi<S>, "getState" | "subscribe">;

/** Ends a binding. */
export type Unbind = () => void;

/** A store's state as stored, compared with what was loaded or written last. */
export interface StoredState {
  /** Loads a stored state into the store. */
  take(state: unknown): void;
  /** True while `take` runs: changes during it come from storage. */
  readonly isLoading: boolean;
  /**
   * Returns the document to write, and a function to call once it is written; undefined if no stored field has changed.
   */
  change(): { readonly state: object; noteWritten(): void } | undefined;
  /** True once something has been loaded or written. */
  readonly isKnown: boolean;
}

/** Creates the comparison of a store with its document. Unknown fields of the document are written back. */
export function createStoredState<S>({ getState }: BoundStore<S>, { load, save }: Binding<S>): StoredState {
  let written: string | undefined;
  let unknown: Record<string, unknown> = {};
  let isLoading = false;
  return {
    get isLoading() {
      return isLoading;
    },
    get isKnown() {
      return written !== undefined;
    },
    take(state) {
      isLoading = true;
      load(state);
      isLoading = false;
      const saved = save(getState());
      const stored = typeof state === "object" && state !== null ? state : {};
      unknown = Object.fromEntries(Object.entries(stored).filter(([name]) => !Object.hasOwn(saved, name)));
      written = JSON.stringify(saved);
    },
    change() {
      const saved = save(getState());
      const text = JSON.stringify(saved);
      if (text === written) return undefined;
      return {
        state: { ...unknown, ...saved },
        noteWritten() {
          written = text;
        },
      };
    },
  };
}

/** Reports failed writes, and clears the report once a write succeeds. */
export function createWriteReport(): { failed(thrown: unknown): void; succeeded(): void } {
  let failure: AppError | undefined;
  return {
    failed(thrown) {
      failure = toAppError(thrown);
      report(failure);
    },
    succeeded() {
      if (failure) clearReportedError(failure);
      failure = undefined;
    },
  };
}

/**
 * Binds a store to its document in localStorage: reads it, writes every change, and reads it again when another tab has
 * written it. Failures are reported.
 *
 * A text that cannot be read is set aside, not overwritten. A document of a newer version is read and never written.
 */
export function bindDocument<S>(
  store: BoundStore<S>,
  binding: Binding<S>,
  storage: KeyValueStorage,
  now: () => number,
): Unbind {
  const { entry } = binding;
  const stored = createStoredState(store, binding);
  const writes = createWriteReport();
  let isReadOnly = false;

  function reload() {
    // Never write over a text that was not read, or that could be neither read nor set aside.
    isReadOnly = true;
    try {
      const read = readDocument(entry, storage);
      if (read.kind === "unreadable") {
        setAsideDocument(entry, storage, read.text, now());
        report(new AppError("unreadable-settings"));
      }
      if (read.kind === "newer") report(new AppError("stored-newer"));
      else isReadOnly = false;
      stored.take(read.kind === "found" || read.kind === "newer" ? read.state : undefined);
    } catch (thrown) {
      // Keep this tab's state if it has one; otherwise start with the defaults.
      if (!stored.isKnown) stored.take(undefined);
      report(toAppError(thrown));
    }
  }

  reload();

  const unsubscribe = store.subscribe(() => {
    // A change that came from another tab is not written back.
    if (isReadOnly || stored.isLoading) return;
    const change = stored.change();
    if (!change) return;
    try {
      writeDocument(entry, storage, change.state);
      change.noteWritten();
      writes.succeeded();
    } catch (thrown) {
      writes.failed(thrown);
    }
  });

  function onStorage(event: StorageEvent) {
    if (event.key === entry.key && event.newValue !== null) reload();
  }
  addEventListener("storage", onStorage);
  return () => {
    unsubscribe();
    removeEventListener("storage", onStorage);
  };
}
