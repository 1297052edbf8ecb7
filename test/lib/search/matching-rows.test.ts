import { matchingRows } from "@/lib/search/matching-rows";

const rows = [
  { label: "Copy the last reply" },
  { label: "Font size", keywords: "Of messages and the message box" },
  { label: "The font" },
  { label: "ＣＯＰＹ" },
  { label: "الإعدادات" },
  { label: "gpt-5-mini" },
  { label: "GPT-5" },
];

const cases: readonly [string, readonly string[]][] = [
  ["font", ["Font size", "The font"]],
  ["copy", ["ＣＯＰＹ", "Copy the last reply"]],
  ["reply last", ["Copy the last reply"]],
  ["message box", ["Font size"]],
  ["الاعدادات", ["الإعدادات"]],
  ["gpt-5", ["GPT-5", "gpt-5-mini"]],
  [".*", []],
  ["", rows.map(({ label }) => label)],
];

test.each(cases)("%j finds %j", (query, labels) => {
  expect(matchingRows(rows, query).map(({ label }) => label)).toEqual(labels);
});
