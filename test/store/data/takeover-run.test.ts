import { browserEnvironment } from "@/lib/platform/browser-environment";
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { siteHost } from "@/lib/settings/access-settings";
import { listBackups } from "@/lib/storage/backups";
import { type Database, openDatabase } from "@/lib/storage/database";
import { localDocumentText } from "@/lib/storage/documents";
import { nextChatSeenKey } from "@/lib/storage/nextchat-trace";
import { runTakeover, type TakeoverOrder } from "@/store/data/takeover-run";
import { unsentTexts } from "@/store/data/unsent-texts";
import { usualSettings } from "../../support/chat-samples";

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

const first: Omit<TakeoverOrder, "texts"> = { world, look: "first", hasTakenOver: false, needsRoom: false };
const later: Omit<TakeoverOrder, "texts"> = { world, look: "later", hasTakenOver: true, needsRoom: false };

/** Takes over, and remembers what was seen as the tab does. */
async function run(order: TakeoverOrder) {
  const finds = await runTakeover(database, order, browserEnvironment);
  if (finds) await database.updateTexts([], () => ({ [nextChatSeenKey]: finds.seen }));
  return finds;
}

async function sessionIds(): Promise<readonly string[]> {
  return (await database.readIds()).sessions;
}

test("finds chats in the database and settings in localStorage, and makes a backup of them", async () => {
  await leaveInDatabase({ "chat-next-web-store": chats(["a", "b"]) });
  const found = await run({ ...first, texts: { "app-config": config } });
  expect(found).toMatchObject({
    added: { chats: 2, messages: 2 },
    documents: { "app-config": { fontSize: 18 } },
    stored: [],
  });
  expect(await database.count()).toEqual({ sessions: 2, messages: 2 });
  const [copy] = await listBackups();
  expect(JSON.parse((await copy?.file.text()) ?? "")).toEqual({
    "chat-next-web-store": chats(["a", "b"]),
    "app-config": config,
  });
});

test("repeats an interrupted takeover without storing anything twice", async () => {
  // Chats of 2023 have numbers for ids.
  await leaveInDatabase({ "chat-next-web-store": chats([1, 2]) });
  await run({ ...first, texts: {} });
  expect(await run({ ...first, texts: {} })).toMatchObject({
    added: { chats: 0, messages: 0 },
    found: { chats: 2, messages: 2 },
  });
  expect(await database.count()).toEqual({ sessions: 2, messages: 2 });
  expect(await listBackups()).toHaveLength(1);
});

test("without a NextChat's data, stores nothing", async () => {
  const own = JSON.stringify({ version: 4.1, state: { fontSize: 18 } });
  expect(await run({ ...first, texts: { "app-config": own } })).toBeUndefined();
  expect(await listBackups()).toEqual([]);
});

const plugin = (id: string, content: string) => ({ id, title: id, version: "1", content, createdAt: 1 });
const plugins = (...list: ReturnType<typeof plugin>[]) =>
  JSON.stringify({ version: 1, state: { plugins: Object.fromEntries(list.map((each) => [each.id, each])) } });

async function storedPlugins(): Promise<Record<string, { content: string }>> {
  const { "chat-next-web-plugin": text = '{"state":{"plugins":{}}}' } = await database.readTexts([
    "chat-next-web-plugin",
  ]);
  return JSON.parse(text).state.plugins;
}

test("moves a plugin larger than localStorage into the database", async () => {
  const large = "x".repeat(5_600_000);
  await leaveInDatabase({ "chat-next-web-plugin": plugins(plugin("p", large)) });
  expect(await run({ ...first, texts: {} })).toMatchObject({ stored: ["chat-next-web-plugin"], documents: {} });
  expect((await storedPlugins()).p?.content).toHaveLength(large.length);
});

describe("NextChat's store in a full localStorage", () => {
  const texts = { "chat-next-web-store": chats(["old", "both"]), "mask-store": '{"version":3.1,"state":{"masks":{}}}' };

  test("may be removed once the database and a backup contain all of it", async () => {
    await leaveInDatabase({ "chat-next-web-store": chats(["both", "new"]) });
    const finds = await run({ ...first, needsRoom: true, texts });
    expect(finds?.removable).toEqual(["chat-next-web-store", "mask-store"]);
    expect(await sessionIds()).toEqual(["both", "new", "old"]);
    const [copy] = await listBackups();
    expect(JSON.parse((await copy?.file.text()) ?? "").localStorage).toEqual({
      "chat-next-web-store": texts["chat-next-web-store"],
    });
  });

  test("stays if no space is needed; then chats that NextChat no longer shows are not imported", async () => {
    await leaveInDatabase({ "chat-next-web-store": chats(["both", "new"]) });
    expect((await run({ ...first, texts }))?.removable).toEqual([]);
    expect(await sessionIds()).toEqual(["both", "new"]);
  });

  test("stays if a chat of it cannot be read", async () => {
    const broken = JSON.stringify({ version: 3.3, state: { sessions: [{ id: "a", messages: 7 }, 4] } });
    const finds = await run({ ...first, needsRoom: true, texts: { "chat-next-web-store": broken } });
    expect(finds?.removable).toEqual([]);
  });
});

