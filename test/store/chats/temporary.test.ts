import { getPendingWork } from "@/store/app/reload-check";
import { createChats, useChats } from "@/store/chats/chats";
import { createJournal } from "@/store/records/journal";
import { sampleMessage, sampleSession, usualDefaults } from "../../support/chat-samples";
import { fakeEnvironment } from "../../support/fake-environment";

function setUp() {
  const journal = createJournal({ set: () => 0, clear: () => {} });
  const store = createChats({ env: fakeEnvironment({ now: 1000 }), journal });
  const act = () => store.getState();
  act().hydrate([sampleSession({ id: "a", order: 1 })], "a", usualDefaults);
  act().adopt({ ...sampleSession({ id: "t", topic: "Temporary chat", order: 2 }), isTemporary: true }, []);
  return { act, journal };
}

const nothing = { patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] };

test("nothing of a temporary chat is noted: title, messages, replies, versions, removals, deletion and its undo", () => {
  const { act, journal } = setUp();
  act().append("t", [sampleMessage({ id: "q" }), sampleMessage({ id: "r", role: "assistant" })]);
  act().patchSession("t", { topic: "Renamed" });
  act().grow("r", sampleMessage({ id: "r", role: "assistant", content: "grows" }));
  act().settle("r", sampleMessage({ id: "r", role: "assistant", content: "grown" }));
  act().replaceAnswer("t", "r", sampleMessage({ id: "r2", role: "assistant" }));
  act().setPinned(["t"], true);
  act().keepSession("t");
  act().remove("t", ["q"])();
  act().deleteChats(["t"], usualDefaults)();
  expect(act().threads.t?.ids).toEqual(["q", "r2"]);
  expect(journal.unwritten()).toEqual(nothing);
});

test("a temporary chat that is kept is noted whole, with its hidden versions and its growing reply", () => {
  const { act, journal } = setUp();
  act().append("t", [sampleMessage({ id: "q" }), sampleMessage({ id: "r", role: "assistant" })]);
  act().replaceAnswer("t", "r", sampleMessage({ id: "r2", role: "assistant", streaming: true }));
  act().keep("t");
  act().grow("r2", sampleMessage({ id: "r2", role: "assistant", content: "grows", streaming: true }));
  const { patchSessions, putMessages } = journal.unwritten();
  expect(patchSessions).toMatchObject([{ id: "t", topic: "Temporary chat", messageCount: 2, order: 2 }]);
  expect(patchSessions[0]).not.toHaveProperty("isTemporary");
  expect(putMessages.map(({ id, content, isAside }) => [id, content, isAside ?? false])).toEqual([
    ["q", expect.anything(), false],
    ["r2", "grows", false],
    ["r", expect.anything(), true],
  ]);
});

test("keeping a chat that is not temporary changes nothing", () => {
  const { act, journal } = setUp();
  act().keep("a");
  act().keep("gone");
  expect(journal.unwritten()).toEqual(nothing);
});

test("a new chat does not take the place of an empty temporary chat", () => {
  const { act } = setUp();
  const id = act().newChat(usualDefaults);
  expect(id).not.toBe("t");
  expect(act().sessions.find((session) => session.id === id)).not.toHaveProperty("isTemporary");
});

test("a temporary chat with messages is work that a reload would interrupt", () => {
  const temporary = { ...sampleSession({ id: "t" }), isTemporary: true as const };
  useChats.setState({ sessions: [temporary] });
  expect(getPendingWork()).toEqual([]);
  useChats.setState({ sessions: [{ ...temporary, messageCount: 1 }] });
  expect(getPendingWork()).toEqual(["temporary"]);
  useChats.setState({ sessions: [sampleSession({ id: "a", messageCount: 1 })] });
  expect(getPendingWork()).toEqual([]);
});

test("a deleted temporary chat remains temporary for what still runs in it", () => {
  const { act, journal } = setUp();
  act().append("t", [sampleMessage({ id: "q" })]);
  act().deleteChats(["t"], usualDefaults);
  expect([journal.isTemporary("t"), journal.isTemporary("a")]).toEqual([true, false]);
});

test("a temporary chat whose title was emptied is not reused for a new chat", () => {
  const { act, journal } = setUp();
  act().patchSession("t", { topic: "" });
  const id = act().newChat(usualDefaults);
  act().append(id, [sampleMessage({ id: "q" })]);
  expect(id).not.toBe("t");
  expect(journal.unwritten().putMessages.map((message) => message.id)).toEqual(["q"]);
});
