import fc from "fast-check";
import { editThread } from "@/lib/chat/edit-thread";
import type { Message } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Changes } from "@/lib/storage/database-records";
import { createChats } from "@/store/chats/chats";
import { type ChatsStore, currentIdOf, currentSession, messageNow } from "@/store/chats/chats-state";
import { expectConsistent } from "../../support/chat-invariants";
import { sampleMessage, sampleRecord, sampleSession, usualDefaults, usualSettings } from "../../support/chat-samples";
import { fakeEnvironment } from "../../support/fake-environment";
import { fakeJournal } from "../../support/fake-journal";

function setUp() {
  const env = fakeEnvironment({ now: 1000 });
  const journal = fakeJournal();
  const store = createChats({ env, journal });
  const act = () => store.getState();
  return { env, journal, store, act };
}

/** A store with the chats `a`, `b` and `c`, in this order, of which `a` has the messages `q1`, `r1`, `q2`. */
function withChats() {
  const set = setUp();
  const stored = ["c", "a", "b"].map((id) => sampleSession({ id, topic: id, order: -id.charCodeAt(0) }));
  for (const session of stored) set.journal.noteSession(session);
  set.act().hydrate(stored, "a", usualDefaults);
  for (const id of ["b", "c"]) set.act().fillThread(id, []);
  set.act().fillThread("a", []);
  set
    .act()
    .append("a", [
      sampleMessage({ id: "q1" }),
      sampleMessage({ id: "r1", role: "assistant" }),
      sampleMessage({ id: "q2" }),
    ]);
  expectConsistent(set.act(), set.journal);
  return set;
}

function listOf({ sessions }: ChatsStore): string[] {
  return sessions.map(({ id }) => id);
}

describe("hydrating", () => {
  test("loads the stored chats in list order, and opens the one that was open", () => {
    const { act, journal } = setUp();
    const [a, b] = [sampleSession({ id: "a", order: 1 }), sampleSession({ id: "b", order: 2 })];
    act().hydrate([a, b], "a", usualDefaults);
    expect(act()).toMatchObject({ sessions: [b, a], currentId: "a", threads: {} });
    expect(journal.sessions.size).toBe(0);
    expectConsistent(act(), journal);
  });

  test.each(["", "gone"])("opens the first chat when the one that was open is %j", (currentId) => {
    const { act } = setUp();
    act().hydrate(
      [sampleSession({ id: "a", order: 1 }), sampleSession({ id: "b", order: 2 })],
      currentId,
      usualDefaults,
    );
    expect(act().currentId).toBe("b");
  });

  test("without chats creates an empty one, which is not stored before it is used", () => {
    const { act, journal } = setUp();
    act().hydrate([], "gone", usualDefaults);
    expect(act().sessions).toMatchObject([{ id: "id-1", topic: "", messageCount: 0, lastUpdate: 1000 }]);
    expect(act()).toMatchObject({ currentId: "id-1", threads: { "id-1": { status: "ready", ids: [] } } });
    expect(journal.sessions.size).toBe(0);
    expectConsistent(act(), journal);
    act().append("id-1", [sampleMessage({ id: "q1" })]);
    expect(journal.sessions.get("id-1")).toMatchObject({ id: "id-1", messageCount: 1 });
  });
});

describe("a new chat", () => {
  test("is on top, open, empty, ready and stored", () => {
    const { act, journal } = withChats();
    const id = act().newChat({ modelConfig: { ...usualSettings, model: "gpt-5" }, lang: "ar" });
    expect(listOf(act())).toEqual([id, "a", "b", "c"]);
    expect(act()).toMatchObject({ currentId: id, threads: { [id]: { status: "ready", ids: [] } } });
    expect(currentSession(act())).toMatchObject({ mask: { lang: "ar", modelConfig: { model: "gpt-5" } } });
    expectConsistent(act(), journal);
  });

  test("reuses the untouched chat on top, reset to the defaults", () => {
    const { act, journal } = withChats();
    const id = act().newChat(usualDefaults);
    const made = currentSession(act()) as ChatSession;
    const chosen = { syncGlobalConfig: false, plugin: ["weather"], avatar: "1f603", hideContext: true };
    act().patchSession(id, { mask: { ...made.mask, ...chosen }, memoryPrompt: "Tides.", clearContextIndex: 0 });
    act().select("b");
    const modelConfig = { ...usualSettings, model: "gpt-5" };
    expect(act().newChat({ ...usualDefaults, modelConfig })).toBe(id);
    expect(listOf(act())).toEqual([id, "a", "b", "c"]);
    const { mask, ...head } = currentSession(act()) as ChatSession;
    expect({ ...head, mask: { ...mask, id: made.mask.id } }).toEqual({ ...made, mask: { ...made.mask, modelConfig } });
    expectConsistent(act(), journal);
  });

  test("is created if the top one was used", () => {
    const { act, journal } = withChats();
    const used = act().newChat(usualDefaults);
    act().patchSession(used, { topic: "Tides" });
    expect(act().newChat(usualDefaults)).not.toBe(used);
    expect(act().sessions).toHaveLength(5);
    expectConsistent(act(), journal);
  });
});

