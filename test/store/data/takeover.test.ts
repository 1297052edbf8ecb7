/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import "fake-indexeddb/auto";
import { deserialize, serialize } from "node:v8";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { siteHost } from "@/lib/settings/access-settings";
import { type Database, openDatabase } from "@/lib/storage/database";
import { localDocumentText } from "@/lib/storage/documents";
import { isTakeoverDue } from "@/lib/storage/nextchat-trace";
import { isNews, lookAgain, takeOverNextChat } from "@/store/data/takeover";
import { runTakeover, type TakeoverOrder } from "@/store/data/takeover-run";
import { hasUnreadableStore, readTakeover } from "@/store/data/takeover-summary";
import { tabContext } from "@/store/records/records";

Object.assign(globalThis, { structuredClone: (value: unknown) => deserialize(serialize(value)) });

/** Runs the worker's task in this thread. */
class FakeWorker {
  onmessage: ((event: { data: object }) => void) | undefined;
  postMessage(order: TakeoverOrder) {
    void openDatabase(() => {}).then(async (opened) => {
      const answer = await runTakeover(opened, order, tabContext.env);
      opened.close();
      this.onmessage?.({ data: { type: "done", answer } });
    });
  }
  terminate() {}
}

let database: Database;

beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory(), Worker: FakeWorker });
  localStorage.clear();
  database = await openDatabase(() => {});
});
afterEach(() => {
  tabContext.records.close();
  database.close();
  jest.restoreAllMocks();
});

type Stores = Readonly<Record<string, unknown>>;

async function leave(stores: Stores): Promise<void> {
  const left = await openDB("keyval-store", 1, { upgrade: (opened) => void opened.createObjectStore("keyval") });
  for (const [key, value] of Object.entries(stores)) await left.put("keyval", JSON.stringify(value), key);
  left.close();
}

const message = (id: string) => ({ id, role: "user", date: "11/14/2023, 10:13:20 PM", content: "Why?" });
const chat = (id: string, ...messages: string[]) => ({
  id,
  topic: messages.length > 0 ? "Tides" : "New Conversation",
  lastUpdate: 1_700_000_000_000,
  messages: messages.map(message),
  mask: {},
});
const chats = (...sessions: object[]) => ({ version: 3.3, state: { _hasHydrated: true, sessions } });
const access = (fields: object) => ({ version: 2, state: { _hasHydrated: true, ...fields } });
const stored = () => JSON.parse(localStorage.getItem("access-control") ?? "{}").state;

/** Starts the app as far as the takeover goes. */
async function start() {
  tabContext.records.close();
  const news = isTakeoverDue(localStorage) ? await takeOverNextChat(localStorage) : undefined;
  tabContext.records.open({ database, otherTabs: undefined });
  return news;
}

/** Lets localStorage reject the keys. */
function fill(...keys: string[]) {
  const { setItem } = Storage.prototype;
  return jest.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, key, text) {
    if (keys.includes(key)) throw new DOMException("", "QuotaExceededError");
    setItem.call(this, key, text);
  });
}

test("several tabs at the first start count everything once, and one of them announces it", async () => {
  await leave({ "chat-next-web-store": chats(chat("a", "m1"), chat("b", "m2")) });
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, work: () => Promise<unknown>) => (last = last.then(work));
  Object.assign(navigator, { locks: { request } });
  const news = await Promise.all([takeOverNextChat(localStorage), takeOverNextChat(localStorage)]);
  Object.assign(navigator, { locks: undefined });
  tabContext.records.open({ database, otherTabs: undefined });
  expect(await readTakeover()).toMatchObject({ chats: 2, messages: 2 });
  expect(news.map((each) => each?.added.chats)).toEqual([2, undefined]);
});

test("browsers without locks count the same", async () => {
  await leave({ "chat-next-web-store": chats(chat("a", "m1"), chat("b", "m2")) });
  await Promise.all([takeOverNextChat(localStorage), takeOverNextChat(localStorage)]);
  tabContext.records.open({ database, otherTabs: undefined });
  expect(await readTakeover()).toMatchObject({ chats: 2, messages: 2 });
});

test("does not report NextChat's empty chat as unknown", async () => {
  await leave({ "chat-next-web-store": chats(chat("empty"), chat("a", "m1")) });
  expect(await start()).toMatchObject({ added: { chats: 1 }, isIncomplete: false });
  expect(await readTakeover()).toMatchObject({ chats: 1, notUnderstood: [] });
});

test("reports a store whose state is a list, and announces the takeover as incomplete", async () => {
  await leave({ "chat-next-web-store": { version: 3.3, state: [] }, "mask-store": { state: { masks: {} } } });
  expect(await start()).toMatchObject({ added: { chats: 0 }, isIncomplete: true });
  const summary = await readTakeover();
  expect(summary?.notUnderstood).toEqual([{ where: "chat-next-web-store", reason: "wrong-shape" }]);
  expect(summary && hasUnreadableStore(summary)).toBe(true);
  expect(await lookAgain()).toMatchObject({ isIncomplete: true });
});

