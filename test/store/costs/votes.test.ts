import { createVotes } from "@/store/costs/votes";
import { fakeEnvironment } from "../../support/fake-environment";
import { storedVote } from "../../support/vote-samples";

const { models } = storedVote();

function setUp(stored?: unknown) {
  const env = fakeEnvironment({ now: 5000 });
  const store = createVotes(env);
  store.getState().hydrate(stored);
  return { store, list: () => ({ votes: store.getState().votes, deleted: store.getState().deleted }) };
}

test("a vote replaces the earlier one of its comparison and keeps its time", () => {
  const { store, list } = setUp({ votes: { c1: storedVote() } });
  store.getState().vote("c1", models, 1);
  store.getState().vote("c2", models, 0);
  expect(list()).toEqual({
    votes: { c1: storedVote({ best: 1 }), c2: storedVote({ id: "c2", createdAt: 5000 }) },
    deleted: {},
  });
});

test("a withdrawn vote is noted as deleted", () => {
  const { store, list } = setUp({ votes: { c1: storedVote() } });
  store.getState().withdraw("c1");
  expect(list()).toEqual({ votes: {}, deleted: { c1: 5000 } });
});

test("all votes are deleted, and undo restores them", () => {
  const votes = { c1: storedVote(), c2: storedVote({ id: "c2" }) };
  const { store, list } = setUp({ votes });
  const undo = store.getState().clear();
  expect(list()).toEqual({ votes: {}, deleted: { c1: 5000, c2: 5000 } });
  undo();
  expect(list()).toEqual({ votes, deleted: {} });
});
