import type { MessageRecord } from "@/lib/storage/catalogue";
import { branchToChat, deleteBranch, goToBranch, renameBranch } from "@/store/chats/branches";
import { useChats } from "@/store/chats/chats";
import { sampleRecord, sampleSession, usualDefaults } from "../../support/chat-samples";

const record = (id: string, seq: number, given: Partial<MessageRecord> = {}) =>
  sampleRecord({
    ...{ id, sessionId: "a", seq, date: seq, content: id, role: id.startsWith("q") ? "user" : "assistant" },
    ...given,
  });
const aside = (id: string, seq: number, parentId: string) => record(id, seq, { isAside: true, parentId });

const records = [
  record("q1", 1),
  record("r1", 2),
  record("q2", 3),
  aside("r1b", 4, "q1"),
  aside("q2b", 5, "r1b"),
  aside("r2b", 6, "q2b"),
];

const chats = () => useChats.getState();
const head = (id = "a") => chats().sessions.find((session) => session.id === id);
const stored = () => [chats().threads.a, head(), records.map(({ id }) => chats().messages[id])];

beforeEach(() => {
  const session = sampleSession({
    ...{ id: "a", topic: "Tides", preview: "q1", order: 1, messageCount: 3 },
    ...{ lastSummarizeIndex: 3, memoryPrompt: "About tides.", clearContextIndex: 1 },
  });
  useChats.setState({ sessions: [], threads: {}, messages: {}, live: {} });
  chats().hydrate([session], "a", usualDefaults);
  chats().fillThread("a", records);
});

test("going to a branch shows its messages and drops a memory of other questions", () => {
  goToBranch("a", "r2b");
  expect(chats().threads.a).toEqual({
    status: "ready",
    ids: ["q1", "r1b", "q2b", "r2b"],
    asides: { q1: ["r1"], r1: ["q2"] },
  });
  expect(head()).toMatchObject({ messageCount: 4, memoryPrompt: "", lastSummarizeIndex: 0, clearContextIndex: 1 });
  goToBranch("a", "q2");
  expect(chats().threads.a?.ids).toEqual(["q1", "r1", "q2"]);
});

test("a deleted branch is restored with the visible path, the memory and the cleared context", () => {
  const before = stored();
  const deleted = deleteBranch("a", "q2");
  expect(deleted?.count).toBe(2);
  expect(chats().threads.a).toEqual({ status: "ready", ids: ["q1", "r1b", "q2b", "r2b"], asides: {} });
  expect(chats().messages).not.toHaveProperty("q2");
  deleted?.undo();
  expect(stored()).toEqual(before);
});

test("a hidden branch is deleted and restored without another change", () => {
  const before = stored();
  const deleted = deleteBranch("a", "r2b");
  expect(deleted?.count).toBe(3);
  expect(chats().threads.a).toEqual({ status: "ready", ids: ["q1", "r1", "q2"], asides: {} });
  deleted?.undo();
  expect(stored()).toEqual(before);
});

test("a name is stored with the first message of the branch's own", () => {
  renameBranch("a", "r2b", "Plan B");
  expect(chats().messages.r1b).toEqual({ ...records[3], branchName: "Plan B" });
  renameBranch("a", "r2b", "");
  expect(chats().messages.r1b).toEqual(records[3]);
});

test("a branch becomes a chat with its path only, and its name as title", () => {
  renameBranch("a", "r2b", "Plan B");
  let count = 0;
  const newId = () => `n${++count}`;
  expect(branchToChat("a", "r2b", "(copy)", { now: () => 9, newId } as never)).toBe("n1");
  expect(chats().currentId).toBe("n1");
  expect(chats().threads.n1).toEqual({ status: "ready", ids: ["n2", "n3", "n4", "n5"], asides: {} });
  expect(head("n1")).toMatchObject({ topic: "Plan B", messageCount: 4, memoryPrompt: "" });
  expect(chats().threads.n1?.ids.map((id) => chats().messages[id]?.content)).toEqual(["q1", "r1b", "q2b", "r2b"]);
  expect(chats().threads.a?.ids).toEqual(["q1", "r1", "q2"]);
});

test("an unnamed branch becomes a chat with the chat's title and a suffix, and keeps its memory", () => {
  const id = branchToChat("a", "q2", "(copy)") ?? "";
  expect(head(id)).toMatchObject({ topic: "Tides (copy)", memoryPrompt: "About tides.", clearContextIndex: 1 });
  expect(branchToChat("gone", "q2", "(copy)")).toBeUndefined();
});

test("the copy of a branch has the replies of which its last one was blended, without their branches", () => {
  const answers = ["r1", "r1b"].map((id) => ({ id, model: id }));
  const blend = { prompt: "Join.", answers };
  const blended = { ...records[3], id: "r1c", content: "both", seq: 2, isAside: true, parentId: "q1", blend };
  chats().fillThread("a", [...records, blended as MessageRecord]);
  let count = 0;
  const newId = () => `n${++count}`;
  branchToChat("a", "r1c", "(copy)", { now: () => 9, newId } as never);
  expect(chats().threads.n1).toEqual({ status: "ready", ids: ["n2", "n3"], asides: { n2: ["n4", "n5"] } });
  expect(head("n1")?.messageCount).toBe(2);
  expect(chats().messages.n3?.blend).toEqual({
    prompt: "Join.",
    answers: [
      { id: "n4", model: "r1" },
      { id: "n5", model: "r1b" },
    ],
  });
  expect(["n4", "n5"].map((id) => chats().messages[id]?.content)).toEqual(["r1", "r1b"]);
});

test("while a reply grows, no branch is shown, renamed or deleted", () => {
  const growing = { ...records[2], role: "assistant", streaming: true } as MessageRecord;
  chats().fillThread("a", [...records.slice(0, 2), growing, ...records.slice(3)]);
  const before = stored();
  goToBranch("a", "r2b");
  renameBranch("a", "r2b", "Plan B");
  expect(deleteBranch("a", "r2b")).toBeUndefined();
  expect(stored()).toEqual(before);
});

test("the only branch of a chat is not deleted", () => {
  chats().fillThread("a", records.slice(0, 3));
  expect(deleteBranch("a", "q2")).toBeUndefined();
});
