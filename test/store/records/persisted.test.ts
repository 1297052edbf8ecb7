/** @jest-environment jsdom */
import { create } from "zustand";
import type { DocumentEntry } from "@/lib/storage/catalogue";
import { useUi } from "@/store/base/ui";
import { bindDocument, type Unbind } from "@/store/records/persisted";
import { memoryStorage } from "../../support/memory-storage";

interface Counter {
  readonly count: number;
  readonly shown: boolean;
}

const entry: DocumentEntry = {
  shape: "document",
  place: "localStorage",

  key: "counter",
  version: 2,
  migrations: [{ to: 2, name: "count in tens", migrate: (stored) => ({ count: readCount(stored) * 10 }) }],
};

function readCount(stored: unknown): number {
  return typeof stored === "object" && stored !== null && "count" in stored ? Number(stored.count) : 0;
}

const bindings: Unbind[] = [];
beforeEach(() => useUi.setState(useUi.getInitialState(), true));
afterEach(() => {
  for (const unbind of bindings.splice(0)) unbind();
});

/** Binds a store that keeps its count and not what it shows. */
function setUp(stored?: unknown, state: "open" | "full" | "forbidden" = "open") {
  const text = typeof stored === "string" ? stored : JSON.stringify(stored);
  const storage = memoryStorage(text === undefined ? {} : { counter: text });
  storage.state = state;
  const store = create<Counter>()(() => ({ count: -1, shown: false }));
  const loads: unknown[] = [];
  const unbind = bindDocument(
    store,
    {
      entry,
      load: (read) => {
        loads.push(read);
        store.setState({ count: readCount(read) });
      },
      save: ({ count }: Counter) => ({ count }),
    },
    storage,
    () => 99,
  );
  bindings.push(unbind);
  return {
    storage,
    store,
    loads,
    unbind,
    text: () => storage.values.get("counter"),
    problem: () => useUi.getState().storageProblem?.code,
    /** Another tab writes the document. */
    fromOtherTab(written: unknown) {
      const value = typeof written === "string" ? written : JSON.stringify(written);
      storage.values.set("counter", value);
      dispatchEvent(new StorageEvent("storage", { key: "counter", newValue: value }));
    },
  };
}

test.each([
  ["nothing", undefined, 0],
  ["a document", { state: { count: 3 }, version: 2 }, 3],
  ["an older document", { state: { count: 3 }, version: 1 }, 30],
])("loads a stored %s without writing it back", (_name, stored, count) => {
  const { store, storage, problem } = setUp(stored);
  expect(store.getState().count).toBe(count);
  expect(storage.writes).toEqual([]);
  expect(problem()).toBeUndefined();
});

test("writes every change of a stored field with the version, and no other changes", () => {
  const { store, storage, text } = setUp({ state: { count: 3 }, version: 1 });
  store.setState({ shown: true });
  store.setState({ count: 30 });
  expect(storage.writes).toEqual([]);
  store.setState({ count: 31 });
  expect(text()).toBe('{"state":{"count":31},"version":2,"writer":"parley"}');
  store.setState({ count: 31 });
  expect(storage.writes).toHaveLength(1);
});

describe("an unreadable text", () => {
  test.each(["{broken", "[]", ""])(
    "as %j is set aside once, and the store starts with defaults and is stored again",
    (broken) => {
      const { store, storage, loads, text } = setUp(broken);
      expect(loads).toEqual([undefined]);
      expect([...storage.values]).toEqual([["counter.unreadable-99", broken]]);
      store.setState({ count: 5 });
      expect(text()).toBe('{"state":{"count":5},"version":2,"writer":"parley"}');
      expect(storage.values.get("counter.unreadable-99")).toBe(broken);
    },
  );

  test("is not overwritten if it cannot be set aside", () => {
    const { store, storage, problem, text } = setUp("{broken", "full");
    expect(problem()).toBe("storage-full");
    storage.state = "open";
    store.setState({ count: 5 });
    expect(text()).toBe("{broken");
  });
});

