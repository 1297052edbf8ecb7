import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import "@/public/rescue/stored.js";
import "@/public/rescue/clear.js";
import { storeBackup } from "@/lib/storage/backups";
import { clearedByKey, hasEnded } from "@/lib/storage/clearing-trace";
import { openDatabase } from "@/lib/storage/database";
import { sampleRecord, sampleSession } from "../support/chat-samples";
import { type MemoryStorage, memoryStorage } from "../support/memory-storage";

const { clearStored } = (
  globalThis as unknown as { rescueClear: { clearStored(onWaiting: () => void): Promise<void> } }
).rescueClear;

let storage: MemoryStorage;
let told: unknown[];

class FakeChannel {
  constructor(readonly name: string) {}
  postMessage(message: unknown) {
    told.push([this.name, message]);
  }
  close() {}
}

beforeEach(() => {
  storage = memoryStorage({ "access-control": "a key of before", lang: "ar" });
  told = [];
  Object.assign(storage, { clear: () => storage.values.clear() });
  Object.assign(globalThis, {
    indexedDB: new IDBFactory(),
    localStorage: storage,
    sessionStorage: { clear() {} },
    BroadcastChannel: FakeChannel,
  });
});

async function databaseNames(): Promise<unknown[]> {
  return (await indexedDB.databases()).map(({ name }) => name);
}

async function fill(): Promise<void> {
  const database = await openDatabase(() => {});
  await database.putAll({
    sessions: [sampleSession({ id: "s" })],
    messages: [sampleRecord({ id: "m", sessionId: "s", seq: 1 })],
  });
  database.close();
  await storeBackup({ id: "b", at: 1, reason: "daily", file: new Blob(["{}"]) });
}

test("clears everything except the language, and the app detects the clearing", async () => {
  await fill();
  await clearStored(() => {});
  expect(await databaseNames()).toEqual(["parley"]);
  const database = await openDatabase(() => {});
  const clearing = await database.readClearing();
  expect(clearing).toEqual({ id: storage.getItem(clearedByKey), isRestCleared: true });
  expect(Object.fromEntries(storage.values)).toEqual({ lang: "ar", [clearedByKey]: clearing?.id });
  expect(clearing && hasEnded(clearing, storage)).toBe(true);
  expect(await database.count()).toEqual({ sessions: 0, messages: 0 });
  expect(told).toEqual([["parley", "cleared"]]);
  database.close();
});

test("the app clears keys that a crashing browser restores", async () => {
  await fill();
  const before = new Map(storage.values);
  await clearStored(() => {});
  storage.values.clear();
  for (const [key, value] of before) storage.values.set(key, value);
  const database = await openDatabase(() => {});
  const clearing = await database.readClearing();
  expect(clearing && hasEnded(clearing, storage)).toBe(false);
  database.close();
});

test("if a backup cannot be removed the app continues with it", async () => {
  await fill();
  indexedDB.deleteDatabase = () => {
    throw new Error("The disk failed.");
  };
  await expect(clearStored(() => {})).rejects.toThrow("The disk failed.");
  const database = await openDatabase(() => {});
  expect(await database.readClearing()).toEqual({ id: expect.any(String), isRestCleared: false });
  expect(await database.count()).toEqual({ sessions: 0, messages: 0 });
  database.close();
});

test("deletes a database of a layout without clearings, and does not create one", async () => {
  const older = await openDB("parley", 1, { upgrade: (opened) => void opened.createObjectStore("sessions") });
  await older.put("sessions", { id: "s" }, "s");
  older.close();
  await clearStored(() => {});
  expect(await databaseNames()).toEqual([]);
  await clearStored(() => {});
  expect(await databaseNames()).toEqual([]);
  expect(Object.fromEntries(storage.values)).toEqual({ lang: "ar" });
});
