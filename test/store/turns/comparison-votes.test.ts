import type { Message } from "@/lib/chat/message";
import { createChats } from "@/store/chats/chats";
import { createVotes } from "@/store/costs/votes";
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
  const toggle = (id: string) => toggleVote({ chats }, "s1", id, { votes, isTemporary: () => isTemporary });
  return { toggle, votes: () => Object.values(votes.getState().votes) };
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

test.each([
  ["the only answer", [answer("a", 0), answer("b", 1, { isError: true })], false],
  ["an ordinary answer", [answer("a", 0, { comparison: undefined, column: undefined }), answer("b", 1)], false],
  ["an answer of a temporary chat", [answer("a", 0), answer("b", 1)], true],
])("%s gets no vote", (_name, answers, isTemporary) => {
  const { toggle, votes } = setUp(answers as never, isTemporary);
  toggle("a");
  expect(votes()).toEqual([]);
});
