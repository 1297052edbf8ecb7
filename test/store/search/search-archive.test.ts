import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import type { SearchFilter } from "@/lib/search/search-chats";
import { type Database, openDatabase } from "@/lib/storage/database";
import type { Changes } from "@/lib/storage/database-records";
import { createArchive, type SearchArchive } from "@/store/search/search-archive";
import type { SearchResults } from "@/store/search/search-messages";
import { sampleRecord, sampleSession } from "../../support/chat-samples";

const nothing: Changes = { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] };

let database: Database;
let archive: SearchArchive;

beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  database = await openDatabase(() => {});
});
afterEach(() => database.close());

async function stored(): Promise<void> {
  await database.putAll({
    sessions: [
      sampleSession({ id: "tides", topic: "Why tides arrive late", lastUpdate: 5 }),
      sampleSession({ id: "bread", topic: "Bread", lastUpdate: 9 }),
      sampleSession({ id: "gone", topic: "Tides of last year", deletedAt: 1 }),
    ],
    messages: [
      sampleRecord({ id: "t1", sessionId: "tides", seq: 1, content: "What is a neap tide?", date: 1 }),
      sampleRecord({
        id: "t2",
        sessionId: "tides",
        seq: 2,
        role: "assistant",
        model: "gpt-5",
        content: [
          { type: "text", text: "A weak one." },
          { type: "image_url", image_url: { url: "stored:tide" } },
          { type: "text", text: "Beside it stands the spring tide." },
        ],
        reasoning: "First the Moon",
        date: 2,
      }),
      sampleRecord({ id: "t3", sessionId: "tides", seq: 3, isAside: true, content: "another tide", date: 3 }),
      sampleRecord({ id: "b1", sessionId: "bread", seq: 1, content: "Flour, water and the tide of yeast", date: 4 }),
      sampleRecord({ id: "g1", sessionId: "gone", seq: 1, content: "the tide of last year", date: 8 }),
    ],
  });
  archive = createArchive(database, async () => {});
}

/** Returns the results of a search after everything that is indexed was compared. */
async function search(words: string, most = 20, filter: SearchFilter = {}): Promise<SearchResults> {
  let results: SearchResults | undefined;
  const running = archive.search({ words, filter, most }, (found) => {
    results = found;
  });
  await running.done;
  running.close();
  if (!results) throw new Error("There were no results.");
  return results;
}

async function found(words: string, filter: SearchFilter = {}) {
  const { chats, chatCount, matchCount } = await search(words, 20, filter);
  return { chats: chats.map(({ sessionId, messageId }) => [sessionId, messageId]), chatCount, matchCount };
}

test("finds visible messages of existing chats: title matches first, then the newest", async () => {
  await stored();
  await archive.update();
  expect(await found("tide")).toEqual({
    chats: [
      ["tides", "t2"],
      ["bread", "b1"],
    ],
    chatCount: 2,
    matchCount: 3,
  });
});

test("finds every text of a message, including its reasoning, but not an image's address", async () => {
  await stored();
  await archive.update();
  for (const words of ["spring tide", "weak", "the moon"])
    expect((await found(words)).chats).toEqual([["tides", "t2"]]);
  expect((await found("stored:")).chats).toEqual([]);
  // Nothing is found across the texts of a message.
  expect((await found('"one. beside"')).chats).toEqual([]);
});

test("filters by role, model, time and chat", async () => {
  await stored();
  await archive.update();
  expect((await found("tide", { role: "user" })).matchCount).toBe(2);
  expect((await found("tide", { model: "gpt-5" })).chats).toEqual([["tides", "t2"]]);
  expect((await found("tide", { from: 4, to: 4 })).chats).toEqual([["bread", "b1"]]);
  expect((await found("tide", { sessionId: "tides" })).matchCount).toBe(2);
});

test("shows the newest match as an excerpt, in its original spelling", async () => {
  await stored();
  await archive.update();
  const { chats } = await search("MOON", 1);
  expect(chats).toEqual([
    {
      sessionId: "tides",
      messageId: "t2",
      count: 1,
      date: 2,
      isSimilar: false,
      title: [{ text: "Why tides arrive late", isMarked: false }],
      excerpt: [
        { text: "First the ", isMarked: false },
        { text: "Moon", isMarked: true },
      ],
    },
  ]);
});

