import { createSelection } from "@/store/chats/selection";

const ids = ["a", "b", "c", "d", "e"];

function setUp() {
  const { getState } = createSelection();
  getState().start("s1", "b");
  return { act: getState, chosen: () => Object.keys(getState().chosen).sort() };
}

test("selecting begins with a message; pressing takes one in and lets it go", () => {
  const { act, chosen } = setUp();
  expect([act().sessionId, chosen()]).toEqual(["s1", ["b"]]);
  act().toggle("d");
  expect(chosen()).toEqual(["b", "d"]);
  act().toggle("b");
  expect(chosen()).toEqual(["d"]);
});

test("Shift selects from the item clicked last, in either direction, and keeps the others", () => {
  const { act, chosen } = setUp();
  act().extendTo("d", ids);
  expect(chosen()).toEqual(["b", "c", "d"]);
  act().toggle("e");
  act().extendTo("d", ids);
  expect(chosen()).toEqual(["b", "c", "d", "e"]);
});

test("Shift without a message to begin from selects that one", () => {
  const { act, chosen } = setUp();
  act().extendTo("d", ["c", "d"]);
  expect(chosen()).toEqual(["b", "d"]);
});

test("all or some are chosen at once, and the end leaves nothing", () => {
  const { act, chosen } = setUp();
  act().choose(ids);
  expect(chosen()).toEqual(ids);
  act().end();
  expect([act().sessionId, chosen()]).toEqual(["", []]);
});
