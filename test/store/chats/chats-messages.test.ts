import { editThread } from "@/lib/chat/edit-thread";
import type { Message } from "@/lib/chat/message";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { type ChatsStore, messageNow } from "@/store/chats/chats-state";
import { expectConsistent } from "../../support/chat-invariants";
import { sampleMessage, sampleRecord, sampleSession } from "../../support/chat-samples";
import { withChats } from "../../support/chats-set-up";

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

test("other versions of an answer are hidden, not in the thread", () => {
  const { act } = withChats();
  const shown = sampleRecord({ id: "r1", sessionId: "a", seq: 2, role: "assistant" });
  const aside = { ...sampleRecord({ id: "r0", sessionId: "a", seq: 3, role: "assistant" }), isAside: true };
  act().fillThread("a", [shown, aside]);
  expect(act().threads.a?.ids).toEqual(["r1"]);
  act().takeMessages([{ ...aside, id: "r2" }]);
  expect(act().threads.a?.ids).toEqual(["r1"]);
});
