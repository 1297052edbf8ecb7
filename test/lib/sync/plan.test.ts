import { fileBlock } from "@/lib/chat/file-block";
import { emptyMask } from "@/lib/chat/mask";
import { modelSettings } from "@/lib/chat/model-settings";
import type { ChatSession } from "@/lib/chat/session";
import { readFields } from "@/lib/fields/fields";
import { providers } from "@/lib/providers/registry";
import type { StoredBlob } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { cellsOfChats, chatsOf } from "@/lib/sync/chat-cells";
import { cellsOfDocument, documentWith, groupOfDocument } from "@/lib/sync/document-cells";
import { emptyLedger, type Ledger } from "@/lib/sync/ledger";
import type { LocalState } from "@/lib/sync/local-state";
import { readPlainFile } from "@/lib/sync/plain-state";
import { isLargeLoss, planSync } from "@/lib/sync/plan";
import { emptyFile, type RemoteFile, readRemoteFile, writeRemoteFile } from "@/lib/sync/remote-file";
import { storedVote } from "../../support/vote-samples";

const modelConfig = readFields(modelSettings, {});

function chat(id: string, patch: Partial<ChatSession> = {}): ChatSession {
  const mask = emptyMask({ id: `mask of ${id}`, now: 1, lang: "en", modelConfig });
  return {
    id,
    topic: "Tides",
    memoryPrompt: "",
    lastUpdate: 10,
    lastSummarizeIndex: 0,
    mask,
    messageCount: 2,
    order: 10,
    ...patch,
  };
}

function message(id: string, patch: Partial<MessageRecord> = {}): MessageRecord {
  return { id, role: "user", content: `text of ${id}`, date: 10, sessionId: "a", seq: 1, ...patch };
}

const none = async () => undefined;
const context = {
  now: 1000,
  lang: "en",
  modelConfig,
  providers: Object.values(providers),
  thinks: () => true,
  zoneMinutes: 0,
};

function localOf(
  sessions: readonly ChatSession[],
  messages: readonly MessageRecord[],
  ledger: Ledger = emptyLedger,
): LocalState {
  return cellsOfChats(sessions, messages, ledger);
}

function plan(local: LocalState, remote: RemoteFile = emptyFile, ledger: Ledger = emptyLedger, now = 100) {
  return planSync({ local, ledger, outboxes: [], remote, now, writeId: "w" });
}

/** Sends a plan's outcome through the text of the file. */
async function sent(from: ReturnType<typeof plan>, readBlob: (id: string) => Promise<StoredBlob | undefined> = none) {
  const read = readRemoteFile(JSON.parse(await writeRemoteFile(from.merged, { writes: ["w"], readBlob })));
  if (read.kind !== "ours") throw new Error(read.kind);
  return read.file;
}