test("selecting opens an existing chat only", () => {
  const { act } = withChats();
  act().select("c");
  expect(act().currentId).toBe("c");
  act().select("gone");
  expect(act().currentId).toBe("c");
  expect(currentSession(act())?.id).toBe("c");
});

test("a thread is loading, then ready with its messages in the given order, or failed", () => {
  const { act } = setUp();
  act().hydrate([sampleSession({ id: "a", messageCount: 2 })], "a", usualDefaults);
  act().startThread("a");
  expect(act().threads.a).toEqual({ status: "loading", ids: [], asides: {} });
  const records = [
    sampleRecord({ id: "m2", sessionId: "a", seq: 1 }),
    sampleRecord({ id: "m1", sessionId: "a", seq: 2 }),
  ];
  act().fillThread("a", records);
  expect(act().threads.a).toEqual({ status: "ready", ids: ["m2", "m1"], asides: {} });
  expect(act().messages).toEqual({ m2: records[0], m1: records[1] });
  act().failThread("a");
  expect(act().threads.a).toEqual({ status: "failed", ids: [], asides: {} });
});

test("appends messages to their chat with the next numbers, stores and counts them", () => {
  const { env, act, journal } = withChats();
  void env.advance(500);
  act().append("a", [sampleMessage({ id: "x" }), sampleMessage({ id: "y" })]);
  expect(act().threads.a?.ids).toEqual(["q1", "r1", "q2", "x", "y"]);
  expect(journal.messages.get("y")).toEqual({ ...sampleMessage({ id: "y" }), sessionId: "a", seq: 5 });
  expect(journal.sessions.get("a")).toMatchObject({ messageCount: 5, lastUpdate: 1000 });
  expectConsistent(act(), journal);
});

describe("a chat without a title is named after its first question", () => {
  const preview = (state: ChatsStore) => state.sessions.find(({ id }) => id === "a")?.preview;

  test("after an edit, and by the previous version once that is shown again", () => {
    const { act, journal } = withChats();
    act().branchOff("a", "q1", [sampleMessage({ id: "x", content: "Other words" })]);
    expect(preview(act())).toBe("Other words");
    expect(journal.sessions.get("a")?.preview).toBe("Other words");
    act().showVersion("a", "x", "q1");
    expect(preview(act())).toBe("q1");
    expectConsistent(act(), journal);
  });

  test("after an edit in place; another question changes nothing", () => {
    const { act, journal } = withChats();
    act().update("q1", (message) => ({ ...message, content: "Mended" }));
    act().update("q2", (message) => ({ ...message, content: "Later" }));
    expect(preview(act())).toBe("Mended");
    expectConsistent(act(), journal);
  });

  test("that remains if another is deleted, and has no name if no question has text", () => {
    const { act, journal } = withChats();
    const undo = act().remove("a", ["q1"]);
    expect(preview(act())).toBe("q2");
    act().remove("a", ["q2"]);
    expect(preview(act())).toBeUndefined();
    undo();
    expect(preview(act())).toBe("q1");
    act().update("q1", (message) => ({ ...message, content: [] }));
    expect(preview(act())).toBeUndefined();
    expectConsistent(act(), journal);
  });

  test.each([
    ["q (copy)", "q (copy)"],
    ["q（副本）", "q（副本）"],
    ["question", "q"],
  ])("and a copy that is named %j keeps that name or is named %j", (called, shown) => {
    const { act, journal } = withChats();
    act().adopt(sampleSession({ id: "d", preview: called, order: 5, messageCount: 1 }), [
      { ...sampleMessage({ id: "x", content: "q" }), sessionId: "d", seq: 1 },
    ]);
    expect(act().sessions.find(({ id }) => id === "d")?.preview).toBe(shown);
    act().append("d", [sampleMessage({ id: "y", content: "More" })]);
    expect(act().sessions.find(({ id }) => id === "d")?.preview).toBe(shown);
    expectConsistent(act(), journal);
  });
});

