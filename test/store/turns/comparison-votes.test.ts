import type { Message } from "@/lib/chat/message";
import { createChats } from "@/store/chats/chats";
import { createVotes } from "@/store/costs/votes";
import { closeComparison } from "@/store/turns/close-comparison";
import { toggleVote } from "@/store/turns/comparison-votes";
import { sampleMessage, sampleSession, usualDefaults } from "../../support/chat-samples";
import { fakeEnvironment } from "../../support/fake-environment";
import { fakeJournal } from "../../support/fake-journal";

const answer = (model: string, column: number, given: Partial<Message> = {}) => ({
  ...sampleMessage({ id: model, role: "assistant", content: `${model} says`, model, providerName: "OpenAI" }),
  ...{ comparison: "c1", column, seq: 2, sessionId: "s1" },
  ...(column > 0 && { isAside: true, parentId: "q" }),
  ...given,
});

function setUp(answers: readonly ReturnType<typeof answer>[], isTemporary = false) {
  const env = fakeEnvironment({ now: 1000 });
  const chats = createChats({ env, journal: fakeJournal() });
  chats.getState().hydrate([sampleSession({ id: "s1" })], "s1", usualDefaults);
  const question = { ...sampleMessage({ id: "q", role: "user" }), seq: 1, sessionId: "s1" };
  chats.getState().fillThread("s1", [question, ...answers]);
  const votes = createVotes(env);
  const close = () => closeComparison({ chats }, "s1", "c1");
  const toggle = (id: string) => toggleVote({ chats }, "s1", id, { votes, isTemporary: () => isTemporary });
  return { chats, close, toggle, votes: () => Object.values(votes.getState().votes) };
}

const models = (...names: string[]) => names.map((model) => ({ model, providerName: "OpenAI" }));

test("one answer is the best; another vote replaces it, and the same one is withdrawn", () => {
  const { toggle, votes } = setUp([answer("a", 0), answer("b", 1), answer("c", 2)]);
  toggle("b");
  expect(votes()).toEqual([{ id: "c1", createdAt: 1000, models: models("a", "b", "c"), best: 1 }]);
  toggle("c");
  expect(votes()).toEqual([{ id: "c1", createdAt: 1000, models: models("a", "b", "c"), best: 2 }]);
  toggle("c");
  expect(votes()).toEqual([]);
});

test("a model whose answer has failed does not take part", () => {
  const { toggle, votes } = setUp([answer("a", 0), answer("b", 1, { isError: true }), answer("c", 2)]);
  toggle("b");
  expect(votes()).toEqual([]);
  toggle("c");
  expect(votes()).toEqual([{ id: "c1", createdAt: 1000, models: models("a", "c"), best: 1 }]);
});

test("a model whose answer was stopped before its first word does not take part", () => {
  const { toggle, votes } = setUp([answer("a", 0), answer("b", 1, { content: " ", stopped: true }), answer("c", 2)]);
  toggle("c");
  expect(votes()).toEqual([{ id: "c1", createdAt: 1000, models: models("a", "c"), best: 1 }]);
});

test("the vote of a closed comparison can be given, changed and withdrawn", () => {
  const { chats, close, toggle, votes } = setUp([answer("a", 0), answer("b", 1), answer("c", 2, { isError: true })]);
  close();
  const { a, b } = chats.getState().messages;
  expect([a?.comparison, a?.column, b?.comparison, b?.column]).toEqual(["c1", undefined, "c1", undefined]);
  toggle("b");
  expect(votes()).toEqual([{ id: "c1", createdAt: 1000, models: models("a", "b"), best: 1 }]);
  toggle("a");
  expect(votes()).toEqual([{ id: "c1", createdAt: 1000, models: models("a", "b"), best: 0 }]);
  toggle("a");
  expect(votes()).toEqual([]);
});

test("the models of an earlier vote stay, also if their answers are deleted", () => {
  const { chats, close, toggle, votes } = setUp([answer("a", 0), answer("b", 1), answer("c", 2)]);
  toggle("b");
  close();
  const removed = Object.values(chats.getState().messages).filter(({ id }) => id === "c");
  chats.getState().rewrite("s1", () => ({ put: [], removed }));
  toggle("a");
  expect(votes()).toEqual([{ id: "c1", createdAt: 1000, models: models("a", "b", "c"), best: 0 }]);
});

test("a version that is asked after the comparison was closed gets no vote", () => {
  const { chats, close, toggle, votes } = setUp([answer("a", 0), answer("b", 1)]);
  close();
  const { a } = chats.getState().messages;
  chats.getState().replaceAnswer("s1", "a", { ...sampleMessage({ id: "later", role: "assistant" }), model: "a" });
  toggle("later");
  expect([a?.comparison, votes()]).toEqual(["c1", []]);
});

test.each([
  ["the only answer", [answer("a", 0), answer("b", 1, { isError: true })], false],
  ["an ordinary answer", [answer("a", 0, { comparison: undefined, column: undefined }), answer("b", 1)], false],
  ["an answer of a temporary chat", [answer("a", 0), answer("b", 1)], true],
])("%s gets no vote", (_name, answers, isTemporary) => {
  const { toggle, votes } = setUp(answers as never, isTemporary);
  toggle("a");
  expect(votes()).toEqual([]);
});
