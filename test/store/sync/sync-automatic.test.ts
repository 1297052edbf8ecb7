import { createVotes } from "@/store/costs/votes";
import { noteVotes } from "@/store/sync/sync-automatic";
import { fakeEnvironment } from "../../support/fake-environment";
import { storedVote } from "../../support/vote-samples";

test("each change of the votes is noted, the reading of stored ones is not", async () => {
  const store = createVotes(fakeEnvironment({ now: 5000 }));
  let changes = 0;
  const { models } = storedVote();
  const whenRead = async () => store.getState().hydrate({ votes: { c1: storedVote() } });
  await noteVotes({ subscribe: store.subscribe, whenRead }, () => {
    changes += 1;
  });
  expect([changes, Object.keys(store.getState().votes)]).toEqual([0, ["c1"]]);
  store.getState().vote("c2", models, 1);
  store.getState().vote("c2", models, 0);
  store.getState().withdraw("c2");
  expect(changes).toBe(3);
});

test("changes are noted if the stored votes cannot be read", async () => {
  const store = createVotes(fakeEnvironment());
  const onChange = jest.fn();
  await noteVotes({ subscribe: store.subscribe, whenRead: () => Promise.reject(new Error("no database")) }, onChange);
  store.getState().vote("c1", storedVote().models, 0);
  expect(onChange).toHaveBeenCalledTimes(1);
});
