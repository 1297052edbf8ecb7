import type { Changes } from "@/lib/storage/database-records";
import { keepUnwritten } from "@/lib/storage/last-words";
import { readUnwrittenChanges } from "@/lib/storage/unwritten-changes";
import { sampleRecord, sampleSession } from "@/test/support/chat-samples";
import { memoryStorage } from "@/test/support/memory-storage";

const nothing: Changes = { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] };
const changes: Changes = {
  patchSessions: [sampleSession({ id: "a", lastUpdate: 20 })],
  putMessages: [sampleRecord({ id: "m1", sessionId: "a", seq: 1 })],
  growMessages: [],
  deleteMessages: ["m0"],
};

test("what a page leaves behind is found by the next one, until it is forgotten", () => {
  const storage = memoryStorage({ language: "en" });
  keepUnwritten(storage, "page-1", changes);
  const [found, ...others] = readUnwrittenChanges(storage);
  expect(found?.changes).toEqual(changes);
  expect(others).toEqual([]);
  found?.forget();
  expect(readUnwrittenChanges(storage)).toEqual([]);
  expect(storage.getItem("language")).toBe("en");
});

test("a page that lives on forgets what it kept", () => {
  const storage = memoryStorage();
  keepUnwritten(storage, "page-1", changes)();
  expect(storage.values.size).toBe(0);
});

test("each page keeps its own", () => {
  const storage = memoryStorage();
  keepUnwritten(storage, "page-1", changes);
  keepUnwritten(storage, "page-2", { ...changes, patchSessions: [] });
  expect(readUnwrittenChanges(storage).map((words) => words.changes.patchSessions.length)).toEqual([1, 0]);
});

test("where nothing is unwritten, or there is no room, nothing is kept", () => {
  const storage = memoryStorage();
  keepUnwritten(storage, "page-1", nothing)();
  storage.state = "full";
  keepUnwritten(storage, "page-1", changes)();
  expect(storage.values.size).toBe(0);
});

test("what a page kept before does not outlive what it knows now, be that written or without room", () => {
  const storage = memoryStorage();
  keepUnwritten(storage, "page-1", changes);
  keepUnwritten(storage, "page-1", nothing);
  expect(readUnwrittenChanges(storage)).toEqual([]);

  keepUnwritten(storage, "page-1", changes);
  storage.state = "full";
  keepUnwritten(storage, "page-1", { ...changes, deleteMessages: ["m0", "m1"] });
  expect(readUnwrittenChanges(storage)).toEqual([]);
});

test("what cannot be read stays where it is", () => {
  const torn = { "parley-unwritten-x": '{"patchSessions":[' };
  const storage = memoryStorage(torn);
  expect(readUnwrittenChanges(storage)).toEqual([]);
  expect(Object.fromEntries(storage.values)).toEqual(torn);
});