describe("changing a message", () => {
  test("replaces a message by the result of the change, in place, and stores it", () => {
    const { act, journal } = withChats();
    act().update("q1", (message) => ({ ...message, isError: true }));
    expect(act().messages.q1).toEqual({ ...sampleMessage({ id: "q1" }), isError: true, sessionId: "a", seq: 1 });
    act().update("q1", ({ isError: _gone, ...rest }) => rest);
    expect(act().messages.q1).toStrictEqual({ ...sampleMessage({ id: "q1" }), sessionId: "a", seq: 1 });
    expect(journal.messages.get("q1")).toStrictEqual(act().messages.q1);
    expectConsistent(act(), journal);
  });

  test("that does not exist does nothing", () => {
    const { act } = withChats();
    const before = act();
    act().update("gone", (message) => ({ ...message, content: "x" }));
    expect(act()).toBe(before);
  });
});

describe("a growing reply", () => {
  test("is shown and stored as it grows, separately from the messages, until it is finished", () => {
    const { env, act, journal } = withChats();
    const before = act().messages;
    const growing = sampleMessage({ id: "r1", role: "assistant", content: "Lo", streaming: true });
    act().grow("r1", growing);
    expect(messageNow(act(), "r1")).toEqual({ ...growing, sessionId: "a", seq: 2 });
    expect(act().messages).toBe(before);
    expectConsistent(act(), journal);
    void env.advance(500);
    const finished = sampleMessage({ id: "r1", role: "assistant", content: "Low" });
    act().settle("r1", finished);
    expect(act().live).toEqual({});
    expect(act().messages.r1).toEqual({ ...finished, sessionId: "a", seq: 2 });
    expectConsistent(act(), journal);
  });

  test("has no field of the message that it replaced", () => {
    const { act } = withChats();
    const failed = { isError: true, error: { kind: "server", code: null, message: "" }, reasoning: "Hm." } as const;
    act().settle("r1", sampleMessage({ id: "r1", role: "assistant", content: "", ...failed }));
    const growing = sampleMessage({ id: "r1", role: "assistant", content: "Lo", streaming: true });
    act().grow("r1", growing);
    expect(messageNow(act(), "r1")).toStrictEqual({ ...growing, sessionId: "a", seq: 2 });
    act().grow("r1", { ...growing, content: "Low" });
    expect(messageNow(act(), "r1")).toStrictEqual({ ...growing, content: "Low", sessionId: "a", seq: 2 });
  });

  test("whose message was removed meanwhile is neither shown nor stored again", () => {
    const { act, journal } = withChats();
    const growing = sampleMessage({ id: "q2", content: "Lo", streaming: true });
    act().grow("q2", growing);
    act().remove("a", ["q2"]);
    act().grow("q2", growing);
    act().settle("q2", sampleMessage({ id: "q2", content: "Low" }));
    expect(act().threads.a?.ids).toEqual(["q1", "r1"]);
    expect(messageNow(act(), "q2")).toBeUndefined();
    expectConsistent(act(), journal);
  });
});

