/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { create } from "zustand";
import type { DocumentEntry } from "@/lib/storage/catalogue";
import { useUi } from "@/store/base/ui";
import { bindLargeDocument, unwrittenKey } from "@/store/records/bind-large-document";
import type { Unbind } from "@/store/records/persisted";
import { memoryStorage } from "../../support/memory-storage";
import { memoryTexts } from "../../support/memory-texts";

// A key whose things are merged by id (lib/import/merge-documents.ts).
const entry: DocumentEntry = {
  shape: "document",
  place: "database",

  key: "mcp-store",
  version: 2,
  migrations: [],
};

interface Servers {
  readonly servers: Readonly<Record<string, string>>;
}

const textOf = (servers: Readonly<Record<string, string>>, version = 2) =>
  JSON.stringify({ state: { servers }, version });

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

const bindings: Unbind[] = [];
beforeEach(() => useUi.setState(useUi.getInitialState(), true));
afterEach(() => {
  for (const unbind of bindings.splice(0)) unbind();
});

async function setUp(stored: Record<string, string> = {}, kept: Record<string, string> = {}, state = "open") {
  const texts = memoryTexts(stored);
  Object.assign(texts, { state });
  const storage = memoryStorage(kept);
  const store = create<Servers>()(() => ({ servers: {} }));
  let hasBeenRead = true;
  const load = (read: unknown) => store.setState({ servers: (read as Servers | undefined)?.servers ?? {} });
  const opening = bindLargeDocument(
    store,
    { entry, load, save: ({ servers }: Servers) => ({ servers }), onUnread: () => (hasBeenRead = false) },
    { texts, storage, now: () => 99 },
  );
  const opened = opening.then((unbind) => bindings.push(unbind));
  return {
    texts,
    storage,
    opened,
    store,
    hasBeenRead: () => hasBeenRead,
    text: () => texts.values.get(entry.key),
    shown: () => store.getState().servers,
    problem: () => useUi.getState().storageProblem?.code,
  };
}

test("a change before the store was bound is merged into the stored document and written", async () => {
  const texts = memoryTexts({ [entry.key]: textOf({ a: "one" }) });
  const store = create<Servers>()(() => ({ servers: {} }));
  store.setState({ servers: { b: "two" } });
  const load = (read: unknown) => store.setState({ servers: (read as Servers | undefined)?.servers ?? {} });
  const tools = { texts, storage: memoryStorage(), now: () => 99 };
  bindings.push(await bindLargeDocument(store, { entry, load, save: ({ servers }: Servers) => ({ servers }) }, tools));
  await settled();
  expect(store.getState().servers).toEqual({ a: "one", b: "two" });
  expect(JSON.parse(texts.values.get(entry.key) ?? "")).toEqual({
    state: { servers: { a: "one", b: "two" } },
    version: 2,
  });
});

test("loads a stored document without writing it back, and writes each later change", async () => {
  const { store, texts, opened, shown, text } = await setUp({ "mcp-store": textOf({ a: "one" }) });
  await opened;
  expect([shown(), texts.writes]).toEqual([{ a: "one" }, []]);
  store.setState({ servers: { a: "two" } });
  store.setState({ servers: { a: "three" } });
  await settled();
  expect(text()).toBe(textOf({ a: "three" }));
});

test("merges items added before the first read with the stored ones", async () => {
  const { store, opened, shown, text } = await setUp({ "mcp-store": textOf({ a: "one" }) });
  store.setState({ servers: { b: "early" } });
  await opened;
  await settled();
  expect(shown()).toEqual({ a: "one", b: "early" });
  expect(text()).toBe(textOf({ a: "one", b: "early" }));
});

test("sets an unreadable text aside, and starts with an empty store", async () => {
  const { store, opened, texts, text } = await setUp({ "mcp-store": "{broken" });
  await opened;
  expect([...texts.values]).toEqual([["mcp-store.unreadable-99", "{broken"]]);
  store.setState({ servers: { a: "one" } });
  await settled();
  expect(text()).toBe(textOf({ a: "one" }));
  expect(useUi.getState().toasts.map(({ content }) => content)).toMatchObject([
    { kind: "error", error: { code: "unreadable-settings" } },
  ]);
});

