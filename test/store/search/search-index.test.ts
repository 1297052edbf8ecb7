import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import fc from "fast-check";
import { foldText } from "@/lib/chat/fold-text";
import { AppError } from "@/lib/errors";
import { searchBits } from "@/lib/search/signature";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { type Database, openDatabase } from "@/lib/storage/database";
import type { Changes } from "@/lib/storage/database-records";
import type { SearchIndexRows } from "@/lib/storage/search-index-rows";
import { createSearchIndex, type SearchIndex } from "@/store/search/search-index";
import { sampleRecord, sampleSession } from "../../support/chat-samples";

const nothing: Changes = { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] };

let database: Database;
const opened: Database[] = [];

beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  database = await openAnother();
  await database.putAll({ sessions: [sampleSession({ id: "s1" })], messages: [] });
});
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

async function openAnother(): Promise<Database> {
  const another = await openDatabase(() => {});
  opened.push(another);
  return another;
}

function message(id: string, content: string, fields: Partial<MessageRecord> = {}): MessageRecord {
  return sampleRecord({ id, sessionId: "s1", seq: 1, content, ...fields });
}

const write = (...putMessages: MessageRecord[]) => database.write({ ...nothing, putMessages });

/** Opens the index like a new tab. `changed` replaces methods of the rows. */
async function openIndex(changed: Partial<SearchIndexRows> = {}) {
  const rows = await (await openAnother()).searchIndex();
  const reads = { range: 0, ids: 0, messages: 0 };
  const counted: SearchIndexRows = {
    ...rows,
    readRange(range, count) {
      reads.range += 1;
      return rows.readRange(range, count);
    },
    readMessages(ids) {
      reads.messages += ids.length;
      return rows.readMessages(ids);
    },
    readIds(after, count) {
      reads.ids += 1;
      return rows.readIds(after, count);
    },
    ...changed,
  };
  const index = createSearchIndex(counted, { onAdded: () => {}, onReplaced: () => {}, pause: async () => {} });
  return { index, reads, rows };
}

/** Returns the ids of the messages that contain a text, in order. */
async function find(index: SearchIndex, words: string): Promise<string[]> {
  const wanted = foldText(words);
  const found: string[] = [];
  for await (const messages of index.candidates([[searchBits(wanted)]], new Set())) {
    found.push(...messages.filter(({ text }) => text.includes(wanted)).map(({ id }) => id));
  }
  return found.sort();
}

async function updated() {
  const opening = await openIndex();
  await opening.index.update();
  return opening;
}

test("messages are found before and after the index was updated, and in the next tab without reading them all", async () => {
  await write(message("m1", "A neap tide"), message("m2", "Bread"));
  const { index } = await openIndex();
  expect(await find(index, "tide")).toEqual(["m1"]);
  await index.update();
  expect(await find(index, "tide")).toEqual(["m1"]);
  const next = await openIndex();
  await next.index.update();
  expect(next.index.isComplete()).toBe(true);
  expect(await find(next.index, "tide")).toEqual(["m1"]);
  // Both messages are in one slot.
  expect(next.reads).toEqual({ range: 0, ids: 0, messages: 2 });
});

test("changed, deleted and restored messages are followed across tabs", async () => {
  await write(message("m1", "A neap tide"), message("m2", "Bread and tide"));
  await updated();
  await write(message("m1", "An ebb"));
  await database.write({ ...nothing, deleteMessages: ["m2"] });
  const second = await updated();
  expect(await find(second.index, "tide")).toEqual([]);
  expect(await find(second.index, "ebb")).toEqual(["m1"]);
  await write(message("m2", "Bread and tide"));
  const third = await updated();
  expect(await find(third.index, "tide")).toEqual(["m2"]);
  const fourth = await updated();
  expect(fourth.reads).toEqual({ range: 0, ids: 0, messages: 0 });
});

test("what something else writes to the database is found: many messages, few, and missing ones", async () => {
  await write(message("m1", "A neap tide"));
  await updated();
  const past = async (change: (store: IDBObjectStore) => void) => {
    const opening = indexedDB.open("parley");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const transaction = opening.result.transaction("messages", "readwrite");
    change(transaction.objectStore("messages"));
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    opening.result.close();
  };
  await past((store) => {
    for (let each = 0; each < 1200; each++) store.put(message(`x${each}`, `Spring tide ${each}`));
  });
  expect(await find((await updated()).index, "spring tide 77")).toHaveLength(11);
  await past((store) => store.put(message("y", "Spring tide 7777")));
  const few = await updated();
  expect(few.reads.range).toBe(0);
  expect(await find(few.index, "spring tide 77")).toHaveLength(12);
  await past((store) => store.delete("y"));
  expect(await find((await updated()).index, "spring tide 77")).toHaveLength(11);
  expect((await updated()).reads).toEqual({ range: 0, ids: 0, messages: 0 });
});

test("a purge, an import that replaces everything and new texts of images are followed", async () => {
  await write(message("m1", "A neap tide"), message("m2", "Bread", { sessionId: "s2" }));
  await updated();
  await database.purge({ id: "s1", deletedAt: 1 });
  expect(await find((await updated()).index, "tide")).toEqual([]);
  await database.exchangeContents([{ id: "m2", from: "Bread", to: [{ type: "text", text: "Rye tide" }] }], []);
  expect(await find((await updated()).index, "tide")).toEqual(["m2"]);
  await database.putAll({ sessions: [sampleSession({ id: "s3" })], messages: [message("m3", "Ebb")], isAll: true });
  const { index } = await updated();
  expect(await find(index, "tide")).toEqual([]);
  expect(await find(index, "ebb")).toEqual(["m3"]);
});

