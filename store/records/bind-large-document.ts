import type { StoreApi } from "zustand";
import { AppError, toAppError } from "@/lib/errors";
import { recordOf } from "@/lib/json";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { documentText, type KeyValueStorage, parseDocument, setAsideKey } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";
import { pageStorage } from "@/store/base/page-storage";
import { report } from "@/store/base/ui";
import {
  type Binding,
  type BoundStore,
  createStoredState,
  createWriteReport,
  type Unbind,
} from "@/store/records/persisted";
import { largeTexts, type TextStore } from "@/store/records/text-store";

/** The dependencies of a binding to a large document. */
export interface LargeDocumentTools {
  readonly texts: TextStore;
  /** Synchronous storage, for a change that the database may not store before the tab closes. */
  readonly storage: KeyValueStorage;
  readonly now: () => number;
}

/** Returns the localStorage key of a change that was not in the database when its tab closed. */
export function unwrittenKey(key: string): string {
  return localKeys.unwrittenDocument + key;
}

/** Returns the dependencies of this tab's bindings. */
export function pageTools(): LargeDocumentTools {
  return { texts: largeTexts, storage: pageStorage(), now: browserEnvironment.now };
}

/**
 * Binds a store to its document in the database: reads it, writes every change, and reads it again when another tab, an
 * import or a sync has written it. Resolves once it is read. Failures are reported.
 *
 * A text that cannot be read is set aside, not overwritten. A document of a newer version is read and never written.
 */
export async function bindLargeDocument<S>(
  store: BoundStore<S> & Pick<StoreApi<S>, "getInitialState">,
  binding: Binding<S>,
  { texts, storage, now }: LargeDocumentTools,
): Promise<Unbind> {
  const { entry } = binding;
  const stored = createStoredState(store, binding);
  const writes = createWriteReport();
  const unwritten = unwrittenKey(entry.key);
  let isReadOnly = true;
  let isWriting = false;

  async function reload(): Promise<void> {
    // Never write over a text that was not read, or that could be neither read nor set aside.
    isReadOnly = true;
    try {
      const text = (await recover()) ?? (await texts.read([entry.key]))[entry.key] ?? null;
      const read = parseDocument(entry, text);
      if (read.kind === "unreadable") {
        await texts.update([], () => ({ [setAsideKey(entry, now())]: text, [entry.key]: null }), onChange);
        report(new AppError("unreadable-settings"));
      }
      if (read.kind === "newer") report(new AppError("stored-newer"));
      await take(read.kind === "found" || read.kind === "newer" ? read.state : undefined);
      isReadOnly = read.kind === "newer";
    } catch (thrown) {
      // Keep this tab's state if it has one; otherwise start with the defaults.
      if (!stored.isKnown) {
        stored.take(undefined);
        binding.onUnread?.();
      }
      report(toAppError(thrown));
    }
  }

  /**
   * Stores the change that a tab left behind when it closed. Returns its text if it cannot be stored, as on a full disk:
   * then it is used from localStorage, where it stays for the next start.
   */
  async function recover(): Promise<string | null> {
    const text = storage.getItem(unwritten);
    if (text === null) return null;
    try {
      await texts.update([], () => ({ [entry.key]: text }), onChange);
      storage.removeItem(unwritten);
      return null;
    } catch (thrown) {
      report(toAppError(thrown));
      return text;
    }
  }

  /** Loads a stored state. Unwritten changes of this tab are merged into it, and `write` stores them. */
  async function take(state: unknown): Promise<void> {
    const change = (stored.isKnown ? stored : initial).change();
    stored.take(state);
    if (!change) return;
    const { mergeDocument } = await import("@/lib/import/merge-documents");
    binding.load(mergeDocument(entry.key, change.state, recordOf(state)));
  }

  async function write(): Promise<void> {
    if (isWriting || isReadOnly) return;
    isWriting = true;
    try {
      for (let change = stored.change(); change; change = stored.change()) {
        const text = documentText(entry, change.state);
        await texts.update([], () => ({ [entry.key]: text }), onChange);
        change.noteWritten();
        writes.succeeded();
        storage.removeItem(unwritten);
      }
    } catch (thrown) {
      writes.failed(thrown);
    } finally {
      isWriting = false;
    }
  }

  function onChange(key: string): void {
    // A change that this tab is writing is newer than the other one, and replaces it.
    if (key === entry.key && !isWriting) void reload().then(write);
  }

  /** Another tab has closed before its change was in the database. */
  function onStorage({ key, newValue }: StorageEvent): void {
    if (key === unwritten && newValue !== null) void reload().then(write);
  }

  /** Browsers abort the transactions of a closing tab, so an unwritten change is stored in localStorage, too. */
  function onPageHide(): void {
    const change = isReadOnly ? undefined : stored.change();
    if (!change) return;
    try {
      storage.setItem(unwritten, documentText(entry, change.state));
    } catch {
      // It exceeds the free quota; the database has been asked to store it.
    }
  }

  // The state of its creation, not the present one: this code was loaded for the first change, which must not be lost.
  let isAtCreation = true;
  const getState = () => (isAtCreation ? store.getInitialState() : store.getState());
  const initial = createStoredState({ ...store, getState }, { ...binding, load: () => {} });
  initial.take(undefined);
  isAtCreation = false;
  await reload();
  const unsubscribe = store.subscribe(() => {
    // A change that came from another tab is not written back.
    if (!stored.isLoading) void write();
  });
  void write();
  const unlisten = texts.listen(onChange);
  addEventListener("storage", onStorage);
  addEventListener("pagehide", onPageHide);
  return () => {
    unsubscribe();
    unlisten();
    removeEventListener("storage", onStorage);
    removeEventListener("pagehide", onPageHide);
  };
}
