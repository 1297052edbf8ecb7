import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { localDocumentText } from "@/lib/storage/documents";
import {
  isOfNextChat,
  nextChatKeysIn,
  readNextChatOrigin,
  removeNextChatDatabase,
} from "@/lib/storage/nextchat-origin";
import { memoryStorage } from "../../support/memory-storage";

beforeEach(() => Object.assign(globalThis, { indexedDB: new IDBFactory() }));

const hydrated = '{"version":4.1,"state":{"_hasHydrated":true}}';

async function leaveInDatabase(values: Record<string, string>): Promise<void> {
  const database = await openDB("keyval-store", 1, { upgrade: (opened) => void opened.createObjectStore("keyval") });
  for (const [key, value] of Object.entries(values)) await database.put("keyval", value, key);
  database.close();
}

test("prefers the database to localStorage, key by key", async () => {
  await leaveInDatabase({ "app-config": "from the database", unknown: "left alone" });
  const storage = memoryStorage({ "app-config": hydrated, "mask-store": hydrated });
  expect(await readNextChatOrigin(storage)).toEqual({
    texts: { "app-config": "from the database", "mask-store": hydrated },
    superseded: { "app-config": hydrated },
  });
});

test("a missing database is not created", async () => {
  expect(await readNextChatOrigin(memoryStorage({}))).toEqual({ texts: {}, superseded: {} });
  expect(await indexedDB.databases()).toEqual([]);
});

test("ignores another product's database of the same name", async () => {
  (await openDB("keyval-store", 1, { upgrade: (opened) => void opened.createObjectStore("other") })).close();
  expect(await readNextChatOrigin(memoryStorage({}))).toEqual({ texts: {}, superseded: {} });
});

test("does not take Parley's settings under the same key for NextChat's", async () => {
  const own = '{"version":4.1,"state":{"fontSize":18}}';
  expect(isOfNextChat("app-config", own, memoryStorage({ "app-config": own }))).toBe(false);
  expect(isOfNextChat("app-config", own, memoryStorage({ "app-config": own, "chat-next-web-store": "{}" }))).toBe(true);
  expect(isOfNextChat("app-config", own, memoryStorage({ "chat-next-web-store": "{}", "chat-state": "{}" }))).toBe(
    false,
  );
  expect(isOfNextChat("app-config", hydrated, memoryStorage({ "chat-state": "{}" }))).toBe(true);
});

test("after the takeover, distinguishes NextChat's texts without its mark from Parley's", () => {
  const [theirs, ours] = ['{"version":2,"state":{}}', localDocumentText({ version: 2 }, {})];
  const storage = memoryStorage({
    "chat-state": "{}",
    "chat-next-web-store": theirs,
    "access-control": theirs,
    "app-config": ours,
  });
  expect(nextChatKeysIn(storage)).toEqual(["chat-next-web-store", "access-control"]);
  expect(isOfNextChat("app-config", ours, memoryStorage({ "chat-next-web-store": theirs }))).toBe(false);
  expect(nextChatKeysIn(memoryStorage({ "chat-state": "{}", "access-control": theirs }))).toEqual([]);
});

test("clearing all data deletes the database", async () => {
  await leaveInDatabase({ "app-config": hydrated });
  await removeNextChatDatabase();
  expect(await indexedDB.databases()).toEqual([]);
});
