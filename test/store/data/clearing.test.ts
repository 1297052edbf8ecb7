import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { listBackups, storeBackup } from "@/lib/storage/backups";
import { clearedByKey, hasEnded } from "@/lib/storage/clearing-trace";
import { type Database, openDatabase } from "@/lib/storage/database";
import type { Clearing } from "@/lib/storage/database-records";
import { endClearing } from "@/store/data/clearing";
import { sampleRecord, sampleSession } from "../../support/chat-samples";
import { type MemoryStorage, memoryStorage } from "../../support/memory-storage";

const clearing: Clearing = { id: "c1", isRestCleared: false };
const copy = { id: "b", at: 1, reason: "daily" as const, file: new Blob(["{}"]) };

let database: Database;
let storage: MemoryStorage;

beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  storage = memoryStorage({ "app-config": "settings of before", lang: "ar" });
  database = await openDatabase(() => {});
  await database.putAll({
    sessions: [sampleSession({ id: "s" })],
    messages: [sampleRecord({ id: "m", sessionId: "s", seq: 1 })],
  });
  await storeBackup(copy);
});
afterEach(() => database.close());

test("if the tab closes after clearing the chats, the next start clears the rest except the language", async () => {
  await database.clear(clearing);
  database.close();
  database = await openDatabase(() => {});
  const begun = await database.readClearing();
  expect(begun).toEqual(clearing);
  expect(begun && hasEnded(begun, storage)).toBe(false);

  await endClearing(database, clearing, storage);
  expect(Object.fromEntries(storage.values)).toEqual({ lang: "ar", [clearedByKey]: "c1" });
  expect(await listBackups()).toEqual([]);
  const ended = await database.readClearing();
  expect(ended).toEqual({ id: "c1", isRestCleared: true });
  expect(ended && hasEnded(ended, storage)).toBe(true);
});

test("clears settings again that the browser restores, and keeps later backups", async () => {
  await database.clear(clearing);
  await endClearing(database, clearing, storage);
  await storeBackup(copy);
  storage.removeItem(clearedByKey);
  storage.setItem("app-config", "settings of before");

  const ended = await database.readClearing();
  if (!ended) throw new Error("The clearing is forgotten.");
  expect(hasEnded(ended, storage)).toBe(false);
  await endClearing(database, ended, storage);
  expect(Object.fromEntries(storage.values)).toEqual({ lang: "ar", [clearedByKey]: "c1" });
  expect((await listBackups()).map(({ id }) => id)).toEqual(["b"]);
});

test("a device that was never cleared has no clearing mark", async () => {
  expect(await database.readClearing()).toBeUndefined();
});
