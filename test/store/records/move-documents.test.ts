import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { type Database, openDatabase } from "@/lib/storage/database";
import { moveDocuments } from "@/store/records/move-documents";
import { memoryStorage } from "../../support/memory-storage";

let database: Database;
beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  database = await openDatabase(() => {});
});
afterEach(() => database.close());

const masks = (ids: readonly string[]) =>
  JSON.stringify({ state: { masks: Object.fromEntries(ids.map((id) => [id, { id }])) }, version: 3.1 });

async function storedMasks(): Promise<string[]> {
  const { "mask-store": text = "{}" } = await database.readTexts(["mask-store"]);
  return Object.keys(JSON.parse(text).state.masks);
}

test("moves documents of an earlier version into the database, and keeps other keys", async () => {
  const storage = memoryStorage({ "mask-store": masks(["a"]), "sd-list": "{broken", "app-config": "{}" });
  await moveDocuments(database, storage, 7);
  expect(await storedMasks()).toEqual(["a"]);
  expect(await database.readTexts(["sd-list", "sd-list.unreadable-7"])).toEqual({ "sd-list.unreadable-7": "{broken" });
  expect([...storage.values.keys()]).toEqual(["app-config"]);
});

test("adds later writes by a tab of the earlier version", async () => {
  const storage = memoryStorage({ "mask-store": masks(["a"]) });
  await moveDocuments(database, storage, 7);
  storage.setItem("mask-store", masks(["a", "b"]));
  await moveDocuments(database, storage, 8);
  expect(await storedMasks()).toEqual(["a", "b"]);
});

test("beside a NextChat's chats, keeps the texts and copies them once", async () => {
  const storage = memoryStorage({ "chat-next-web-store": "{}", "mask-store": masks(["a"]) });
  await moveDocuments(database, storage, 7);
  await database.updateTexts([], () => ({ "mask-store": masks([]) }));
  await moveDocuments(database, storage, 8);
  expect(await storedMasks()).toEqual([]);
  expect(storage.getItem("mask-store")).toBe(masks(["a"]));
});

test("if the database fails, localStorage is unchanged", async () => {
  const storage = memoryStorage({ "mask-store": masks(["a"]) });
  const refusing = { updateTexts: () => Promise.reject(new Error("full")) };
  await expect(moveDocuments(refusing, storage, 7)).rejects.toThrow("full");
  expect([...storage.values]).toEqual([["mask-store", masks(["a"])]]);
});
