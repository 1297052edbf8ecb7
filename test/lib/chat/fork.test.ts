import { forkChat, partUpTo } from "@/lib/chat/fork";
import type { ChatSession } from "@/lib/chat/session";
import { sampleRecord, sampleSession } from "../../support/chat-samples";

function fork(session: ChatSession, messages: readonly ReturnType<typeof sampleRecord>[] = []) {
  let count = 0;
  const newId = () => `n${++count}`;
  return forkChat({ session, messages }, { id: "s9", newId, now: 500, others: [session], suffix: "(copy)" });
}

const record = (id: string, seq: number, given: object = {}) => sampleRecord({ id, sessionId: "s1", seq, ...given });

test("a fork has the chat's mask, memory and cleared context, is on top and is marked in its title", () => {
  const session = sampleSession({
    id: "s1",
    topic: "Tides",
    preview: "Why do tides",
    memoryPrompt: "They spoke of tides.",
    lastSummarizeIndex: 2,
    clearContextIndex: 1,
    lastUpdate: 7,
    order: 900,
  });
  expect(fork(session, [record("q1", 1), record("r1", 2, { role: "assistant" })]).session).toEqual({
    ...session,
    id: "s9",
    topic: "Tides (copy)",
    lastUpdate: 500,
    order: 901,
    messageCount: 2,
  });
});

test("a chat without a title still gets one, and its fork is distinguished by the first question", () => {
  expect(fork(sampleSession({ id: "s1", preview: "Why do tides" })).session).toMatchObject({
    topic: "",
    preview: "Why do tides (copy)",
  });
  expect(fork(sampleSession({ id: "s1" })).session).not.toHaveProperty("preview");
});

test("a blended reply names the copies of its sources; missing ones and other values stay", () => {
  const answers = [{ id: "r1", model: "a" }, { id: "gone", model: "b" }, "damaged"];
  const messages = [
    record("q1", 1),
    record("r1", 2, { role: "assistant", isAside: true, parentId: "q1" }),
    record("b1", 2, { role: "assistant", blend: { prompt: "Join.", answers } }),
  ];
  expect(fork(sampleSession({ id: "s1" }), messages).messages[2]).toEqual({
    ...messages[2],
    id: "n3",
    blend: { prompt: "Join.", answers: [{ id: "n2", model: "a" }, { id: "gone", model: "b" }, "damaged"] },
  });
});

test("messages get new ids, and other versions follow the copies of their predecessors", () => {
  const lost = record("q5", 1, { isAside: true });
  const messages = [
    record("q1", 1),
    record("r1", 2, { role: "assistant" }),
    record("r2", 2, { role: "assistant", isAside: true, parentId: "q1" }),
    record("q0", 1, { isAside: true }),
    { ...lost, parentId: "gone" },
  ];
  const { session, messages: copies } = fork(sampleSession({ id: "s1", messageCount: 2 }), messages);
  expect(session.messageCount).toBe(2);
  expect(copies).toEqual([
    { ...messages[0], id: "n1" },
    { ...messages[1], id: "n2" },
    { ...messages[2], id: "n3", parentId: "n1" },
    { ...messages[3], id: "n4" },
    { ...lost, id: "n5" },
  ]);
});

test("a growing reply is copied as far as it has arrived, and not before its first text", () => {
  const growing = { role: "assistant", streaming: true };
  const said = fork(sampleSession({ id: "s1" }), [record("r1", 1, { ...growing, content: "Because" })]).messages;
  expect(said).toEqual([{ ...record("r1", 1, { role: "assistant", content: "Because" }), id: "n1", stopped: true }]);
  expect(fork(sampleSession({ id: "s1" }), [record("r1", 1, { ...growing, content: "" })]).messages).toEqual([]);
});

test("a partial fork ends with a message and has the versions of its messages", () => {
  const session = sampleSession({ id: "s1", memoryPrompt: "Later.", lastSummarizeIndex: 4, clearContextIndex: 3 });
  const aside = (id: string, parentId?: string) => record(id, 9, { isAside: true, ...(parentId && { parentId }) });
  const messages = [
    record("q1", 1),
    record("r1", 2),
    record("q2", 3),
    record("r2", 4),
    // Behind one another, and before what they follow.
    aside("r0-late", "q0"),
    aside("q0"),
    aside("r1-early", "q1"),
    aside("r2-early", "q2"),
  ];
  const part = partUpTo({ session, messages }, "r1");
  expect(part.messages.map(({ id }) => id)).toEqual(["q1", "r1", "r0-late", "q0", "r1-early"]);
  expect(part.session).toMatchObject({ memoryPrompt: "", lastSummarizeIndex: 0 });
  expect(part.session).not.toHaveProperty("clearContextIndex");
  expect(partUpTo({ session, messages }, "r2")).toEqual({ session, messages });
});

test("the answers of a comparison share an id in the copy, which is not that of the original", () => {
  const answer = (id: string, column: number) =>
    record(id, 2, {
      role: "assistant",
      comparison: "c1",
      column,
      ...(column > 0 && { isAside: true, parentId: "q1" }),
    });
  const { messages } = fork(sampleSession({ id: "s1" }), [record("q1", 1), answer("a", 0), answer("b", 1)]);
  const [question, ...answers] = messages.map(({ comparison }) => comparison);
  expect(question).toBeUndefined();
  expect([answers.length, new Set(answers).size, answers.includes("c1")]).toEqual([2, 1, false]);
});
