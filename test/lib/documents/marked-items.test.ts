import { markedItems } from "@/lib/documents/marked-items";

const items = ["Tides", "", "The ferry takes", " ", "forty min", "utes.", "It runs daily."];

test.each([
  ["in one item", "The ferry", [{ item: 2, start: 0, end: 9 }]],
  ["in the middle of an item", "runs", [{ item: 6, start: 3, end: 7 }]],
  [
    "over several items, with other line breaks",
    "ferry takes\nforty minutes.",
    [
      { item: 2, start: 4, end: 15 },
      { item: 4, start: 0, end: 9 },
      { item: 5, start: 0, end: 5 },
    ],
  ],
])("a passage is found %s", (_name, passage, ranges) => {
  expect(markedItems(items, passage)).toEqual(ranges);
});

test("a passage with horizontal punctuation is found in vertical text", () => {
  expect(markedItems(["遅れた︒", "次の", "報告"], "遅れた。次の")).toEqual([
    { item: 0, start: 0, end: 4 },
    { item: 1, start: 0, end: 2 },
  ]);
});

test("a passage with whole words is found where accents are apart and words are broken", () => {
  expect(markedItems(["Schr¨o-", "dinger\u2019s na¨\u0131ve cat"], "Schrödinger\u2019s naïve")).toEqual([
    { item: 0, start: 0, end: 6 },
    { item: 1, start: 0, end: 15 },
  ]);
});

test("syllables, digits and marks that differ are not the same", () => {
  expect(markedItems(["공부", "가방"], "가방")).toEqual([{ item: 1, start: 0, end: 2 }]);
  expect(markedItems(["かき", "がき"], "がき")).toEqual([{ item: 1, start: 0, end: 2 }]);
  expect(markedItems(["1-23", "12-3"], "12-3")).toEqual([{ item: 1, start: 0, end: 4 }]);
  expect(markedItems(["\u0088 first item"], "• first")).toEqual([{ item: 0, start: 0, end: 7 }]);
});

test("an escaped line is found without its backslash", () => {
  expect(markedItems(["## Page 3", "Ebb"], "\\## Page 3\n\nEbb")).toEqual([
    { item: 0, start: 0, end: 9 },
    { item: 1, start: 0, end: 3 },
  ]);
});

test.each(["The bus takes", "", " \n "])("the passage %j is not on the page", (passage) => {
  expect(markedItems(items, passage)).toEqual([]);
});