test("the models of an index that is built anew are found by the next tab", async () => {
  await write(message("m1", "A neap tide", { model: "gpt-4o" }));
  const { index } = await updated();
  await database.putAll({
    sessions: [sampleSession({ id: "s1" })],
    messages: [message("m1", "A neap tide", { model: "gpt-4o" })],
    isAll: true,
  });
  await index.update();
  expect([...index.models]).toEqual(["gpt-4o"]);
  expect([...(await updated()).index.models]).toEqual(["gpt-4o"]);
});

test("a streaming reply is found with its growth and remains in the log until it is written whole", async () => {
  const reply = message("m1", "The tide", { role: "assistant", streaming: true });
  await write(reply);
  const { index } = await updated();
  const growth = { messageId: "m1", sessionId: "s1", number: 1, text: " comes late", reasoning: "", fields: {} };
  await database.write({ ...nothing, growMessages: [growth] });
  expect(await find(index, "tide comes late")).toEqual(["m1"]);
  expect(await find((await updated()).index, "tide comes late")).toEqual(["m1"]);
  await write(message("m1", "The tide comes late indeed", { role: "assistant" }));
  const { index: next, rows } = await updated();
  expect(await find(next, "late indeed")).toEqual(["m1"]);
  expect(await rows.readLog(0)).toEqual([]);
});

test.each([
  ["the state is of another version", "state", (state: object) => ({ ...state, version: 0 })],
  ["the state is damaged", "state", () => "damaged"],
  ["a segment is damaged", 1, (segment: object) => ({ ...segment, checksum: 1 })],
  ["a segment is missing", 1, () => undefined],
])("if %s, the index is built anew, and says so meanwhile", async (_case, key, damage) => {
  await write(message("m1", "A neap tide"), message("m2", "Bread"));
  await updated();
  const opening = indexedDB.open("parley");
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const store = opening.result.transaction("searchIndex", "readwrite").objectStore("searchIndex");
  const reading = store.get(key);
  await new Promise((resolve) => {
    reading.onsuccess = resolve;
  });
  const damaged = damage(reading.result as object);
  if (damaged === undefined) store.delete(key);
  else store.put(damaged, key);
  await new Promise((resolve) => {
    store.transaction.oncomplete = resolve;
  });
  opening.result.close();

  const { index } = await openIndex();
  await index.readChanged();
  expect([index.isRebuilding(), index.isComplete()]).toEqual([true, false]);
  await index.update();
  expect([index.isRebuilding(), index.isComplete()]).toEqual([false, true]);
  expect(await find(index, "tide")).toEqual(["m1"]);
  const next = await updated();
  expect([await find(next.index, "tide"), next.reads.range]).toEqual([["m1"], 0]);
});

test("on a full disk the search goes on, and the index is stored by the next tab that can", async () => {
  await write(message("m1", "A neap tide"));
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  const { index, rows } = await openIndex({ commit: () => Promise.reject(new AppError("storage-full")) });
  await index.update();
  await write(message("m2", "Another tide"));
  await index.update();
  expect(index.isComplete()).toBe(true);
  expect(await find(index, "tide")).toEqual(["m1", "m2"]);
  expect(await rows.readState()).toBeUndefined();
  warn.mockRestore();
  await updated();
  const next = await updated();
  expect([await find(next.index, "tide"), next.reads.messages]).toEqual([["m1", "m2"], 2]);
});

test("two tabs that update the index at the same time lose nothing", async () => {
  const [one, other] = [await openIndex(), await openIndex()];
  for (let round = 0; round < 8; round++) {
    await write(message(`m${round}`, `Tide ${round}`), message("edited", `Edited tide ${round}`));
    await Promise.all([one.index.update(), other.index.update()]);
  }
  const all = ["edited", ...Array.from({ length: 8 }, (_, round) => `m${round}`)];
  for (const { index } of [one, other, await updated()]) expect(await find(index, "tide")).toEqual(all);
  const last = await updated();
  expect(last.reads).toEqual({ range: 0, ids: 0, messages: 0 });
  expect(await find(last.index, "edited tide 6")).toEqual([]);
});

/** Characters of several scripts, few enough that parts of texts often repeat. */
const letters = fc.constantFrom(..."ab .京都のمَéÉ\u{20000}😀");
const text = fc.array(letters, { maxLength: 20 }).map((each) => each.join(""));
const id = fc.integer({ min: 0, max: 12 }).map((each) => `m${each}`);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("put"), id, text }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("delete"), id, text: fc.constant("") }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("update"), id, text: fc.constant("") }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("restart"), id, text: fc.constant("") }) },
);

test("after any changes, updates and restarts it finds exactly what a scan finds", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 25 }),
      fc.array(letters, { minLength: 1, maxLength: 4 }),
      async (steps, part) => {
        Object.assign(globalThis, { indexedDB: new IDBFactory() });
        database = await openAnother();
        const stored = new Map<string, string>();
        let { index } = await openIndex();
        for (const { type, id: each, text: content } of steps) {
          if (type === "put") await write(message(each, content));
          if (type === "delete") await database.write({ ...nothing, deleteMessages: [each] });
          if (type === "put") stored.set(each, foldText(content));
          if (type === "delete") stored.delete(each);
          if (type === "update") await index.update();
          if (type === "restart") ({ index } = await openIndex());
        }
        const wanted = foldText(part.join(""));
        // A query of nothing but combining marks has no words, so the search does not run.
        fc.pre(wanted !== "");
        const scanned = [...stored].flatMap(([each, content]) => (content.includes(wanted) ? [each] : [])).sort();
        await index.update();
        expect(await find(index, wanted)).toEqual(scanned);
        for (const each of opened.splice(0)) each.close();
      },
    ),
    { numRuns: 60 },
  );
});