describe("a document of a newer version", () => {
  const newer = { state: { count: 7 }, version: 3 };

  test("is loaded, never overwritten, and reported", () => {
    const { store, storage, problem } = setUp(newer);
    expect(store.getState().count).toBe(7);
    store.setState({ count: 8 });
    expect(storage.writes).toEqual([]);
    expect(problem()).toBe("stored-newer");
  });

  test("that another tab wrote stops writing in this tab and is reported", () => {
    const { store, storage, fromOtherTab, problem } = setUp({ state: { count: 3 }, version: 2 });
    fromOtherTab(newer);
    expect(store.getState().count).toBe(7);
    store.setState({ count: 8 });
    expect(storage.writes).toEqual([]);
    expect(problem()).toBe("stored-newer");
  });
});

describe("a change from another tab", () => {
  test("is loaded without being written back, and later changes are written", () => {
    const { store, storage, fromOtherTab, text } = setUp({ state: { count: 3 }, version: 2 });
    fromOtherTab({ state: { count: 4 }, version: 2 });
    expect(store.getState().count).toBe(4);
    expect(storage.writes).toEqual([]);
    store.setState({ count: 3 });
    expect(text()).toBe('{"state":{"count":3},"version":2,"writer":"parley"}');
  });

  test("that cannot be read is set aside, and this tab continues", () => {
    const { store, storage, fromOtherTab, text } = setUp({ state: { count: 3 }, version: 2 });
    fromOtherTab("{broken");
    expect([...storage.values]).toEqual([["counter.unreadable-99", "{broken"]]);
    store.setState({ count: 5 });
    expect(text()).toBe('{"state":{"count":5},"version":2,"writer":"parley"}');
  });

  test("that cannot be set aside throws nothing", () => {
    const { storage, fromOtherTab, problem, text } = setUp({ state: { count: 3 }, version: 2 });
    storage.state = "full";
    fromOtherTab("{broken");
    expect(problem()).toBe("storage-full");
    expect(text()).toBe("{broken");
  });

  test("of another document, or a removal of this one, is ignored", () => {
    const { store, storage } = setUp({ state: { count: 3 }, version: 2 });
    storage.values.set("counter", '{"state":{"count":9},"version":2}');
    dispatchEvent(new StorageEvent("storage", { key: "other", newValue: "{}" }));
    dispatchEvent(new StorageEvent("storage", { key: "counter", newValue: null }));
    dispatchEvent(new StorageEvent("storage", { key: null, newValue: null }));
    expect(store.getState().count).toBe(3);
  });
});

describe("a full storage", () => {
  test("is reported and keeps the stored text; the next change that fits is written and clears the report", () => {
    const { store, storage, problem, text } = setUp({ state: { count: 3 }, version: 2 });
    storage.state = "full";
    store.setState({ count: 4 });
    store.setState({ count: 5 });
    expect(problem()).toBe("storage-full");
    expect(text()).toBe('{"state":{"count":3},"version":2}');
    storage.state = "open";
    store.setState({ shown: true });
    expect(text()).toBe('{"state":{"count":5},"version":2,"writer":"parley"}');
    expect(problem()).toBeUndefined();
  });
});

test("reports a blocked storage, and the store works without it", () => {
  const { store, problem } = setUp(undefined, "forbidden");
  expect(problem()).toBe("storage-unavailable");
  store.setState({ count: 1 });
  expect(store.getState().count).toBe(1);
});

test("after unbinding, follows neither changes nor other tabs", () => {
  const { store, storage, unbind, fromOtherTab } = setUp({ state: { count: 3 }, version: 2 });
  unbind();
  store.setState({ count: 4 });
  fromOtherTab({ state: { count: 9 }, version: 2 });
  expect(store.getState().count).toBe(4);
  expect(storage.writes).toEqual([]);
});

test("does not write back a field that the store no longer has, but writes back unknown fields", () => {
  const state = { count: 1, "key-of-boat": "secret", strange: 7 };
  const storage = memoryStorage({ counter: JSON.stringify({ state, version: 2 }) });
  const store = create<Record<string, unknown>>()(() => ({}));
  const load = (stored: unknown) => {
    const { strange, ...known } = stored as typeof state;
    store.setState(known, true);
  };
  bindings.push(bindDocument(store, { entry, load, save: (present) => present }, storage, () => 0));
  store.setState({ count: 2 }, true);
  expect(JSON.parse(storage.getItem("counter") ?? "")).toEqual({
    state: { count: 2, strange: 7 },
    version: 2,
    writer: "parley",
  });
});
