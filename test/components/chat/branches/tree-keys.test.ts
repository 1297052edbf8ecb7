import { rowAfterKey, rowByLetter } from "@/components/chat/branches/tree-keys";
import { branchesIn } from "@/lib/chat/branch-tree";
import { aside, placed } from "../../../support/branch-samples";

/** Rows: 0 Start; 1 below 0; 2 below 0; 3 below 2. */
const branches = branchesIn({
  shown: [placed("q1", 1), placed("a1", 2), placed("q2", 3), placed("a2", 4), placed("q3", 5)],
  hiddenVersions: [aside("Älter", 6, "q1"), aside("b1", 7, "a1"), aside("b2", 8, "b1"), aside("c", 9, "b1")],
});

test("the sample has the rows that the tests name", () => {
  expect(branches.map(({ firstId, parent }) => [firstId, parent])).toEqual([
    ["q1", undefined],
    ["Älter", 0],
    ["b1", 0],
    ["c", 2],
  ]);
});

test.each([
  ["ArrowDown", 0, 1],
  ["ArrowDown", 3, 3],
  ["ArrowUp", 0, 0],
  ["ArrowUp", 3, 2],
  ["Home", 2, 0],
  ["End", 0, 3],
  ["PageDown", 1, 3],
  ["PageUp", 3, 0],
  ["ArrowLeft", 3, 2],
  ["ArrowLeft", 0, 0],
  ["ArrowRight", 2, 3],
  ["ArrowRight", 1, 1],
  ["x", 1, undefined],
])("%s on row %d leads to row %p", (key, active, expected) => {
  expect(rowAfterKey({ key }, active, branches, false)).toBe(expected);
});

test.each([
  ["ArrowRight", 3, 2],
  ["ArrowLeft", 2, 3],
])("in right-to-left text %s on row %d leads to row %d", (key, active, expected) => {
  expect(rowAfterKey({ key }, active, branches, true)).toBe(expected);
});

test.each([
  ["b", 0, 2],
  ["B", 2, 2],
  ["q", 1, 0],
  ["ä", 0, 1],
  ["z", 0, undefined],
  [" ", 0, undefined],
  ["Enter", 0, undefined],
])("the letter %p on row %d leads to row %p", (key, active, expected) => {
  const press = { key, ctrlKey: false, metaKey: false, altKey: false };
  expect(rowByLetter(press, active, branches, ({ firstId }) => firstId)).toBe(expected);
});

test("a letter with a modifier key is a shortcut", () => {
  const press = { key: "b", ctrlKey: true, metaKey: false, altKey: false };
  expect(rowByLetter(press, 0, branches, ({ firstId }) => firstId)).toBeUndefined();
});
