import type { StoreApi } from "zustand";
import { AppError, toAppError } from "@/lib/errors";
import type { DocumentEntry } from "@/lib/storage/catalogue";
import { type KeyValueStorage, readDocument, setAsideDocument, writeDocument } from "@/lib/storage/documents";
import { report, takeBack } from "@/store/ui";

/** How a store and its stored document belong together. */
export interface Binding<S> {
  readonly entry: DocumentEntry;
  /** Takes over what was stored; `undefined` when there is nothing. */
  load(state: unknown): void;
  /** Picks what is stored out of the store's state. */
  save(state: S): object;
}

/** Stops following a document. */
export type Unbind = () => void;

/**
 * Binds a store to its document: reads it, then writes every change, and re-reads it when another tab wrote it.
 *
 * What cannot be read is set aside, not overwritten; a document of a newer version is read and never written. Whatever
 * goes wrong is reported, and taken back once a change is written again.
 */
export function bindDocument<S>(
  store: Pick<StoreApi<S>, "getState" | "subscribe">,
  { entry, load, save }: Binding<S>,
  storage: KeyValueStorage,
  now: () => number,
): Unbind {
  let isReadOnly = false;
  let isLoading = false;
  let written: string | undefined;
  /** What was stored and this version does not know: it is written back as it was. */
  let unknown: Record<string, unknown> = {};
  let failure: AppError | undefined;

  function reload() {
    // Nothing is written over what has not been read, or could be neither read nor set aside.
    isReadOnly = true;
    try {
      const read = readDocument(entry, storage);
      if (read.kind === "unreadable") {
        setAsideDocument(entry, storage, read.text, now());
        report(new AppError("unreadable-settings"));
      }
      if (read.kind === "newer") report(new AppError("stored-newer"));
      else isReadOnly = false;
      take(read.kind === "found" || read.kind === "newer" ? read.state : undefined);
    } catch (thrown) {
      // What this tab already knows stays; only a tab that knows nothing yet starts with the defaults.
      if (written === undefined) take(undefined);
      report(toAppError(thrown));
    }
  }

  function take(state: unknown) {
    isLoading = true;
    load(state);
    isLoading = false;
    const saved = save(store.getState());
    const stored = typeof state === "object" && state !== null ? state : {};
    unknown = Object.fromEntries(Object.entries(stored).filter(([name]) => !Object.hasOwn(saved, name)));
    written = JSON.stringify(saved);
  }

  reload();

  const unsubscribe = store.subscribe((state) => {
    // A change that came from another tab is not written back.
    if (isReadOnly || isLoading) return;
    const saved = save(state);
    const text = JSON.stringify(saved);
    if (text === written) return;
    try {
      writeDocument(entry, storage, { ...unknown, ...saved });
      written = text;
      if (failure) takeBack(failure);
      failure = undefined;
    } catch (thrown) {
      failure = toAppError(thrown);
      report(failure);
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