describe("removing messages", () => {
  test("removes them from the chat and the store, and undo restores them at their positions", () => {
    const { act, journal } = withChats();
    const before = act();
    const undo = act().remove("a", ["q1", "q2"]);
    expect(act().threads.a?.ids).toEqual(["r1"]);
    expect([...journal.messages.keys()]).toEqual(["r1"]);
    expectConsistent(act(), journal);
    undo();
    expect(act().threads).toEqual(before.threads);
    expect(act().messages).toEqual(before.messages);
    expectConsistent(act(), journal);
  });

  test("can be undone after others were added, which stay behind them", () => {
    const { act, journal } = withChats();
    const undo = act().remove("a", ["r1", "q2"]);
    act().append("a", [sampleMessage({ id: "x" })]);
    expectConsistent(act(), journal);
    undo();
    expect(act().threads.a?.ids).toEqual(["q1", "r1", "q2", "x"]);
    expectConsistent(act(), journal);
  });

  test("can be undone in another order, and twice", () => {
    const { act, journal } = withChats();
    const first = act().remove("a", ["q1"]);
    const second = act().remove("a", ["q2"]);
    first();
    first();
    expect(act().threads.a?.ids).toEqual(["q1", "r1"]);
    second();
    expect(act().threads.a?.ids).toEqual(["q1", "r1", "q2"]);
    expectConsistent(act(), journal);
  });

  test.each([
    ["that do not exist", "a", ["gone"]],
    ["of another chat", "b", ["q1"]],
    ["of a chat that was not opened", "unopened", ["q1"]],
  ])("%s changes nothing", (_name, sessionId, ids) => {
    const { act } = withChats();
    const before = act();
    act().remove(sessionId, ids)();
    expect(act()).toBe(before);
  });
});

test("patches a chat, and ignores one that does not exist", () => {
  const { act, journal } = withChats();
  act().patchSession("b", { topic: "Ebb" });
  act().patchSession("gone", { topic: "x" });
  expect(act().sessions.map(({ topic }) => topic)).toEqual(["a", "Ebb", "c"]);
  expect(journal.sessions.get("b")?.topic).toBe("Ebb");
  expectConsistent(act(), journal);
});

test("a moved chat gets its new position, and the open one stays open", () => {
  const { act, journal } = withChats();
  act().move("a", 2);
  expect(listOf(act())).toEqual(["b", "c", "a"]);
  expect(act().currentId).toBe("a");
  act().move("gone", 0);
  expect(listOf(act())).toEqual(["b", "c", "a"]);
  expectConsistent(act(), journal);
});

describe("pinned chats", () => {
  test("are on top, in their previous order, and return to their positions", () => {
    const { act, journal } = withChats();
    act().setPinned(["c", "b"], true);
    expect(listOf(act())).toEqual(["b", "c", "a"]);
    expect(act().currentId).toBe("a");
    expect(journal.sessions.get("b")).toMatchObject({ pinned: true });
    expectConsistent(act(), journal);
    act().setPinned(["b"], false);
    expect(listOf(act())).toEqual(["c", "a", "b"]);
    expect(journal.sessions.get("b")).not.toHaveProperty("pinned");
    expectConsistent(act(), journal);
  });

  test("a new chat is below them, and an untouched one there is reused", () => {
    const { act } = withChats();
    act().setPinned(["a"], true);
    const id = act().newChat(usualDefaults);
    expect(listOf(act())).toEqual(["a", id, "b", "c"]);
    expect(act().newChat(usualDefaults)).toBe(id);
  });

  test("other tabs are notified", () => {
    const { act } = withChats();
    const [, b] = act().sessions;
    if (b) act().takeSessions([{ ...b, pinned: true }]);
    expect(listOf(act())).toEqual(["b", "a", "c"]);
  });
});

test("several chats are deleted at once, and restored at once", () => {
  const { act, journal } = withChats();
  act().setPinned(["c"], true);
  const undo = act().deleteChats(["a", "b", "gone"], usualDefaults);
  expect(listOf(act())).toEqual(["c"]);
  expect(act().currentId).toBe("c");
  expectConsistent(act(), journal);
  undo();
  expect(listOf(act())).toEqual(["c", "a", "b"]);
  expect(act().currentId).toBe("a");
  expectConsistent(act(), journal);
});

test("deleting all chats at once leaves an empty one, which is removed when they are restored", () => {
  const { act, journal } = withChats();
  const undo = act().deleteChats(["a", "b", "c"], usualDefaults);
  expect(act().sessions).toMatchObject([{ topic: "", messageCount: 0 }]);
  undo();
  expect(listOf(act())).toEqual(["a", "b", "c"]);
  expectConsistent(act(), journal);
});

