import { createSelection } from "@/store/chats/selection";

const ids = ["a", "b", "c", "d", "e"];

function setUp() {
  const { getState } = createSelection();
  getState().start("s1", "b");
  return { act: getState, chosen: () => Object.keys(getState().chosen).sort() };
}

test("starts with a message, and a click selects or deselects one", () => {
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

test("Shift without an anchor in the list selects a single message", () => {
  const { act, chosen } = setUp();
  act().extendTo("d", ["c", "d"]);
  expect(chosen()).toEqual(["b", "d"]);
});

test("selects all or some at once, and ending clears the selection", () => {
  const { act, chosen } = setUp();
  act().choose(ids);
  expect(chosen()).toEqual(ids);
  act().end();
  expect([act().sessionId, chosen()]).toEqual(["", []]);
});