test("finds similar words if few messages match exactly, and does not count them", async () => {
  await stored();
  await archive.update();
  const { chats, chatCount, foundCount } = await search("flouer", 20);
  expect(chats.map(({ sessionId, isSimilar }) => [sessionId, isSimilar])).toEqual([["bread", true]]);
  expect([chatCount, foundCount]).toEqual([0, 1]);
});

test("applies changes in the database: new texts, removals, titles, chats deleted and restored", async () => {
  await stored();
  await archive.update();
  const written = sampleRecord({ id: "t1", sessionId: "tides", seq: 1, content: "What is an ebb?", date: 1 });
  await database.write({
    ...nothing,
    putMessages: [written],
    deleteMessages: ["t2"],
    patchSessions: [
      { id: "bread", topic: "Yeast" },
      { id: "gone", deletedAt: null },
    ],
  });
  await archive.take({
    sessions: ["bread", "gone"],
    messages: [{ id: "t1", sessionId: "tides" }],
    removed: [{ id: "t2", sessionId: "tides" }],
  });
  expect((await found("neap")).chats).toEqual([]);
  expect((await found("ebb")).chats).toEqual([["tides", "t1"]]);
  expect((await found("spring tide")).chats).toEqual([]);
  expect((await found("tide of last year")).chats).toEqual([["gone", "g1"]]);
  expect((await found("yeast")).matchCount).toBe(1);
});

test("returns partial results during the read, and complete ones at the end", async () => {
  await stored();
  expect((await search("tide", 9)).isComplete).toBe(false);
  await archive.update();
  expect((await search("tide", 9)).isComplete).toBe(true);
});

test("a query of punctuation or regular expression characters does not throw", async () => {
  await stored();
  await archive.update();
  for (const sign of [..."!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", ".*", "\\d+", "(?<", "\u0000", "\ud800"]) {
    expect((await search(sign, 20)).words).toBe(sign);
  }
  expect((await found(".*")).chats).toEqual([]);
  expect((await found("?")).chats).toEqual([["tides", "t1"]]);
});

test("operators narrow a search to chats, models and messages with code", async () => {
  await stored();
  await database.putAll({
    sessions: [],
    messages: [
      sampleRecord({
        id: "b2",
        sessionId: "bread",
        seq: 2,
        content: "A tide:\n```js\nrise();\n```",
        model: "GPT-5",
        date: 5,
      }),
    ],
  });
  await archive.update();
  const ids = async (words: string, filter: SearchFilter) =>
    (await search(words, 20, filter)).chats.map(({ sessionId, count }) => [sessionId, count]);
  expect(await ids("tide", { sessionIds: new Set(["tides", "gone"]) })).toEqual([["tides", 2]]);
  expect(await ids("tide", { hasCode: true })).toEqual([["bread", 1]]);
  expect(await ids("tide", { modelPart: "gpt" })).toEqual([
    ["bread", 1],
    ["tides", 1],
  ]);
  expect(await ids("", { sessionIds: new Set(["tides", "bread", "gone"]) })).toEqual([
    ["bread", 0],
    ["tides", 0],
  ]);
  expect(await ids("", { hasCode: true, sessionIds: new Set(["bread"]) })).toEqual([["bread", 1]]);
  expect(await ids("", { sessionIds: new Set() })).toEqual([]);
});

test("a search for the chats of a tag counts no messages that are indexed or changed while it is open", async () => {
  await stored();
  const counts: (readonly [string, number])[][] = [];
  const filter = { sessionIds: new Set(["tides"]) };
  const running = archive.search({ words: "", filter, most: 9 }, ({ chats, matchCount }) => {
    counts.push([...chats.map(({ sessionId, count }) => [sessionId, count] as const), ["all", matchCount]]);
  });
  await running.done;
  await archive.update();
  await archive.take({ sessions: [], messages: [{ id: "t1", sessionId: "tides" }], removed: [] });
  running.close();
  expect(counts.length).toBeGreaterThan(1);
  for (const each of counts) {
    expect(each).toEqual([
      ["tides", 0],
      ["all", 1],
    ]);
  }
});
