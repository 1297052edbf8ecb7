import type { StoreApi } from "zustand";
import { AppError, toAppError } from "@/lib/errors";
import { recordOf } from "@/lib/json";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { onPageLeave } from "@/lib/platform/page-leave";
import { documentText, type KeyValueStorage, parseDocument, setAsideKey } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";
import { pageStorage } from "@/store/base/page-storage";
import { report } from "@/store/base/ui";
import {
  type Binding,
  type BoundStore,
  createStoredState,
  createWriteReport,
  type StoredState,
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

type LargeStore<S> = BoundStore<S> & Pick<StoreApi<S>, "getInitialState">;

/**
 * Binds a store to its document in the database: reads it, writes every change, and reads it again when another tab, an
 * import or a sync has written it. Resolves once it is read. Failures are reported.
 *
 * A text that cannot be read is set aside, not overwritten. A document of a newer version is read and never written.
 */
export async function bindLargeDocument<S>(
  store: LargeStore<S>,
  binding: Binding<S>,
  tools: LargeDocumentTools,
): Promise<Unbind> {
  const bound = new LargeDocument(store, binding, tools);
  await bound.reload();
  return bound.listen();
}

/** A store and its document in the database. */
class LargeDocument<S> {
  private readonly store: LargeStore<S>;
  private readonly binding: Binding<S>;
  private readonly tools: LargeDocumentTools;
  private readonly stored: StoredState;
  /** The store's state compared with that of its creation. */
  private readonly initial: StoredState;
  private readonly writes = createWriteReport();
  private isReadOnly = true;
  private isWriting = false;

  constructor(store: LargeStore<S>, binding: Binding<S>, tools: LargeDocumentTools) {
    this.store = store;
    this.binding = binding;
    this.tools = tools;
    this.stored = createStoredState(store, binding);
    this.initial = initialState(store, binding);
  }

  private get key(): string {
    return this.binding.entry.key;
  }

  private get unwritten(): string {
    return unwrittenKey(this.key);
  }

  async reload(): Promise<void> {
    // Never write over a text that was not read, or that could be neither read nor set aside.
    this.isReadOnly = true;
    try {
      const text = (await this.recover()) ?? (await this.tools.texts.read([this.key]))[this.key] ?? null;
      const read = parseDocument(this.binding.entry, text);
      if (read.kind === "unreadable") await this.setAside(text);
      if (read.kind === "newer") report(new AppError("stored-newer"));
      await this.take(read.kind === "found" || read.kind === "newer" ? read.state : undefined);
      this.isReadOnly = read.kind === "newer";
    } catch (thrown) {
      // Keep this tab's state if it has one; otherwise start with the defaults.
      if (!this.stored.isKnown) {
        this.stored.take(undefined);
        this.binding.onUnread?.();
      }
      report(toAppError(thrown));
    }
  }

  /**
   * Stores the change that a tab left behind when it closed. Returns its text if it cannot be stored, as on a full disk:
   * then it is used from localStorage, where it stays for the next start.
   */
  private async recover(): Promise<string | null> {
    const { storage } = this.tools;
    const text = storage.getItem(this.unwritten);
    if (text === null) return null;
    try {
      await this.put({ [this.key]: text });
      storage.removeItem(this.unwritten);
      return null;
    } catch (thrown) {
      report(toAppError(thrown));
      return text;
    }
  }

  private async setAside(text: string | null): Promise<void> {
    await this.put({ [setAsideKey(this.binding.entry, this.tools.now())]: text, [this.key]: null });
    report(new AppError("unreadable-settings"));
  }

  /** Loads a stored state. Unwritten changes of this tab are merged into it, and `write` stores them. */
  private async take(state: unknown): Promise<void> {
    const change = (this.stored.isKnown ? this.stored : this.initial).change();
    this.stored.take(state);
    if (!change) return;
    const { mergeDocument } = await import("@/lib/import/merge-documents");
    this.binding.load(mergeDocument(this.key, change.state, recordOf(state)));
  }

  private async write(): Promise<void> {
    if (this.isWriting || this.isReadOnly) return;
    this.isWriting = true;
    try {
      for (let change = this.stored.change(); change; change = this.stored.change()) {
        await this.put({ [this.key]: documentText(this.binding.entry, change.state) });
        change.noteWritten();
        this.writes.succeeded();
        this.tools.storage.removeItem(this.unwritten);
      }
    } catch (thrown) {
      this.writes.failed(thrown);
    } finally {
      this.isWriting = false;
    }
  }

  private put(texts: Readonly<Record<string, string | null>>): Promise<void> {
    return this.tools.texts.update([], () => texts, this.onChange);
  }

  private readonly onChange = (key: string): void => {
    // A change that this tab is writing is newer than the other one, and replaces it.
    if (key === this.key && !this.isWriting) this.reloadAndWrite();
  };

  private reloadAndWrite(): void {
    void this.reload().then(() => this.write());
  }

  /** Writes and reloads from now on. */
  listen(): Unbind {
    const { store, tools, unwritten } = this;
    const unsubscribe = store.subscribe(() => {
      // A change that came from another tab is not written back.
      if (!this.stored.isLoading) void this.write();
    });
    void this.write();
    const unlisten = tools.texts.listen(this.onChange);
    const stopStoring = onPageLeave("store", () => this.writeBeforeClosing());
    const onStorage = ({ key, newValue }: StorageEvent) => {
      // Another tab has closed before its change was in the database.
      if (key === unwritten && newValue !== null) this.reloadAndWrite();
    };
    addEventListener("storage", onStorage);
    return () => {
      unsubscribe();
      unlisten();
      removeEventListener("storage", onStorage);
      stopStoring();
    };
  }

  /** Browsers abort the transactions of a closing tab, so an unwritten change is stored in localStorage, too. */
  private writeBeforeClosing(): void {
    const change = this.isReadOnly ? undefined : this.stored.change();
    if (!change) return;
    try {
      this.tools.storage.setItem(this.unwritten, documentText(this.binding.entry, change.state));
    } catch {
      // It exceeds the free quota; the database has been asked to store it.
    }
  }
}

/** Returns the state of the store's creation: this code is loaded for the first change, which must not be lost. */
function initialState<S>(store: LargeStore<S>, binding: Binding<S>): StoredState {
  let isAtCreation = true;
  const getState = () => (isAtCreation ? store.getInitialState() : store.getState());
  const initial = createStoredState({ ...store, getState }, { ...binding, load: () => {} });
  initial.take(undefined);
  isAtCreation = false;
  return initial;
}
