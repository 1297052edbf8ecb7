import { fontList } from "@/lib/settings/font-list";

test.each([
  ["", ""],
  ["  ,", ""],
  ["Georgia", '"Georgia"'],
  ["Times New Roman", '"Times New Roman"'],
  ["Inter, 'Noto Sans', sans-serif", '"Inter", "Noto Sans", sans-serif'],
  ['"PingFang SC",system-ui', '"PingFang SC", system-ui'],
  ['x"; color: red', '"x; color: red"'],
  ["back\\slash", '"backslash"'],
])("formats the fonts %j as %j for a style sheet", (names, list) => {
  expect(fontList(names)).toBe(list);
});