describe("the file", () => {
  const messages = [
    message("q", { date: 1_700_000_000_000 }),
    message("r", {
      role: "assistant",
      content: "Because.",
      reasoning: "The moon\nand the sun",
      seq: 2,
      tools: [{ id: "t", name: "look", argumentsText: "{}", result: "ok", state: "done" }],
    }),
    message("other", { role: "assistant", content: "Another version", seq: 2, isAside: true, parentId: "q" }),
  ];

  test("restores everything unchanged, including hidden versions, reasoning and tools", async () => {
    const first = plan(localOf([chat("a", { pinned: true, topic: "" })], messages));
    const there = await sent(first);
    expect(there.state).toEqual(first.merged);
    const second = plan(new Map(), there);
    expect(second.newThere).toEqual([]);
    expect(second.changes.putMessages.map(({ record }) => record)).toEqual(
      expect.arrayContaining(messages.map((each) => ({ ...each }))),
    );
    expect(chatsOf(second.merged)[0]?.session).toEqual(chat("a", { pinned: true, topic: "" }));
  });

  test("contains what NextChat reads: its stores, with the newest chat first", async () => {
    const chats = [chat("a"), chat("b", { lastUpdate: 20 })];
    const { merged } = plan(localOf(chats, [...messages, message("x", { sessionId: "b" })]));
    const file = JSON.parse(await writeRemoteFile(merged, { writes: [], readBlob: none }));
    expect(Object.keys(file)).toEqual([
      "chat-next-web-store",
      "access-control",
      "app-config",
      "mask-store",
      "prompt-store",
      "$parley",
    ]);
    expect(file["chat-next-web-store"].sessions.map((session: { id: string }) => session.id)).toEqual(["b", "a"]);
    expect(file["chat-next-web-store"].sessions[1].messages.map((each: { id: string }) => each.id)).toEqual(["q", "r"]);
    expect(file["chat-next-web-store"].sessions[1].messages[1].content).toBe("> The moon\n> and the sun\n\nBecause.");
  });

  test("contains images, and restores them under their ids", async () => {
    const blob = { id: "i", type: "image/png", size: 3, at: 10, bytes: new Uint8Array([1, 2, 3]).buffer };
    const picture = { type: "image_url", image_url: { url: "stored:i" } } as const;
    const shown = message("q", { content: [{ type: "text", text: "Look" }, picture] });
    const aside = message("s", { content: [picture], isAside: true });
    const tools = [{ id: "t", name: "draw", argumentsText: "{}", media: [{ type: "image/png", url: "stored:i" }] }];
    const drawn = message("r", { role: "assistant", content: "Here.", tools });
    for (const each of [shown, aside, drawn]) {
      const there = await sent(plan(localOf([chat("a")], [each])), async (id) => (id === "i" ? blob : undefined));
      const [read] = there.blobs.values();
      expect(read && { ...read, bytes: [...new Uint8Array(read.bytes)] }).toEqual({ ...blob, bytes: [1, 2, 3] });
    }
  });

  test("contains documents, and restores them under their ids", async () => {
    const id = "d".repeat(64);
    const blob = { id, type: "text/markdown", size: 3, at: 10, bytes: new Uint8Array([1, 2, 3]).buffer };
    const content = fileBlock({ name: "a.pdf", text: "", document: { id, pages: 1, tokens: 1, sent: "whole" } });
    const there = await sent(plan(localOf([chat("a")], [message("q", { content })])), async () => blob);
    const [read] = there.blobs.values();
    expect(read && { ...read, bytes: [...new Uint8Array(read.bytes)] }).toEqual({ ...blob, bytes: [1, 2, 3] });
  });

  test("that a NextChat overwrote adds its new content, restores no deletions and changes nothing else", async () => {
    const first = plan(localOf([chat("a")], messages));
    const file = JSON.parse(await writeRemoteFile(first.merged, { writes: [], readBlob: none }));
    file.$parley = undefined;
    file["chat-next-web-store"].sessions[0].messages[1].content = "changed there";
    file["chat-next-web-store"].sessions[0].messages.push({
      id: "new",
      role: "user",
      content: "from NextChat",
      date: new Date(1_700_000_001_000).toISOString(),
    });
    const local = localOf([chat("a")], messages.slice(1), first.ledger);
    const there = readPlainFile(JSON.parse(JSON.stringify(file)), context, local);
    const second = plan(local, there, first.ledger);
    expect(second.changes.deleteMessages).toEqual([]);
    expect(second.changes.putMessages.map(({ record }) => record)).toEqual([
      expect.objectContaining({ id: "new", content: "from NextChat", sessionId: "a" }),
    ]);
    expect(chatsOf(second.merged)[0]?.messages.map(({ id }) => id)).toEqual(["other", "r", "new"]);
  });

  test.each([
    ["an HTML page", "text", "unreadable"],
    ["a list", [], "unreadable"],
    ["no chats", { "app-config": {} }, "unreadable"],
    ["a newer version", { "chat-next-web-store": { sessions: [] }, $parley: { version: 2 } }, "newer"],
    ["a broken part", { "chat-next-web-store": { sessions: [] }, $parley: { version: 1 } }, "unreadable"],
  ])("is rejected if it is %s", (_name, parsed, kind) => {
    expect(readRemoteFile(parsed)).toEqual({ kind });
  });
});

describe("two devices", () => {
  const base = plan(localOf([chat("a")], [message("q")]));

  test("that both continued a chat have all messages, ordered by time", async () => {
    const one = plan(
      localOf([chat("a")], [message("q"), message("one", { seq: 2, date: 30 })]),
      await sent(base),
      base.ledger,
    );
    const two = plan(
      localOf([chat("a")], [message("q"), message("two", { seq: 2, date: 20 }), message("last", { seq: 3, date: 40 })]),
      await sent(one),
      base.ledger,
    );
    expect(chatsOf(two.merged)[0]?.messages.map(({ id }) => id)).toEqual(["q", "two", "one", "last"]);
  });

  test("that both changed a message keep both, the older one as another version @I8.7 @S13", async () => {
    const one = plan(localOf([chat("a")], [message("q", { content: "one" })]), await sent(base), base.ledger, 200);
    const two = plan(localOf([chat("a")], [message("q", { content: "two" })]), await sent(one), base.ledger, 300);
    const [{ messages = [] } = {}] = chatsOf(two.merged);
    expect(messages.map(({ content, isAside }) => [content, isAside])).toEqual([
      ["two", undefined],
      ["one", true],
    ]);
  });

  test("that rename and pin the same chat keep both changes", async () => {
    const one = plan(localOf([chat("a", { topic: "Moon" })], [message("q")]), await sent(base), base.ledger, 200);
    const two = plan(localOf([chat("a", { pinned: true })], [message("q")]), await sent(one), base.ledger, 150);
    expect(chatsOf(two.merged)[0]?.session).toMatchObject({ topic: "Moon", pinned: true });
    expect(two.changes.patchSessions).toEqual([
      { patch: { id: "a", topic: "Moon", messageCount: 1 }, before: { topic: "Tides" } },
    ]);
  });

  test("that delete a chat and write in it keep it", async () => {
    const one = plan(localOf([], [], base.ledger), await sent(base), base.ledger, 200);
    expect(chatsOf(one.merged)).toEqual([]);
    const two = plan(localOf([chat("a")], [message("q"), message("r")]), await sent(one), base.ledger, 150);
    expect(chatsOf(two.merged)[0]?.messages.map(({ id }) => id)).toEqual(["q", "r"]);
  });

  test("do not restore a deleted chat: on a device that has not changed it, it is moved to the trash @I8.7 @S13", async () => {
    const one = plan(localOf([], [], base.ledger), await sent(base), base.ledger, 200);
    const two = plan(localOf([chat("a")], [message("q")]), await sent(one), base.ledger, 150);
    expect(two.changes.patchSessions).toEqual([{ patch: { id: "a", deletedAt: 150 }, before: undefined }]);
  });
});