test("loads and reports a document of a newer version, and never writes it", async () => {
  const { store, opened, texts, shown, problem } = await setUp({ "mcp-store": textOf({ a: "one" }, 3) });
  await opened;
  expect([shown(), problem()]).toEqual([{ a: "one" }, "stored-newer"]);
  store.setState({ servers: {} });
  await settled();
  expect(texts.writes).toEqual([]);
});

test("loads another tab's write and merges a pending change into it", async () => {
  const { store, opened, texts, shown, text } = await setUp({ "mcp-store": textOf({ a: "one" }) });
  await opened;
  await texts.update([], () => ({ "mcp-store": textOf({ a: "one", b: "other tab" }) }));
  await settled();
  expect(shown()).toEqual({ a: "one", b: "other tab" });
  texts.state = "full";
  store.setState({ servers: { ...shown(), c: "here" } });
  await settled();
  texts.state = "open";
  await texts.update([], () => ({ "mcp-store": textOf({ a: "one", b: "other tab", d: "later" }) }));
  await settled();
  const all = { a: "one", b: "other tab", c: "here", d: "later" };
  expect(shown()).toEqual(all);
  expect(JSON.parse(text() ?? "").state.servers).toEqual(all);
});

test("reports a full database, and the next change that fits clears the report", async () => {
  const { store, opened, texts, text, problem } = await setUp({ "mcp-store": textOf({ a: "one" }) });
  await opened;
  texts.state = "full";
  store.setState({ servers: { a: "two" } });
  await settled();
  expect(text()).toBe(textOf({ a: "one" }));
  expect(problem()).toBe("storage-full");
  texts.state = "open";
  store.setState({ servers: { a: "three" } });
  await settled();
  expect([text(), problem()]).toEqual([textOf({ a: "three" }), undefined]);
});

test("stores a pending change in localStorage when the tab closes, and in the database at the next start", async () => {
  const { store, opened, texts, storage } = await setUp({ "mcp-store": textOf({ a: "one" }) });
  await opened;
  texts.state = "full";
  store.setState({ servers: { a: "two" } });
  dispatchEvent(new Event("pagehide"));
  expect([...storage.values]).toEqual([[unwrittenKey("mcp-store"), textOf({ a: "two" })]]);
  const next = await setUp({ "mcp-store": textOf({ a: "one" }) }, Object.fromEntries(storage.values));
  await next.opened;
  expect([next.shown(), next.text(), [...next.storage.values]]).toEqual([{ a: "two" }, textOf({ a: "two" }), []]);
});

test("uses a pending change from localStorage if the database is still full at the next start", async () => {
  const kept = { [unwrittenKey("mcp-store")]: textOf({ a: "two" }) };
  const { texts, storage, opened, shown, problem, hasBeenRead, store, text } = await setUp(
    { "mcp-store": textOf({ a: "one" }) },
    kept,
    "full",
  );
  await opened;
  expect([shown(), Object.fromEntries(storage.values), hasBeenRead()]).toEqual([{ a: "two" }, kept, true]);
  expect(useUi.getState().storageProblem?.code ?? problem()).toBe("storage-full");
  texts.state = "open";
  store.setState({ servers: { a: "three" } });
  await settled();
  expect([text(), storage.values.size]).toEqual([textOf({ a: "three" }), 0]);
});

test("notes that a document was not read, if it can be neither read nor set aside", async () => {
  const { opened, hasBeenRead, texts } = await setUp({ "mcp-store": "{broken" }, {}, "full");
  await opened;
  expect([hasBeenRead(), [...texts.values]]).toEqual([false, [["mcp-store", "{broken"]]]);
});

test("leaves nothing in localStorage if a change is written in time", async () => {
  const { store, opened, storage, text } = await setUp({ "mcp-store": textOf({ a: "one" }) });
  await opened;
  store.setState({ servers: { a: "two" } });
  dispatchEvent(new Event("pagehide"));
  expect(storage.values.size).toBe(1);
  await settled();
  expect([text(), storage.values.size]).toEqual([textOf({ a: "two" }), 0]);
});