describe("rewriting a chat", () => {
  /** Applies an edit as the editor does. */
  const rewrite = (state: ChatsStore, id: string, base: readonly Message[], edited: readonly Message[]) =>
    state.rewrite(id, (session, branches) => editThread(session, branches, { base, edited }));
  const idsOf = (state: ChatsStore) => state.threads.a?.ids;
  const messagesOf = (state: ChatsStore) => (idsOf(state) ?? []).flatMap((id) => state.messages[id] ?? []);

  test("reorders, changes, adds and removes messages, and stores only what changed", () => {
    const { act, journal } = withChats();
    act().patchSession("a", { lastSummarizeIndex: 2, clearContextIndex: 1 });
    const base = messagesOf(act());
    const [q1, r1, q2] = base as [MessageRecord, MessageRecord, MessageRecord];
    const noted = jest.spyOn(journal, "noteMessage");
    rewrite(act(), "a", base, [q2, sampleMessage({ id: "x" }), { ...r1, content: "Low" }]);
    expect(idsOf(act())).toEqual(["q2", "x", "r1"]);
    expect(act().messages.r1).toEqual({ ...r1, content: "Low" });
    expect(act().messages.q1).toBeUndefined();
    expect(noted.mock.calls.map(([{ id }]) => id)).toEqual(["q2", "x", "r1"]);
    expect(journal.messages.has(q1.id)).toBe(false);
    expect(act().sessions[0]).toMatchObject({ messageCount: 3, lastSummarizeIndex: 0, preview: "q2" });
    expect(act().sessions[0]?.clearContextIndex).toBeUndefined();
    expectConsistent(act(), journal);
  });

  test("to its current state writes no message", () => {
    const { act, journal } = withChats();
    const base = messagesOf(act());
    const noted = jest.spyOn(journal, "noteMessage");
    rewrite(act(), "a", base, base);
    expect(noted.mock.calls).toEqual([]);
    expect(messagesOf(act())).toEqual(base);
    expectConsistent(act(), journal);
  });

  test("leaves messages sent meanwhile at the end, and new messages follow them", () => {
    const { act, journal } = withChats();
    const base = messagesOf(act());
    act().append("a", [sampleMessage({ id: "late" })]);
    rewrite(act(), "a", base, []);
    act().append("a", [sampleMessage({ id: "later" })]);
    expect(idsOf(act())).toEqual(["late", "later"]);
    expectConsistent(act(), journal);
  });

  test.each(["unopened", "gone"])("does nothing to a chat that is %s", (id) => {
    const { act } = withChats();
    const before = act();
    rewrite(act(), id, [], [sampleMessage({ id: "x" })]);
    expect(act()).toBe(before);
  });
});

