import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { type Database, openDatabase } from "@/lib/storage/database";
import { parseWaiting, waitingMessagesKey } from "@/lib/storage/waiting-messages";
import { createChats } from "@/store/chats/chats";
import { omittedParts, takeOmittedParts, unqueueMessage, useOmittedParts } from "@/store/turns/omitted-parts";
import { createTurns } from "@/store/turns/turns";
import { createWaitingPersistence } from "@/store/turns/waiting-persistence";
import { sampleRecord, sampleSession, usualDefaults } from "../../support/chat-samples";
import { fakeEnvironment } from "../../support/fake-environment";
import { fakeJournal } from "../../support/fake-journal";

let database: Database;
/** The ids of the open tabs. */
let openTabs: Set<string>;

beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  database = await openDatabase(() => {});
  openTabs = new Set();
  const sessions = ["s1", "s2"].map((id) => sampleSession({ id }));
  await database.write({ patchSessions: sessions, putMessages: [], growMessages: [], deleteMessages: [] });
});
afterEach(() => database.close());

/** Ends all tabs as killed ones end. */
const killTabs = () => openTabs.clear();

let tabs = 0;

/** Opens a tab whose replies never end. */
async function openTab(given: "database" | "none" = "database") {
  tabs += 1;
  const name = `tab${tabs}`;
  const env = { ...fakeEnvironment({ now: 1000 }), newId: idsOf(name) };
  const chats = createChats({ env, journal: fakeJournal() });
  const unsent: unknown[] = [];
  const storedChats = new Set<string>();
  const turns = createTurns({
    env,
    chats,
    prepare: (session) => session,
    isReachable: () => true,
    refusesSend: () => false,
    refusesReply: () => false,
    loadTemplateCode: () => undefined,
    contentOf: (content) => content,
    buildRequest: async () => ({ model: "m", messages: [], stream: true }),
    async *openReply(_session, _request, { signal }) {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
    continueText: async () => "",
    responseTo: async () => "",
    isSeen: () => true,
    holdReply: () => () => {},
    onTurnEnd: async () => {},
    onReply: () => {},
  });
  chats.getState().hydrate(
    ["s1", "s2"].map((id) => sampleSession({ id })),
    "s1",
    usualDefaults,
  );
  for (const id of ["s1", "s2"]) chats.getState().fillThread(id, []);
  let isCleared = false;
  let stored = async () => {};
  const persistence = createWaitingPersistence({
    env,
    turns,
    database: given === "none" ? undefined : database,
    storeChat: (sessionId) => storedChats.add(sessionId),
    flush: () => stored(),
    hold(id) {
      openTabs.add(id);
      return () => openTabs.delete(id);
    },
    isHeld: async (id) => openTabs.has(id),
    isDiscarded: () => isCleared,
    returnToDraft: (sessionId, contents) => unsent.push([sessionId, ...contents]),
  });
  return {
    turns,
    unsent,
    storedChats,
    ...persistence,
    clearAll: () => (isCleared = true),
    send: (sessionId: string, text: string) => turns.getState().send(sessionId, text),
    waiting: () => textsOf(turns.getState().queued),
    /** Delays that messages are stored in their chats. */
    storeMessages(store: () => Promise<void>) {
      stored = store;
    },
  };
}

function idsOf(name: string) {
  let count = 0;
  return () => {
    count += 1;
    return `${name}-${count}`;
  };
}

function textsOf(waiting: Readonly<Record<string, readonly { content: unknown }[]>>) {
  return Object.fromEntries(Object.entries(waiting).map(([id, list]) => [id, list.map(({ content }) => content)]));
}

/** Returns the stored texts of all tabs. */
async function storedTexts() {
  const texts = await database.readTexts([waitingMessagesKey]);
  return Object.values(parseWaiting(texts[waitingMessagesKey])).map(textsOf);
}

/** Opens a tab that answers the chats and has the texts waiting in `s1`. */
async function tabWith(...texts: readonly string[]) {
  const tab = await openTab();
  await tab.start();
  void tab.send("s1", "first");
  for (const text of texts) await tab.send("s1", text);
  await tab.store();
  return tab;
}

test("stores waiting messages in their order, with their chat", async () => {
  const tab = await tabWith("One", "Two");
  expect(await storedTexts()).toEqual([{ s1: ["One", "Two"] }]);
  expect([...tab.storedChats]).toEqual(["s1"]);
});

test("two tabs store their waiting messages of the same chat separately", async () => {
  await tabWith("One");
  await tabWith("Two");
  expect(await storedTexts()).toEqual([{ s1: ["One"] }, { s1: ["Two"] }]);
});

test("the next tab adopts the waiting messages of closed tabs", async () => {
  await tabWith("One");
  await tabWith("Two");
  killTabs();
  const next = await openTab();
  await next.start();
  await next.store();
  expect(next.waiting()).toEqual({ s1: ["One", "Two"] });
  expect(await storedTexts()).toEqual([{ s1: ["One", "Two"] }]);
});

test("waiting messages of an open tab stay there", async () => {
  const one = await tabWith("One");
  const next = await openTab();
  await next.start();
  expect([one.waiting(), next.waiting()]).toEqual([{ s1: ["One"] }, {}]);
});

test("one of two tabs that start at once adopts them", async () => {
  await tabWith("One");
  killTabs();
  const next = [await openTab(), await openTab()];
  await Promise.all(next.map(({ start }) => start()));
  await Promise.all(next.map(({ store }) => store()));
  expect(next.map(({ waiting }) => waiting())).toEqual(expect.arrayContaining([{ s1: ["One"] }, {}]));
  expect(await storedTexts()).toEqual([{ s1: ["One"] }]);
});

test("a message that was stored in its chat before its tab was killed does not wait any more", async () => {
  const one = await tabWith("One", "Two");
  const [sent] = one.turns.getState().queued.s1 ?? [];
  const record = sampleRecord({ id: sent?.id ?? "", sessionId: "s1", seq: 1, content: "One" });
  await database.write({ patchSessions: [], putMessages: [record], growMessages: [], deleteMessages: [] });
  killTabs();
  const next = await openTab();
  await next.start();
  await next.store();
  expect(next.waiting()).toEqual({ s1: ["Two"] });
  expect(await storedTexts()).toEqual([{ s1: ["Two"] }]);
});

test("a message waits with the parts that it leaves out, also after its tab was killed", async () => {
  const tab = await tabWith("One");
  useOmittedParts.getState().set("s1", "history", true);
  await tab.send("s1", "Two");
  expect(omittedParts("s1")).toEqual([]);
  useOmittedParts.getState().set("s1", "tools", true);
  await tab.store();
  killTabs();
  const next = await openTab();
  await next.start();
  await next.store();
  const [one, two] = next.turns.getState().queued.s1 ?? [];
  expect([one?.omitted, two?.omitted]).toEqual([undefined, ["history"]]);
  expect(takeOmittedParts("s1", one?.id ?? "")).toEqual([]);
  expect(takeOmittedParts("s1", two?.id ?? "")).toEqual(["history"]);
  expect(takeOmittedParts("s1", "another question")).toEqual(["tools"]);
});

test("a message that is taken back returns the parts that it leaves out", async () => {
  useOmittedParts.getState().set("s1", "memory", true);
  const tab = await tabWith("One");
  expect(omittedParts("s1")).toEqual([]);
  expect(unqueueMessage(tab.turns.getState(), "s1", 0)).toMatchObject({ content: "One", omitted: ["memory"] });
  expect(tab.waiting()).toEqual({});
  expect(omittedParts("s1")).toEqual(["memory"]);
  expect(unqueueMessage(tab.turns.getState(), "s1", 0)).toBeUndefined();
  useOmittedParts.setState({ byChat: {} });
});

test("removes waiting messages of a permanently deleted chat", async () => {
  await tabWith("One");
  killTabs();
  await database.purge({ id: "s1", deletedAt: 1 });
  const next = await openTab();
  await next.start();
  await next.store();
  expect([next.waiting(), await storedTexts()]).toEqual([{}, []]);
});

test("removes a message from the storage only once it is stored in its chat", async () => {
  const tab = await tabWith("One");
  let store = () => {};
  tab.storeMessages(() => new Promise((resolve) => (store = resolve)));
  tab.turns.getState().unqueue("s1", 0);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await storedTexts()).toEqual([{ s1: ["One"] }]);
  store();
  await tab.store();
  expect(await storedTexts()).toEqual([]);
});

test("stores nothing while everything is being cleared", async () => {
  const tab = await tabWith("One");
  await database.clear({ id: "c1", isRestCleared: false });
  tab.clearAll();
  await tab.send("s1", "Two");
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await storedTexts()).toEqual([]);
});

test("releases the lock of a tab in which no message waits any more", async () => {
  const tab = await tabWith("One");
  expect(openTabs.size).toBe(1);
  tab.turns.getState().unqueue("s1", 0);
  await tab.store();
  expect(openTabs.size).toBe(0);
});

test("without a database, a closing tab moves waiting messages into the draft", async () => {
  const tab = await openTab("none");
  await tab.start();
  void tab.send("s1", "first");
  await tab.send("s1", "One");
  tab.leave();
  expect([tab.unsent, tab.waiting()]).toEqual([[["s1", "One"]], {}]);
});

test("a closing tab leaves stored messages to the next one, and moves the others into the draft", async () => {
  const tab = await tabWith("One");
  void tab.send("s1", "Two");
  tab.leave();
  expect(tab.unsent).toEqual([["s1", "Two"]]);
  expect(tab.waiting()).toEqual({ s1: ["One"] });
});
