import { maxModelNameChars } from "@/lib/chat/asked-models";
import {
  isVoteFor,
  readVoteList,
  type Vote,
  type VoteList,
  votedModels,
  voteLimits,
  voteRows,
  withoutVotes,
  withRestored,
  withVote,
} from "@/lib/chat/votes";
import { storedVote } from "../../support/vote-samples";

const none: VoteList = { votes: {}, deleted: {} };
const listOf = (...votes: Vote[]): VoteList => votes.reduce(withVote, none);

test("a comparison has one vote, and a deleted one is noted until it is given again", () => {
  const first = storedVote({ id: "c1" });
  const changed = { ...first, best: 1 };
  const list = withVote(listOf(first), changed);
  expect(list).toEqual({ votes: { c1: changed }, deleted: {} });
  const withdrawn = withoutVotes(list, ["c1", "unknown"], 9000);
  expect(withdrawn).toEqual({ votes: {}, deleted: { c1: 9000 } });
  expect(withVote(withdrawn, first)).toEqual({ votes: { c1: first }, deleted: {} });
});

test("restored votes do not replace those that were given since then", () => {
  const [first, second] = [storedVote({ id: "c1" }), storedVote({ id: "c2" })];
  const deleted = withoutVotes(listOf(first, second), ["c1", "c2"], 9000);
  const again = { ...first, best: 1 };
  expect(withRestored(withVote(deleted, again), [first, second])).toEqual({
    votes: { c1: again, c2: second },
    deleted: {},
  });
});

test("the newest votes stay", () => {
  const votes = Array.from({ length: voteLimits.votes + 1 }, (_, index) =>
    storedVote({ id: `c${index}`, createdAt: 5000 - index }),
  );
  const { votes: left } = readVoteList({ votes: Object.fromEntries(votes.map((vote) => [vote.id, vote])) });
  expect(Object.keys(left)).toHaveLength(voteLimits.votes);
  expect([Object.hasOwn(left, "c0"), Object.hasOwn(left, `c${voteLimits.votes}`)]).toEqual([true, false]);
});

test("the rows count comparisons and votes of each model, the highest share first", () => {
  const [a, b, c] = ["a", "b", "c"].map((model) => ({ providerName: "OpenAI", model })) as [never, never, never];
  const other = { providerName: "Other", model: "a" };
  const rows = voteRows([
    storedVote({ id: "1", models: [a, b], best: 0 }),
    storedVote({ id: "2", models: [b, a, c], best: 1 }),
    storedVote({ id: "3", models: [a, b], best: 1 }),
    storedVote({ id: "4", models: [other, c], best: 1 }),
  ]);
  expect(rows).toEqual([
    { providerName: "OpenAI", model: "a", comparisons: 3, votes: 2 },
    { providerName: "OpenAI", model: "c", comparisons: 2, votes: 1 },
    { providerName: "OpenAI", model: "b", comparisons: 3, votes: 1 },
    { providerName: "Other", model: "a", comparisons: 1, votes: 0 },
  ]);
  expect(voteRows([])).toEqual([]);
});

test("a vote is for one model of one provider", () => {
  const vote = storedVote({ best: 1 });
  expect(isVoteFor(vote, { providerName: "OpenAI", model: "gpt-4.1" })).toBe(true);
  expect(isVoteFor(vote, { providerName: "OpenAI", model: "gpt-4o" })).toBe(false);
  expect(isVoteFor(vote, { providerName: "Other", model: "gpt-4.1" })).toBe(false);
  expect(isVoteFor(undefined, { providerName: "", model: "" })).toBe(false);
  const long = "m".repeat(maxModelNameChars + 1);
  const read = readVoteList({ votes: { c: { ...vote, models: [{ model: long }, { model: "b" }], best: 0 } } });
  expect(isVoteFor(read.votes.c, { providerName: "", model: long })).toBe(true);
});

test("the models of a vote are those of the earlier one and new ones, with bounded names", () => {
  const [a, b] = storedVote().models as [never, never];
  const long = { providerName: "p", model: "m".repeat(300) };
  const bounded = { providerName: "p", model: "m".repeat(200) };
  expect(votedModels(undefined, [b, long, b])).toEqual([b, bounded]);
  expect(votedModels(storedVote(), [long, b])).toEqual([a, b, bounded]);
});

const model = { providerName: "OpenAI", model: "m" };
test.each([
  ["no models", { models: undefined }],
  ["one model", { models: [model], best: 0 }],
  ["seven models", { models: Array.from({ length: 7 }, () => model) }],
  ["a model without a name", { models: [model, { providerName: "OpenAI" }] }],
  ["a best reply of no model", { best: 2 }],
  ["a best reply between two models", { best: 0.5 }],
  ["a negative best reply", { best: -1 }],
])("a stored vote with %s is left out", (_name, flaw) => {
  expect(readVoteList({ votes: { c: { ...storedVote({ id: "c" }), ...flaw } } })).toEqual(none);
});

test.each([undefined, null, 5, "x", [], { votes: [], deleted: 7 }, { votes: { "": storedVote() } }])(
  "of %j nothing is read",
  (stored) => expect(readVoteList(stored)).toEqual(none),
);

test("other fields are not read, a key is the id, and times are bounded", () => {
  const vote = { ...storedVote({ id: "other", createdAt: -5 }), text: "secret" };
  expect(readVoteList({ votes: { c: vote, ["x".repeat(101)]: vote }, deleted: { d: 5, e: "soon" } })).toEqual({
    votes: { c: storedVote({ id: "c", createdAt: 0 }) },
    deleted: { d: 5 },
  });
});
