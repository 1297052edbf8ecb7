import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { hasNextChatTrace } from "@/lib/storage/nextchat-trace";
import { memoryStorage } from "../../support/memory-storage";

beforeEach(() => Object.assign(globalThis, { indexedDB: new IDBFactory() }));

test("a fresh origin has none, our own settings are none", async () => {
  expect(await hasNextChatTrace(memoryStorage({ "app-config": '{"version":4.1,"state":{}}' }))).toBe(false);
});

test("its chats in localStorage, its hydrated settings, and its database are traces", async () => {
  expect(await hasNextChatTrace(memoryStorage({ "chat-next-web-store": "{}" }))).toBe(true);
  expect(await hasNextChatTrace(memoryStorage({ "app-config": '{"state":{"_hasHydrated":true}}' }))).toBe(true);
  (await openDB("keyval-store", 1)).close();
  expect(await hasNextChatTrace(memoryStorage())).toBe(true);
});

test("where databases are not listed there may be one", async () => {
  Object.assign(indexedDB, { databases: undefined });
  expect(await hasNextChatTrace(memoryStorage())).toBe(true);
});
