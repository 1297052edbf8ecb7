import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { type Database, openDatabase } from "@/lib/storage/database";
import { allChats, type Changes } from "@/lib/storage/database-records";
import { sampleRecord, sampleSession } from "../../support/chat-samples";

let database: Database;

beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  database = await openDatabase(() => {});
});
afterEach(() => database.close());

const none: Changes = { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] };
const noChanges = { patchSessions: [], putMessages: [], deleteMessages: [] };
const message = (id: string, sessionId: string) => sampleRecord({ id, sessionId, seq: 1, content: "text" });
const growth = { messageId: "m", sessionId: "a", number: 1, text: "!", reasoning: "", fields: {} };
const readMarks = async () => (await database.syncRows()).readMarks();

/** Returns the marked chats, and removes the marks. */
async function marked() {
  const marks = await readMarks();
  await database.applySynced(noChanges, [], {}, marks);
  return { heads: [...marks.headMarks.keys()], messages: [...marks.messageMarks.keys()] };
}

const writes: [string, () => Promise<unknown>, { readonly heads: string[]; readonly messages: string[] }][] = [
  [
    "a head",
    () => database.write({ ...none, patchSessions: [{ id: "a", topic: "t" }] }),
    { heads: ["a"], messages: [] },
  ],
  ["a message", () => database.write({ ...none, putMessages: [message("m", "a")] }), { heads: [], messages: ["a"] }],
  [
    "a deleted message of a known chat",
    () => database.write({ ...none, deleteMessages: ["m"], deletedFrom: ["a"] }),
    { heads: [], messages: ["a"] },
  ],
  [
    "a deleted message of an unknown chat",
    () => database.write({ ...none, deleteMessages: ["m"] }),
    { heads: [], messages: [allChats] },
  ],
  [
    "whole records",
    () =>
      database.putAll({
        sessions: [sampleSession({ id: "a" })],
        messages: [message("m", "b")],
        patchSessions: [{ id: "c" }],
      }),
    { heads: ["a", "c"], messages: ["b"] },
  ],
  ["all data", () => database.putAll({ sessions: [], messages: [], isAll: true }), { heads: [], messages: [allChats] }],
  ["a purged chat", () => database.purge({ id: "a", deletedAt: 1 }), { heads: ["a"], messages: [] }],
];

test.each(writes)("%s is marked for the next sync", async (_name, write, expected) => {
  await write();
  expect(await marked()).toEqual(expected);
  expect(await marked()).toEqual({ heads: [], messages: [] });
});

test("a moved image and a settled reply are marked, a growing reply is not", async () => {
  await database.write({ ...none, putMessages: [{ ...message("m", "a"), streaming: true }] });
  await marked();
  await database.write({ ...none, growMessages: [growth] });
  expect(await marked()).toEqual({ heads: [], messages: [] });
  await database.settleGrowth(async () => false);
  expect(await marked()).toEqual({ heads: [], messages: ["a"] });
  await database.exchangeContents([{ id: "m", from: "text!", to: "moved" }], []);
  expect(await marked()).toEqual({ heads: [], messages: ["a"] });
});

test("the changes of a sync are not marked, and a chat that is written meanwhile stays marked", async () => {
  await database.write({ ...none, putMessages: [message("m", "a"), message("n", "b")] });
  const marks = await readMarks();
  await database.write({ ...none, putMessages: [message("m", "a")] });
  const changes = { ...noChanges, putMessages: [{ record: message("o", "c"), before: undefined }] };
  await database.applySynced(changes, [], {}, marks);
  expect(await marked()).toEqual({ heads: [], messages: ["a"] });
});

test("a chat that a sync restores from the trash is marked, a new one is not", async () => {
  await database.putAll({ sessions: [sampleSession({ id: "a", deletedAt: 5 })], messages: [] });
  const marks = await readMarks();
  const patchSessions = [sampleSession({ id: "a" }), sampleSession({ id: "b" })].map((head) => ({
    patch: { ...head, deletedAt: null },
    before: undefined,
  }));
  await database.applySynced({ ...noChanges, patchSessions }, [], {}, marks);
  expect(await marked()).toEqual({ heads: ["a"], messages: [] });
});

test("parts of the ledger are read by prefix and by name, and undefined removes one", async () => {
  await database.applySynced(noChanges, [], { "a:1": "one", "a:2": "two", b: "other" });
  await database.applySynced(noChanges, [], { "a:1": undefined });
  const rows = await database.syncRows();
  expect(await rows.readParts("a:")).toEqual(new Map([["2", "two"]]));
  expect(await rows.readSome(["b", "a:1", "a:2"])).toEqual(["other", undefined, "two"]);
});
