import { currentSession, messageNow } from "@/store/chats/chats-state";
import { expectConsistent } from "../../support/chat-invariants";
import { sampleMessage, sampleSession, usualDefaults } from "../../support/chat-samples";
import { listOf, setUp, withChats } from "../../support/chats-set-up";

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
