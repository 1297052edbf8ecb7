import type { Changes } from "@/lib/storage/database-records";
import { createChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import { expectConsistent } from "../../support/chat-invariants";
import { sampleMessage, sampleRecord, sampleSession, usualDefaults } from "../../support/chat-samples";
import { listOf, setUp, withChats } from "../../support/chats-set-up";
import { fakeEnvironment } from "../../support/fake-environment";
import { fakeJournal } from "../../support/fake-journal";

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