describe("deleting a chat", () => {
  test.each([
    ["a", "a", "b"],
    ["b", "b", "c"],
    ["c", "c", "b"],
    ["a", "b", "b"],
    ["c", "a", "a"],
  ])("%s while %s is open leaves %s open; undoing restores list, selection and messages", (deleted, open, next) => {
    const { act, journal } = withChats();
    act().select(open);
    const before = act();
    const undo = act().deleteChats([deleted], usualDefaults);
    expect(listOf(act())).toEqual(["a", "b", "c"].filter((id) => id !== deleted));
    expect(act().currentId).toBe(next);
    expect(journal.sessions.get(deleted)?.deletedAt).toBe(1000);
    expectConsistent(act(), journal);
    undo();
    expect(act().sessions).toEqual(before.sessions);
    expect(act()).toMatchObject({ currentId: open, threads: before.threads, messages: before.messages });
    expectConsistent(act(), journal);
  });

  test("undone while another chat is open keeps the selection", () => {
    const { act } = withChats();
    const undo = act().deleteChats(["b"], usualDefaults);
    act().select("c");
    undo();
    expect(act().currentId).toBe("c");
  });

  test("keeps the parts of its reply that arrived meanwhile if it is undone", () => {
    const { act, journal } = withChats();
    act().grow("q2", sampleMessage({ id: "q2", content: "Lo", streaming: true }));
    const undo = act().deleteChats(["a"], usualDefaults);
    act().settle("q2", sampleMessage({ id: "q2", content: "Low", stopped: true }));
    expect(listOf(act())).toEqual(["b", "c"]);
    expectConsistent(act(), journal);
    undo();
    expect(messageNow(act(), "q2")).toMatchObject({ content: "Low", stopped: true });
    expectConsistent(act(), journal);
  });

  test("counts correctly if a removal in it is undone before it is restored", () => {
    const { act, journal } = withChats();
    const restoreMessage = act().remove("a", ["r1"]);
    const restoreChat = act().deleteChats(["a"], usualDefaults);
    restoreMessage();
    restoreChat();
    expect(currentSession(act())).toMatchObject({ id: "a", messageCount: 3 });
    expectConsistent(act(), journal);
  });

  test("that is the last one leaves an empty chat, which is removed on undo if it was not used", () => {
    const { act, journal } = setUp();
    act().hydrate([sampleSession({ id: "a", topic: "Tides" })], "a", usualDefaults);
    const undo = act().deleteChats(["a"], usualDefaults);
    const [fresh] = act().sessions;
    expect(act().sessions).toMatchObject([{ topic: "", messageCount: 0 }]);
    expect(act()).toMatchObject({
      currentId: fresh?.id,
      threads: { [String(fresh?.id)]: { status: "ready", ids: [] } },
    });
    expectConsistent(act(), journal);
    undo();
    expect(act()).toMatchObject({ sessions: [{ id: "a" }], currentId: "a" });
    expectConsistent(act(), journal);
  });

  test("that is the last one keeps the empty chat if that was used", () => {
    const { act, journal } = setUp();
    act().hydrate([sampleSession({ id: "a", topic: "Tides" })], "a", usualDefaults);
    const undo = act().deleteChats(["a"], usualDefaults);
    act().append(act().currentId, [sampleMessage({ id: "q1" })]);
    undo();
    expect(act().sessions).toHaveLength(2);
    expect(act().currentId).toBe("a");
    expectConsistent(act(), journal);
  });

  test("that does not exist changes nothing", () => {
    const { act } = withChats();
    const before = act();
    act().deleteChats(["gone"], usualDefaults)();
    expect(act()).toBe(before);
  });
});

describe("after any sequence of actions", () => {
  const place = fc.nat(7);
  const step = fc.record({
    action: fc.constantFrom(
      "newChat",
      "select",
      "append",
      "append",
      "update",
      "grow",
      "settle",
      "remove",
      "patch",
      "move",
      "deleteChat",
      "undo",
      "undo",
    ),
    chat: place,
    message: place,
    to: place,
  });

  test("the list, the threads and the store are consistent", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { act, journal } = withChats();
        const undos: (() => void)[] = [];
        for (const [number, { action, chat, message, to }] of steps.entries()) {
          const { sessions, threads } = act();
          const sessionId = sessions[chat % sessions.length]?.id ?? "";
          const ids = threads[sessionId]?.ids ?? [];
          const id = ids[message % Math.max(1, ids.length)] ?? "none";
          const text = sampleMessage({ id, content: String(number) });
          if (action === "newChat") act().newChat(usualDefaults);
          if (action === "select") act().select(sessionId);
          if (action === "append") act().append(sessionId, [sampleMessage({ id: `m${number}` })]);
          // Nothing in the product changes a reply otherwise while it grows.
          if (action === "update" && !act().live[id]) act().update(id, () => text);
          if (action === "grow") act().grow(id, text);
          if (action === "settle") act().settle(id, text);
          if (action === "remove") undos.push(act().remove(sessionId, [id]));
          if (action === "patch") act().patchSession(sessionId, { topic: String(number) });
          if (action === "move") act().move(sessionId, to % sessions.length);
          if (action === "deleteChat") undos.push(act().deleteChats([sessionId], usualDefaults));
          if (action === "undo") undos.splice(to % Math.max(1, undos.length), 1)[0]?.();
          expectConsistent(act(), journal);
        }
      }),
      { numRuns: 80 },
    );
  });
});