describe("a localStorage that is full of other data", () => {
  const stores = {
    "chat-next-web-store": chats(chat("a", "m1")),
    "app-config": { version: 4.1, state: { _hasHydrated: true, fontSize: 18 } },
    "access-control": access({ openaiApiKey: "sk-1" }),
  };

  test("leaves a summary with the missing documents, and the next start completes it", async () => {
    await leave(stores);
    fill("app-config", "access-control", "nextchat-takeover");
    expect(await start()).toMatchObject({ added: { chats: 1, keys: 0 }, isIncomplete: true });
    expect(await readTakeover()).toMatchObject({ chats: 1, keys: 0, failed: ["app-config", "access-control"] });
    expect(isTakeoverDue(localStorage)).toBe(true);

    jest.restoreAllMocks();
    expect(await start()).toMatchObject({ added: { chats: 0, keys: 1 }, hasSettings: true, isIncomplete: false });
    expect(await readTakeover()).toMatchObject({ chats: 1, messages: 1, keys: 1, failed: [], usesOwnKeys: true });
    expect(isTakeoverDue(localStorage)).toBe(false);

    await leave({ "chat-next-web-store": chats(chat("a", "m1"), chat("b", "m2")) });
    expect(await lookAgain()).toMatchObject({ added: { chats: 1, messages: 1 } });
    expect(await readTakeover()).toMatchObject({ chats: 2, messages: 2, keys: 1 });
  });

  test("is completed after a later run that adds something", async () => {
    await leave(stores);
    fill("app-config");
    await start();
    jest.restoreAllMocks();
    await leave({ "chat-next-web-store": chats(chat("a", "m1"), chat("b", "m2")) });
    expect(await lookAgain()).toMatchObject({ added: { chats: 1 } });
    expect(isTakeoverDue(localStorage)).toBe(true);
    expect(await start()).toMatchObject({ hasSettings: true });
    expect(await readTakeover()).toMatchObject({ chats: 2, failed: [] });
  });

  test("adds keys to those that were entered here meanwhile", async () => {
    await leave(stores);
    fill("access-control");
    await start();
    jest.restoreAllMocks();
    const ours = { googleApiKey: "g-1", useCustomConfig: false };
    localStorage.setItem("access-control", localDocumentText({ version: 2 }, ours));
    expect(await start()).toMatchObject({ added: { keys: 1 } });
    expect(stored()).toMatchObject({
      googleApiKey: "g-1",
      openaiApiKey: "sk-1",
      hosts: { openaiApiKey: siteHost },
      useCustomConfig: true,
    });
  });
});

describe("a later run", () => {
  test("announces a new key and keeps the user's setting for own keys", async () => {
    await leave({ "access-control": access({ openaiApiKey: "sk-1" }) });
    expect(await start()).toMatchObject({ added: { keys: 1 } });
    expect(stored().useCustomConfig).toBe(true);
    localStorage.setItem("access-control", localDocumentText({ version: 2 }, { ...stored(), useCustomConfig: false }));

    await leave({ "access-control": access({ openaiApiKey: "sk-1", googleApiKey: "g-1" }) });
    expect(await lookAgain()).toMatchObject({ added: { keys: 1 } });
    expect(stored()).toMatchObject({ googleApiKey: "g-1", useCustomConfig: false });
    expect(await readTakeover()).toMatchObject({ keys: 2 });
  });

  test("names masks and prompts, and counts messages of chats that grew", async () => {
    await leave({ "chat-next-web-store": chats(chat("a", "m1")) });
    await start();
    const masks = { m: { id: "m", name: "Tides" } };
    await leave({
      "chat-next-web-store": chats(chat("a", "m1", "m2")),
      "mask-store": { version: 3.1, state: { masks } },
    });
    const news = await lookAgain();
    expect(news.added).toMatchObject({ chats: 0, messages: 1, masks: 1 });
    expect(isNews(news)).toBe(true);
    expect(isNews(await lookAgain())).toBe(false);
    expect(await readTakeover()).toMatchObject({ chats: 1, messages: 2, masks: 1 });
  });

  test("lists unknown parts once, however often it runs", async () => {
    const broken = { id: "x", topic: "x", messages: [7], mask: {} };
    await leave({ "chat-next-web-store": chats(chat("a", "m1"), broken) });
    await start();
    await leave({ "chat-next-web-store": chats(chat("b", "m2"), chat("a", "m1"), broken) });
    await lookAgain();
    expect((await readTakeover())?.notUnderstood).toEqual([
      { where: "chat-next-web-store.sessions[2].messages[0]", reason: "wrong-shape" },
    ]);
  });

  test("reads the summary that an earlier version stored in localStorage", async () => {
    const summary = { at: 7, chats: 3, messages: 4, documents: [], failed: [], notUnderstood: [] };
    localStorage.setItem("nextchat-takeover", JSON.stringify(summary));
    await leave({ "chat-next-web-store": chats(chat("a", "m1")) });
    await start();
    expect(await readTakeover()).toMatchObject({ chats: 3, masks: 0 });
  });
});
