import { type StoreApi, type UseBoundStore, useStore } from "zustand";
import { toAppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { DocumentEntry } from "@/lib/storage/catalogue";
import { pageStorage } from "@/store/base/page-storage";
import { report } from "@/store/base/ui";
import { type Binding, bindDocument } from "@/store/records/persisted";

/** A store that can take its stored state; `undefined` if nothing is stored. */
interface Hydrated {
  hydrate(stored: unknown): void;
  /** Called if the stored state of a document in the database could not be read. */
  noteUnread?(): void;
}

/** A store that is bound to its document. */
export type DocumentStore<S> = UseBoundStore<StoreApi<S>> & {
  /** Resolves once the stored state is in the store. */
  whenRead(): Promise<void>;
};

/**
 * Binds a store to its document in the catalogue. The document is read when the store is first used, and every later
 * change is written. Documents in localStorage are read at once, those in the database a little later (`whenRead`).
 */
export function documentStore<S extends Hydrated>(
  store: UseBoundStore<StoreApi<S>>,
  entry: DocumentEntry,
  save: (state: S) => object,
  bind: typeof bindStore = bindStore,
): DocumentStore<S> {
  let reading: Promise<void> | undefined;
  function whenRead(): Promise<void> {
    if (!reading) {
      reading = bind(store, {
        entry,
        save,
        load: (state) => store.getState().hydrate(state),
        onUnread: () => store.getState().noteUnread?.(),
      });
      reading.catch((thrown: unknown) => report(toAppError(thrown)));
    }
    return reading;
  }
  const api: StoreApi<S> = {
    getInitialState: store.getInitialState,
    getState() {
      void whenRead();
      return store.getState();
    },
    setState: ((...change: Parameters<typeof store.setState>) => {
      void whenRead();
      store.setState(...change);
    }) as StoreApi<S>["setState"],
    subscribe(listener) {
      void whenRead();
      return store.subscribe(listener);
    },
  };
  // biome-ignore lint/correctness/noComponentHookFactories: a module creates its store once, as zustand's `create` does
  const useBound = <U>(selector: (state: S) => U) => useStore(api, selector);
  return Object.assign(useBound as UseBoundStore<StoreApi<S>>, api, { whenRead });
}

/** Binds a store where its document is stored. The code for the database is loaded with the first such document. */
async function bindStore<S>(store: StoreApi<S>, binding: Binding<S>): Promise<void> {
  if (binding.entry.place === "localStorage") {
    bindDocument(store, binding, pageStorage(), browserEnvironment.now);
    return;
  }
  const { bindLargeDocument, pageTools } = await import("@/store/records/bind-large-document");
  await bindLargeDocument(store, binding, pageTools());
}