describe("undoing a deletion after something else was done", () => {
  const reply = (id: string) => sampleMessage({ id, role: "assistant", content: id });
  const question = (id: string) => sampleMessage({ id, role: "user", content: id });

  function withTurns() {
    const { act, journal } = withChats();
    act().fillThread("a", []);
    act().append("a", [question("q1"), reply("r1"), question("q2"), reply("r2")]);
    const thread = () => {
      expectConsistent(act(), journal);
      const { ids = [], asides = {} } = act().threads.a ?? {};
      return [ids, asides];
    };
    return { act, thread };
  }

  test("restores a question above both versions of its reply, even if another version was shown meanwhile", () => {
    const { act, thread } = withTurns();
    act().replaceAnswer("a", "r2", reply("r2b"));
    const undo = act().remove("a", ["q2"]);
    act().showVersion("a", "r2b", "r2");
    undo();
    expect(thread()).toEqual([["q1", "r1", "q2", "r2b"], { q2: ["r2"] }]);
  });

  test("restores a question in its branch, even if an earlier question was edited, as that one's previous version", () => {
    const { act, thread } = withTurns();
    const undo = act().remove("a", ["q2"]);
    act().branchOff("a", "q1", [question("q1b"), reply("r1b")]);
    undo();
    expect(thread()).toEqual([["q1", "r1", "q2", "r2"], { "": ["q1b"], q1b: ["r1b"] }]);
  });

  test("restores a question, even if the remaining reply was retried, as that one's previous version", () => {
    const { act, thread } = withTurns();
    const undo = act().remove("a", ["q2"]);
    act().replaceAnswer("a", "r2", reply("r2b"));
    undo();
    expect(thread()).toEqual([["q1", "r1", "q2", "r2"], { q2: ["r2b"] }]);
  });

  test("restores it as a hidden version while a reply is streaming", () => {
    const { act, thread } = withTurns();
    const undo = act().remove("a", ["q2"]);
    act().branchOff("a", "q1", [question("q1b"), reply("r1b")]);
    act().grow("r1b", reply("r1b"));
    undo();
    expect(thread()).toEqual([["q1b", "r1b"], { "": ["q1"], q1: ["r1"], r1: ["q2", "r2"] }]);
  });

  test("keeps chats that were deleted later", () => {
    const { act, thread } = withTurns();
    act().replaceAnswer("a", "r2", reply("r2b"));
    const undo = act().remove("a", ["q1"]);
    act().remove("a", ["q2"]);
    act().showVersion("a", "r2b", "r2");
    undo();
    expect(thread()).toEqual([["q1", "r1", "r2b"], { r1: ["r2"] }]);
  });
});

test.each([
  [undefined, ""],
  [null, ""],
  ["a", ""],
  [{}, ""],
  [{ currentId: 7 }, ""],
  [{ currentId: "a" }, "a"],
])("of the stored %p, the open chat is %j", (stored, expected) => {
  expect(currentIdOf(stored)).toBe(expected);
});

