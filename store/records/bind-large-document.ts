import { AppError, toAppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { recordOf } from "@/lib/providers/json";
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
  /** Storage that is written at once: it takes a change that the database may not store before the tab closes. */
  readonly storage: KeyValueStorage;
  readonly now: () => number;
}

/** Returns the localStorage key of a change that was not in the database when its tab closed. */
export function unwrittenKey(key: string): string {
  return localKeys.unwrittenDocument + key;
}

/** Returns what bindings of this tab need. */
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
  store: BoundStore<S>,
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
    // Nothing is written over what has not been read, or could be neither read nor set aside.
    isReadOnly = true;
    try {
      await recover();
      const text = (await texts.read([entry.key]))[entry.key] ?? null;
      const read = parseDocument(entry, text);
      if (read.kind === "unreadable") {
        await texts.update([], () => ({ [setAsideKey(entry, now())]: text, [entry.key]: null }), onChange);
        report(new AppError("unreadable-settings"));
      }
      if (read.kind === "newer") report(new AppError("stored-newer"));
      await take(read.kind === "found" || read.kind === "newer" ? read.state : undefined);
      isReadOnly = read.kind === "newer";
    } catch (thrown) {
      // What this tab already knows stays; only a tab that knows nothing yet starts with the defaults.
      if (!stored.isKnown) stored.take(undefined);
      report(toAppError(thrown));
    }
  }

  /** Stores the change that a tab left behind when it closed. */
  async function recover(): Promise<void> {
    const text = storage.getItem(unwritten);
    if (text === null) return;
    await texts.update([], () => ({ [entry.key]: text }), onChange);
    storage.removeItem(unwritten);
  }

  /** Loads a stored state. What was changed here and is not stored yet is merged into it, and written by `write`. */
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
    // A change of this tab that is being written comes later than the other one, and replaces it.
    if (key === entry.key && !isWriting) void reload().then(write);
  }

  /** Another tab has closed with a change on its way. */
  function onStorage({ key, newValue }: StorageEvent): void {
    if (key === unwritten && newValue !== null) void reload().then(write);
  }

  /** Browsers end the transactions of a tab that closes, so a change on its way goes to localStorage, too. */
  function onPageHide(): void {
    const change = isReadOnly ? undefined : stored.change();
    if (!change) return;
    try {
      storage.setItem(unwritten, documentText(entry, change.state));
    } catch {
      // It is larger than the room that is left; the database has been asked to store it.
    }
  }

  const initial = createStoredState(store, { ...binding, load: () => {} });
  initial.take(undefined);
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
