import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDatabase } from "@/lib/storage/database";
import type { Changes } from "@/lib/storage/database-records";
import { storeUnsavedChanges } from "@/lib/storage/unsaved-changes";
import { readUnsavedChanges, writeUnsavedChanges } from "@/lib/storage/write-unsaved-changes";
import { sampleRecord, sampleSession } from "@/test/support/chat-samples";
import { memoryStorage } from "@/test/support/memory-storage";

const nothing: Changes = { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] };
const changes: Changes = {
  patchSessions: [sampleSession({ id: "a", lastUpdate: 20 })],
  putMessages: [sampleRecord({ id: "m1", sessionId: "a", seq: 1 })],
  growMessages: [],
  deleteMessages: ["m0"],
};

test("the next tab finds unsaved changes, until they are deleted", () => {
  const storage = memoryStorage({ language: "en" });
  storeUnsavedChanges(storage, "page-1", changes);
  const [found, ...others] = readUnsavedChanges(storage);
  expect(found?.changes).toEqual(changes);
  expect(others).toEqual([]);
  found?.forget();
  expect(readUnsavedChanges(storage)).toEqual([]);
  expect(storage.getItem("language")).toBe("en");
});

test("a tab that stays open deletes its unsaved changes", () => {
  const storage = memoryStorage();
  storeUnsavedChanges(storage, "page-1", changes)();
  expect(storage.values.size).toBe(0);
});

test("each tab stores its own", () => {
  const storage = memoryStorage();
  storeUnsavedChanges(storage, "page-1", changes);
  storeUnsavedChanges(storage, "page-2", { ...changes, patchSessions: [] });
  expect(readUnsavedChanges(storage).map((words) => words.changes.patchSessions.length)).toEqual([1, 0]);
});

test("stores nothing if nothing is unsaved or the storage is full", () => {
  const storage = memoryStorage();
  storeUnsavedChanges(storage, "page-1", nothing)();
  storage.state = "full";
  storeUnsavedChanges(storage, "page-1", changes)();
  expect(storage.values.size).toBe(0);
});

test("later unsaved changes replace earlier ones, even if they do not fit", () => {
  const storage = memoryStorage();
  storeUnsavedChanges(storage, "page-1", changes);
  storeUnsavedChanges(storage, "page-1", nothing);
  expect(readUnsavedChanges(storage)).toEqual([]);

  storeUnsavedChanges(storage, "page-1", changes);
  storage.state = "full";
  storeUnsavedChanges(storage, "page-1", { ...changes, deleteMessages: ["m0", "m1"] });
  expect(readUnsavedChanges(storage)).toEqual([]);
});

test("leaves unreadable data in place", () => {
  const torn = { "parley-unwritten-x": '{"patchSessions":[' };
  const storage = memoryStorage(torn);
  expect(readUnsavedChanges(storage)).toEqual([]);
  expect(Object.fromEntries(storage.values)).toEqual(torn);
});

describe("changes that an earlier tab left behind", () => {
  const question = sampleRecord({ id: "m1", sessionId: "a", seq: 1, content: "When is low tide?", date: 7 });
  const answer = sampleRecord({ id: "m2", sessionId: "a", seq: 2, role: "assistant", content: "At noon.", date: 9 });

  /** Writes changes to a database and returns what is stored then, with what is left for the next start. */
  async function written(
    changes: Partial<Changes>,
    before: Partial<Changes> = {},
    deletedChats: readonly string[] = [],
  ) {
    Object.assign(globalThis, { indexedDB: new IDBFactory() });
    const database = await openDatabase(() => {});
    await database.write({ ...nothing, ...before });
    for (const id of deletedChats) await database.purge({ id, deletedAt: 1 });
    const storage = memoryStorage();
    storeUnsavedChanges(storage, "page-1", { ...nothing, ...changes });
    const failures: unknown[] = [];
    await writeUnsavedChanges(database, storage, (thrown) => failures.push(thrown));
    const { sessions } = await database.readSome({ sessions: ["a", "b"], messages: [] });
    const { messages } = await database.readSome({ sessions: [], messages: ["m1", "m2"] });
    database.close();
    return { sessions, messages, failures, left: [...storage.values.keys()] };
  }

  test("are written unchanged to a stored chat", async () => {
    const stored = sampleSession({ id: "a", topic: "Tides", order: 3 });
    const head = { ...stored, topic: "Moons" };
    expect(
      await written(
        { patchSessions: [{ id: "a", topic: "Moons" }], putMessages: [question] },
        { patchSessions: [stored] },
      ),
    ).toEqual({ sessions: [head], messages: [question], failures: [], left: [] });
  });

  test("are written with the complete metadata among them", async () => {
    const head = sampleSession({ id: "a", topic: "Tides" });
    expect(await written({ patchSessions: [head], putMessages: [question] })).toEqual({
      sessions: [head],
      messages: [question],
      failures: [],
      left: [],
    });
  });

  test("create metadata for messages without a chat from the known fields", async () => {
    const { sessions, messages } = await written({
      patchSessions: [
        { id: "a", pinned: true },
        { id: "b", topic: "Nothing of it is left" },
      ],
      putMessages: [answer, question],
    });
    expect(messages).toEqual([question, answer]);
    expect(sessions).toEqual([
      sampleSession({
        id: "a",
        preview: "When is low tide?",
        lastUpdate: 9,
        order: 9,
        messageCount: 2,
        pinned: true,
        mask: { ...sampleSession({ id: "a" }).mask, id: "a" },
      }),
    ]);
  });

  test("do not restore messages of a purged chat", async () => {
    const other = sampleRecord({ id: "m2", sessionId: "b", seq: 1 });
    const { sessions, messages, left } = await written({ putMessages: [question, other] }, {}, ["a"]);
    expect([sessions.map(({ id }) => id), messages, left]).toEqual([["b"], [other], []]);
  });

  test("stay for the next start if they cannot be written", async () => {
    const storage = memoryStorage();
    storeUnsavedChanges(storage, "page-1", changes);
    const failure = new Error("No room");
    const database = {
      write: () => Promise.reject(failure),
      readSome: async () => ({ sessions: [], messages: [] }),
      async *readRows() {},
    };
    const failures: unknown[] = [];
    await writeUnsavedChanges(database, storage, (thrown) => failures.push(thrown));
    expect([failures, storage.values.size]).toEqual([[failure], 1]);
  });
});
