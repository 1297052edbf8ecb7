import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { hasNextChatTrace } from "@/lib/storage/nextchat-trace";
import { memoryStorage } from "../../support/memory-storage";

beforeEach(() => Object.assign(globalThis, { indexedDB: new IDBFactory() }));

test("finds no trace on a fresh origin or in Parley's settings", async () => {
  expect(await hasNextChatTrace(memoryStorage({ "app-config": '{"version":4.1,"state":{}}' }))).toBe(false);
});

test("finds a trace in localStorage chats, hydrated settings and the database", async () => {
  expect(await hasNextChatTrace(memoryStorage({ "chat-next-web-store": "{}" }))).toBe(true);
  expect(await hasNextChatTrace(memoryStorage({ "app-config": '{"state":{"_hasHydrated":true}}' }))).toBe(true);
  (await openDB("keyval-store", 1)).close();
  expect(await hasNextChatTrace(memoryStorage())).toBe(true);
});

test("assumes a trace if the browser cannot list databases", async () => {
  Object.assign(indexedDB, { databases: undefined });
  expect(await hasNextChatTrace(memoryStorage())).toBe(true);
});