describe("settings", () => {
  const key = "app-config";
  const config = (state: Record<string, unknown>, defaults: Record<string, unknown> = {}): LocalState =>
    new Map([[groupOfDocument(key), cellsOfDocument(key, state, defaults)]]);
  const text = (state: Record<string, unknown>) => config(state, { theme: "auto", fontSize: 14 });

  test("of an untouched new device are replaced", async () => {
    const there = await sent(plan(text({ theme: "dark", fontSize: 14, lastUpdateTime: 5 })));
    const { documents, newThere } = plan(text({ theme: "auto", fontSize: 14, lastUpdateTime: 0 }), there);
    expect(documents.get(key)).toEqual(new Map([["theme", { at: 5, value: "dark" }]]));
    expect(newThere).toEqual([]);
  });

  test("are merged one by one: the newer one wins", async () => {
    const base = plan(text({ theme: "auto", fontSize: 14, lastUpdateTime: 5 }));
    const one = plan(text({ theme: "dark", fontSize: 14 }), await sent(base), base.ledger, 200);
    const two = plan(text({ theme: "auto", fontSize: 20 }), await sent(one), base.ledger, 150);
    const group = two.merged.get(groupOfDocument(key));
    expect(group && documentWith(key, group, { lastUpdateTime: 7 })).toEqual({
      theme: "dark",
      fontSize: 20,
      lastUpdateTime: 7,
    });
  });

  test("that are missing here were not deleted", async () => {
    const base = plan(text({ theme: "dark", lastUpdateTime: 5 }));
    const later = plan(new Map(), await sent(base), base.ledger);
    expect(later.merged.get(groupOfDocument(key))?.cells.get("theme")).toEqual({ at: 5, value: "dark" });
  });
});

describe("masks", () => {
  const key = "mask-store";
  const masks = (things: Record<string, unknown>): LocalState =>
    new Map([[groupOfDocument(key), cellsOfDocument(key, { masks: things })]]);

  test("that were deleted on another device are deleted, and noted as deleted", async () => {
    const base = plan(masks({ m: { id: "m", createdAt: 5 } }));
    const one = plan(masks({}), await sent(base), base.ledger, 200);
    const two = plan(masks({ m: { id: "m", createdAt: 5 } }), await sent(one), base.ledger);
    const cells = two.documents.get(key) ?? new Map();
    expect(documentWith(key, { deletedAt: 0, cells }, { masks: { m: { id: "m" } } })).toEqual({
      masks: {},
      deleted: { m: 200 },
    });
  });
});

describe("votes", () => {
  const key = "vote-store";
  const votes = (things: Record<string, unknown>): LocalState =>
    new Map([[groupOfDocument(key), cellsOfDocument(key, { votes: things, deleted: {} })]]);

  test("of all devices are joined, the newest choice wins, and a withdrawn one is noted as deleted", async () => {
    const [a, b, c] = ["a", "b", "c"].map((id) => storedVote({ id, createdAt: 5 }));
    const base = plan(votes({ a, b }));
    const one = plan(votes({ a: { ...a, best: 1 }, c }), await sent(base), base.ledger, 200);
    const { documents } = plan(votes({ a, b }), await sent(one), base.ledger, 300);
    const cells = documents.get(key) ?? new Map();
    expect(documentWith(key, { deletedAt: 0, cells }, { votes: { a, b }, deleted: {} })).toEqual({
      votes: { a: { ...a, best: 1 }, c },
      deleted: { b: 200 },
    });
  });
});

test("deleting more than half of several chats needs confirmation, deleting a single chat does not", () => {
  expect([
    isLargeLoss({ count: 1, of: 1 }),
    isLargeLoss({ count: 3, of: 4 }),
    isLargeLoss({ count: 3, of: 6 }),
    isLargeLoss({ count: 40, of: 40 }),
  ]).toEqual([false, true, false, true]);
});
