import { matchingRows } from "@/lib/search/matching-rows";

const rows = [
  { label: "Copy the last reply" },
  { label: "Font size", keywords: "Of messages and the message box" },
  { label: "The font" },
  { label: "ＣＯＰＹ" },
  { label: "الإعدادات" },
];

const cases: readonly [string, readonly string[]][] = [
  ["font", ["Font size", "The font"]],
  ["copy", ["Copy the last reply", "ＣＯＰＹ"]],
  ["reply last", ["Copy the last reply"]],
  ["message box", ["Font size"]],
  ["الاعدادات", ["الإعدادات"]],
  [".*", []],
  ["", rows.map(({ label }) => label)],
];

test.each(cases)("%j finds %j", (query, labels) => {
  expect(matchingRows(rows, query).map(({ label }) => label)).toEqual(labels);
});
