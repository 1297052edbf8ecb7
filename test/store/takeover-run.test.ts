import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { listBackups } from "@/lib/storage/backups";
import { type Database, openDatabase } from "@/lib/storage/database";
import { runTakeover } from "@/store/takeover-run";
import { usualSettings } from "../support/chat-samples";

const world = { now: 5, lang: "en", modelConfig: usualSettings, zoneMinutes: 0 };
const chats = (ids: readonly (string | number)[]) =>
  JSON.stringify({
    version: 3.3,
    state: {
      sessions: ids.map((id) => ({
        id,
        topic: "Tides",
        lastUpdate: 1_700_000_000_000,
        messages: [{ id: `m${id}`, role: "user", date: "11/14/2023, 10:13:20 PM", content: "Why?" }],
        mask: { id: "k", name: "Tides", avatar: "gpt-bot", context: [], modelConfig: {}, lang: "en" },
      })),
    },
  });
const config = JSON.stringify({ version: 4.1, state: { _hasHydrated: true, fontSize: 18 } });

let database: Database;

beforeEach(async () => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  database = await openDatabase(() => {});
});
afterEach(() => database.close());

async function leaveInDatabase(values: Record<string, string>): Promise<void> {
  const left = await openDB("keyval-store", 1, { upgrade: (opened) => void opened.createObjectStore("keyval") });
  for (const [key, value] of Object.entries(values)) await left.put("keyval", value, key);
  left.close();
}

test("chats of the database and settings of localStorage are found, and a copy is kept as they were", async () => {
  await leaveInDatabase({ "chat-next-web-store": chats(["a", "b"]) });
  const found = await runTakeover(database, { texts: { "app-config": config }, world });
  expect(found).toMatchObject({ chats: 2, messages: 2, documents: { "app-config": { fontSize: 18 } } });
  expect(await database.count()).toEqual({ sessions: 2, messages: 2 });
  const [copy] = await listBackups();
  expect(JSON.parse((await copy?.file.text()) ?? "")).toEqual({
    "chat-next-web-store": chats(["a", "b"]),
    "app-config": config,
  });
});

test("one that died with its page is done again: nothing is there twice, the copy neither", async () => {
  // Chats of 2023 have numbers for ids.
  await leaveInDatabase({ "chat-next-web-store": chats([1, 2]) });
  await runTakeover(database, { texts: {}, world });
  expect(await runTakeover(database, { texts: {}, world })).toMatchObject({ chats: 0, messages: 0 });
  expect(await database.count()).toEqual({ sessions: 2, messages: 2 });
  expect(await listBackups()).toHaveLength(1);
});

test("where a NextChat has left nothing, nothing is kept", async () => {
  const own = JSON.stringify({ version: 4.1, state: { fontSize: 18 } });
  expect(await runTakeover(database, { texts: { "app-config": own }, world })).toBeUndefined();
  expect(await listBackups()).toEqual([]);
});