describe("a later run", () => {
  const access = (fields: object) => JSON.stringify({ version: 2, state: { _hasHydrated: true, ...fields } });

  test("finds nothing while the data is unchanged", async () => {
    await leaveInDatabase({ "chat-next-web-store": chats(["a"]) });
    await run({ ...first, texts: {} });
    expect(await run({ ...later, texts: {} })).toBeUndefined();
  });

  test("adds new chats, messages, plugins and keys, and does not restore what was deleted here", async () => {
    await leaveInDatabase({
      "chat-next-web-store": chats(["a", "deleted"]),
      "chat-next-web-plugin": plugins(plugin("p", "first"), plugin("deleted", "x")),
      "access-control": access({ openaiApiKey: "sk-1" }),
    });
    await run({ ...first, texts: {} });
    await database.purge({ id: "deleted", deletedAt: 9 });
    await database.updateTexts([], () => ({ "chat-next-web-plugin": plugins(plugin("p", "mine")) }));

    const grown = JSON.parse(chats(["a", "deleted", "new"]));
    grown.state.sessions[0].messages.push({ id: "m-later", role: "assistant", date: "", content: "Because." });
    await leaveInDatabase({
      "chat-next-web-store": JSON.stringify(grown),
      "chat-next-web-plugin": plugins(plugin("p", "theirs"), plugin("deleted", "x"), plugin("q", "new")),
      "access-control": access({ openaiApiKey: "sk-1", googleApiKey: "g-1" }),
    });
    const finds = await run({ ...later, texts: {} });
    expect(finds).toMatchObject({ added: { chats: 1, messages: 2, plugins: 1 }, stored: ["chat-next-web-plugin"] });
    expect(finds?.documents).toEqual({
      "access-control": { googleApiKey: "g-1", hosts: { googleApiKey: siteHost } },
    });
    expect(finds?.changed.sessions).toEqual(["new", "a"]);
    expect(await sessionIds()).toEqual(["a", "new"]);
    expect((await database.readMessages("a")).records.map(({ id }) => id)).toEqual(["ma", "m-later"]);
    expect((await database.readSome({ sessions: ["a"], messages: [] })).sessions[0]?.messageCount).toBe(2);
    expect(Object.entries(await storedPlugins()).map(([id, { content }]) => [id, content])).toEqual([
      ["q", "new"],
      ["p", "mine"],
    ]);
    expect(await run({ ...later, texts: {} })).toBeUndefined();
  });

  test.each(["a short time ago", "for good"])("restores a chat that was deleted %s and continued", async (when) => {
    await leaveInDatabase({ "chat-next-web-store": chats(["a", "b"]) });
    await run({ ...first, texts: {} });
    const { sessions } = await database.readSome({ sessions: ["a", "b"], messages: [] });
    await database.putAll({ sessions: sessions.map((session) => ({ ...session, deletedAt: 9 })), messages: [] });
    if (when === "for good") await database.purge({ id: "a", deletedAt: 9 });

    const grown = JSON.parse(chats(["a", "b"]));
    grown.state.sessions[0].messages.push({ id: "later", role: "user", date: "", content: "And?" });
    await leaveInDatabase({ "chat-next-web-store": JSON.stringify(grown) });
    expect(await run({ ...later, texts: {} })).toMatchObject({ added: { chats: 1 } });
    const after = await database.readSome({ sessions: ["a", "b"], messages: [] });
    expect(after.sessions.map(({ id, deletedAt, messageCount }) => [id, deletedAt, messageCount])).toEqual([
      ["a", undefined, 2],
      ["b", 9, 1],
    ]);
    expect((await database.readMessages("a")).records.map(({ id }) => id)).toEqual(["ma", "later"]);
  });

  test("finds what a NextChat with localStorage only writes, and its key if it has overwritten ours", async () => {
    const before = { "chat-next-web-store": chats(["a"]), "access-control": '{"version":1,"state":{"token":"sk-1"}}' };
    await run({ ...first, texts: before });
    const ours = { "chat-state": "{}", "access-control": localDocumentText({ version: 2 }, { openaiApiKey: "sk-1" }) };
    expect(await run({ ...later, texts: { ...before, ...ours } })).toMatchObject({
      added: { chats: 0 },
      documents: {},
    });

    const grown = { ...ours, "chat-next-web-store": chats(["b", "a"]) };
    expect(await run({ ...later, texts: grown })).toMatchObject({ added: { chats: 1 }, documents: {} });
    const replaced = { ...grown, "access-control": before["access-control"] };
    expect((await run({ ...later, texts: replaced }))?.documents).toMatchObject({
      "access-control": { openaiApiKey: "sk-1", hosts: { openaiApiKey: siteHost } },
    });
  });

  test("compares with the backup after a takeover by an earlier version", async () => {
    await leaveInDatabase({ "chat-next-web-store": chats(["a", "deleted"]) });
    await runTakeover(database, { ...first, texts: {} }, browserEnvironment);
    await database.purge({ id: "deleted", deletedAt: 9 });
    await leaveInDatabase({ "chat-next-web-store": chats(["a", "deleted", "new"]) });
    expect(await run({ ...later, texts: {} })).toMatchObject({ added: { chats: 1 } });
    expect(await sessionIds()).toEqual(["a", "new"]);
  });
});

test("imports a chat without messages if it has a draft", async () => {
  const sessions = ["one", "two"].map((id) => ({
    id,
    topic: "New Conversation",
    messages: [],
    mask: { modelConfig: {} },
  }));
  await leaveInDatabase({ "chat-next-web-store": JSON.stringify({ version: 3.3, state: { sessions } }) });
  const found = await run({ ...first, texts: { "unfinished-input-two": "half a thought" } });
  expect(found).toMatchObject({ added: { chats: 1, messages: 0, drafts: 1 } });
  expect(await database.readIds()).toEqual({ sessions: ["two"], messages: [] });
});

test("finds drafts in the stored data", () => {
  const stored = new Map([
    ["app-config", "{}"],
    ["unfinished-input-a", "one"],
    ["last-input", "two"],
  ]);
  const keys = [...stored.keys()];
  const storage = {
    length: keys.length,
    key: (at: number) => keys[at] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
  };
  expect(unsentTexts(storage)).toEqual({ "unfinished-input-a": "one" });
});
