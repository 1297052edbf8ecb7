import { createChatList } from "@/store/chats/chat-list";

const ids = ["a", "b", "c", "d", "e"];

test("the first chat starts selection mode, and a second click deselects it without ending the mode", () => {
  const { getState } = createChatList();
  expect(getState().chosen).toBeNull();
  getState().toggle("b");
  expect(getState().chosen).toEqual({ b: true });
  getState().toggle("b");
  expect(getState().chosen).toEqual({});
  getState().endSelection();
  expect(getState()).toMatchObject({ chosen: null, lastId: "" });
});

test.each([
  ["d", ["b", "c", "d"]],
  ["a", ["a", "b"]],
  ["b", ["b"]],
])("from b, Shift selects up to %s", (id, chosen) => {
  const { getState } = createChatList();
  getState().toggle("b");
  getState().extendTo(id, ids);
  expect(Object.keys(getState().chosen ?? {}).sort()).toEqual(chosen);
});

test("without an anchor, Shift selects a single chat", () => {
  const { getState } = createChatList();
  getState().extendTo("c", ids);
  expect(getState().chosen).toEqual({ c: true });
});
