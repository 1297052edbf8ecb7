import { create } from "zustand";
import {
  type Fact,
  type FactList,
  factLimits,
  factText,
  readFactList,
  storedFactList,
  withFacts,
  withoutFacts,
} from "@/lib/chat/facts";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { catalogue } from "@/lib/storage/catalogue";
import { documentStore } from "@/store/records/document-store";

interface FactsStore extends FactList {
  hydrate(stored: unknown): void;
  /** Adds a fact on top; a text that is already in the list is not added again. Returns false if the list is full. */
  add(text: string): boolean;
  /** Changes the text of a fact. An empty text is ignored. */
  change(id: string, text: string): void;
  /** Deletes facts. Returns the function that restores them. */
  remove(ids: readonly string[]): () => void;
}

/** Creates the store of remembered facts. */
export function createFacts({ env }: { readonly env: Pick<Environment, "now" | "newId"> }) {
  return create<FactsStore>()((set, get) => {
    const put = (facts: readonly Fact[]) => set(withFacts(get(), facts, env.now()));
    return {
      ...readFactList(undefined),
      hydrate(stored) {
        set(readFactList(stored));
      },
      add(given) {
        const text = factText(given);
        const { facts } = get();
        if (text === "" || facts.some((fact) => fact.text === text)) return true;
        if (facts.length >= factLimits.count) return false;
        put([{ id: env.newId(), text, createdAt: env.now() }]);
        return true;
      },
      change(id, given) {
        const text = factText(given);
        const fact = get().facts.find((each) => each.id === id);
        if (fact && text !== "" && text !== fact.text) put([{ ...fact, text }]);
      },
      remove(ids) {
        const wanted = new Set(ids);
        const removed = get().facts.filter(({ id }) => wanted.has(id));
        if (removed.length === 0) return () => {};
        set(withoutFacts(get(), new Set(removed.map(({ id }) => id)), env.now()));
        return () => put(removed);
      },
    };
  });
}

export const useFacts = documentStore(createFacts({ env: browserEnvironment }), catalogue.facts, storedFactList);
