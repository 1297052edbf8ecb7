import fc from "fast-check";
import type { ChatSession } from "@/lib/chat/session";
import { currentIdOf, currentSession } from "@/store/chats/chats-state";
import { expectConsistent } from "../../support/chat-invariants";
import { sampleMessage, sampleRecord, sampleSession, usualDefaults, usualSettings } from "../../support/chat-samples";
import { listOf, setUp, withChats } from "../../support/chats-set-up";

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
