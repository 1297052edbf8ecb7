/** @jest-environment jsdom */
import { create } from "zustand";
import { catalogue } from "@/lib/storage/catalogue";
import { documentStore } from "@/store/records/document-store";

interface Rules {
  readonly rules: readonly string[];
  hydrate(stored: unknown): void;
  add(rule: string): void;
}

const entry = catalogue.toolRules;

function rulesStore() {
  const store = create<Rules>()((set) => ({
    rules: ["default"],
    hydrate: (stored) => set({ rules: (stored as Rules | undefined)?.rules ?? [] }),
    add: (rule) => set(({ rules }) => ({ rules: [...rules, rule] })),
  }));
  return { store, useRules: documentStore(store, entry, ({ rules }) => ({ rules })) };
}

const stored = () => JSON.parse(localStorage.getItem(entry.key) ?? "null");
const store = (rules: readonly string[]) =>
  localStorage.setItem(entry.key, JSON.stringify({ state: { rules }, version: entry.version }));

beforeEach(() => localStorage.clear());

test("reads nothing before the store is used", () => {
  store(["a"]);
  expect(rulesStore().store.getState().rules).toEqual(["default"]);
});

test.each<[string, (use: ReturnType<typeof rulesStore>["useRules"]) => void]>([
  ["getState", ({ getState }) => void getState()],
  ["subscribe", ({ subscribe }) => void subscribe(() => {})],
  ["whenRead", ({ whenRead }) => void whenRead()],
])("the first %s reads the document", (_name, use) => {
  store(["a"]);
  const rules = rulesStore();
  use(rules.useRules);
  expect(rules.store.getState().rules).toEqual(["a"]);
});

test("writes a change, even if it is the first use of the store", () => {
  store(["a"]);
  rulesStore().useRules.setState(({ rules }) => ({ rules: [...rules, "b"] }));
  expect(stored()).toEqual({ state: { rules: ["a", "b"] }, version: entry.version, writer: "parley" });
});

test("writes an action of the store", () => {
  rulesStore().useRules.getState().add("c");
  expect(stored()).toEqual({ state: { rules: ["c"] }, version: entry.version, writer: "parley" });
});

test("reads a document once", () => {
  store(["a"]);
  const { useRules } = rulesStore();
  useRules.getState();
  store(["elsewhere"]);
  expect(useRules.getState().rules).toEqual(["a"]);
});

test("`whenRead` resolves once the document is in the store, and rejects if it cannot be read", async () => {
  const { store: inner } = rulesStore();
  const slow = documentStore(
    inner,
    entry,
    ({ rules }) => ({ rules }),
    async (bound, { load }) => {
      await Promise.resolve();
      load({ rules: ["late"] });
      expect(bound).toBe(inner);
    },
  );
  await slow.whenRead();
  expect(slow.getState().rules).toEqual(["late"]);
  const broken = documentStore(
    inner,
    entry,
    ({ rules }) => ({ rules }),
    () => Promise.reject(new Error("no code")),
  );
  await expect(broken.whenRead()).rejects.toThrow("no code");
});
