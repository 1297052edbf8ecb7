import { columnPosition, nextColumn } from "@/components/chat/comparison/column-position";

test.each([
  ["at the start", [0, 400, 800], 800, { index: 0, isAtStart: true, isAtEnd: false }],
  ["in the middle", [-401, -1, 399], 399, { index: 1, isAtStart: false, isAtEnd: false }],
  ["between two columns", [-250, 150, 550], 550, { index: 1, isAtStart: false, isAtEnd: false }],
  ["at the end", [-800, -400, 0], 0, { index: 2, isAtStart: false, isAtEnd: true }],
  // Of three columns two are visible: the last one never reaches the start of the box.
  ["at the end with several visible columns", [-400, 0, 400], 1, { index: 2, isAtStart: false, isAtEnd: true }],
  ["at the end, less than a column away", [-100, 300, 700], 0, { index: 2, isAtStart: false, isAtEnd: true }],
  ["without a need to scroll", [0, 400], 0, { index: 0, isAtStart: true, isAtEnd: true }],
  ["without columns", [], 0, { index: 0, isAtStart: true, isAtEnd: true }],
])("the position %s", (_name, distances, rest, expected) => {
  expect(columnPosition(distances, rest)).toEqual(expected);
});

test.each([
  ["the first", [0, 400, 800], 1, undefined, 1],
  ["a rounded position", [-401, -1, 399], 1, undefined, 2],
  ["between two columns", [-250, 150, 550], 1, undefined, 1],
  ["between two columns, back", [-250, 150, 550], -1, undefined, 0],
  ["the end with several visible columns, back", [-500, -100, 300], -1, undefined, 1],
  // A second press while the box scrolls to the second column.
  ["a column on the way", [-30, 370, 770], 1, 1, 2],
  ["a column on the way, back", [-30, 370, 770], -1, 1, 0],
  ["the last one on the way", [-430, -30, 370], 1, 2, undefined],
  ["the last", [-800, -400, 0], 1, undefined, undefined],
  ["the first, back", [0, 400, 800], -1, undefined, undefined],
] as const)("the step from %s", (_name, distances, by, target, expected) => {
  expect(nextColumn(distances, by, target)).toBe(expected);
});