describe("chats not read at startup, and chats that other tabs store", () => {
  test("are added without undoing later changes", () => {
    const { act, journal } = withChats();
    act().deleteChats(["b"], usualDefaults);
    act().patchSession("c", { topic: "mine" });
    const later = ["b", "c", "d"].map((id) => sampleSession({ id, topic: "stored", order: -500 }));
    act().addSessions([...later, sampleSession({ id: "gone", deletedAt: 1 })]);
    expect(listOf(act())).toEqual(["a", "c", "d"]);
    expect(act().sessions.find(({ id }) => id === "c")?.topic).toBe("mine");
    expectConsistent(act(), journal);
  });

  test("replaces heads, and removes chats that another tab deleted, also the open one", () => {
    const { act } = withChats();
    const [a] = act().sessions;
    if (!a) throw new Error("There is no chat.");
    act().takeSessions([{ ...a, topic: "renamed" }]);
    expect(act().sessions[0]?.topic).toBe("renamed");
    act().takeSessions([{ ...a, deletedAt: 5 }]);
    expect(listOf(act())).toEqual(["b", "c"]);
    expect(act().currentId).toBe("b");
  });

  test("is inserted at its position in an opened thread, and is not stored again", () => {
    const { act, journal } = withChats();
    const before = journal.messages.size;
    act().takeMessages([
      sampleRecord({ id: "x", sessionId: "a", seq: 1.5 }),
      sampleRecord({ id: "q2", sessionId: "a", seq: 3, content: "changed" }),
      sampleRecord({ id: "y", sessionId: "unopened", seq: 1 }),
    ]);
    expect(act().threads.a?.ids).toEqual(["q1", "x", "r1", "q2"]);
    expect(act().messages.q2?.content).toBe("changed");
    expect(act().messages.y).toBeUndefined();
    act().dropMessages([{ id: "x", sessionId: "a" }]);
    expect(act().threads.a?.ids).toEqual(["q1", "r1", "q2"]);
    expect(journal.messages.size).toBe(before);
  });

  test("does not overwrite unwritten changes of this tab", () => {
    const written = fakeJournal();
    const unwritten: Changes = {
      patchSessions: [{ id: "a", topic: "mine" }],
      putMessages: [sampleRecord({ id: "q1", sessionId: "a", seq: 1 })],
      growMessages: [],
      deleteMessages: ["gone"],
    };
    const store = createChats({
      env: fakeEnvironment({ now: 1000 }),
      journal: { ...written, unwritten: () => unwritten },
    });
    const head = sampleSession({ id: "a", topic: "mine", messageCount: 1 });
    store.getState().hydrate([head], "a", usualDefaults);
    store.getState().fillThread("a", [sampleRecord({ id: "q1", sessionId: "a", seq: 1, content: "mine" })]);
    store.getState().takeSessions([{ ...head, topic: "theirs", memoryPrompt: "theirs" }]);
    store
      .getState()
      .takeMessages(
        ["q1", "gone", "r1"].map((id, place) =>
          sampleRecord({ id, sessionId: "a", seq: place + 1, content: "theirs" }),
        ),
      );
    expect(store.getState().sessions).toMatchObject([{ topic: "mine", memoryPrompt: "theirs" }]);
    expect(store.getState().threads.a?.ids).toEqual(["q1", "r1"]);
    expect(store.getState().messages.q1?.content).toBe("mine");
  });

  test("is counted in its chat's metadata, even if two tabs have each counted only their own", () => {
    const { act, journal } = withChats();
    act().takeMessages([sampleRecord({ id: "x", sessionId: "a", seq: 3.5 })]);
    act().recount("a");
    expect(journal.sessions.get("a")?.messageCount).toBe(4);
    act().dropMessages([{ id: "x", sessionId: "a" }]);
    act().recount("a");
    expect(journal.sessions.get("a")?.messageCount).toBe(3);
  });

  test("does not change a reply that is streaming in this tab", () => {
    const { act } = withChats();
    act().grow("r1", sampleMessage({ id: "r1", role: "assistant", content: "growing here" }));
    act().takeMessages([sampleRecord({ id: "r1", sessionId: "a", seq: 2, content: "older" })]);
    expect(messageNow(act(), "r1")?.content).toBe("growing here");
  });
});

test("other versions of an answer are hidden, not in the thread", () => {
  const { act } = withChats();
  const shown = sampleRecord({ id: "r1", sessionId: "a", seq: 2, role: "assistant" });
  const aside = { ...sampleRecord({ id: "r0", sessionId: "a", seq: 3, role: "assistant" }), isAside: true };
  act().fillThread("a", [shown, aside]);
  expect(act().threads.a?.ids).toEqual(["r1"]);
  act().takeMessages([{ ...aside, id: "r2" }]);
  expect(act().threads.a?.ids).toEqual(["r1"]);
});

test("an adopted chat with visible and hidden messages is at its position, stored and open", () => {
  const { act, journal } = withChats();
  const record = (id: string, seq: number, given = {}) => ({ ...sampleRecord({ id, sessionId: "d", seq }), ...given });
  const aside = record("x2", 2, { isAside: true, parentId: "x1" });
  act().adopt(sampleSession({ id: "d", topic: "a (copy)", order: 5, messageCount: 2 }), [
    record("x1", 1),
    record("x3", 2),
    aside,
  ]);
  expect(listOf(act())).toEqual(["d", "a", "b", "c"]);
  expect(act().currentId).toBe("d");
  expect(act().threads.d).toEqual({ status: "ready", ids: ["x1", "x3"], asides: { x1: ["x2"] } });
  expect(journal.sessions.get("d")).toEqual(act().sessions[0]);
  expect(journal.messages.get("x2")).toEqual(aside);
});
