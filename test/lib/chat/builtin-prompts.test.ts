import { builtinPromptsFor, noBuiltinPrompts, readBuiltinPrompts } from "@/lib/chat/builtin-prompts";
import { searchPrompts } from "@/lib/chat/prompts";
import file from "@/public/prompts.json";

const small = {
  cn: [["周报", "整理成周报"]],
  tw: [["週報", "整理成週報"]],
  en: [["Report", "Write it"], ["", "no title"], ["No text", ""], ["One"], "Report", ["A", "B", "C"], ["Last", "Text"]],
};

test("reads pairs as prompts, and skips invalid entries without changing the ids of others", () => {
  expect(readBuiltinPrompts(small).en).toEqual([
    { id: "builtin-en-0", title: "Report", content: "Write it", createdAt: 0 },
    { id: "builtin-en-6", title: "Last", content: "Text", createdAt: 0 },
  ]);
});

test.each([
  ["en", ["Report", "Last", "週報", "周报"]],
  ["ar", ["Report", "Last", "週報", "周报"]],
  ["tw", ["週報", "周报", "Report", "Last"]],
  ["cn", ["周报", "週報", "Report", "Last"]],
])("in %s they are in this order", (language, titles) => {
  expect(builtinPromptsFor(language, readBuiltinPrompts(small)).map(({ title }) => title)).toEqual(titles);
});

test("a language without a list has no prompts, and an invalid file is rejected", () => {
  expect(readBuiltinPrompts({ en: [["Report", "Write it"]], tw: 5 })).toMatchObject({ tw: [], cn: [] });
  expect(() => readBuiltinPrompts("<!doctype html>")).toThrow();
  expect(builtinPromptsFor("en", noBuiltinPrompts)).toEqual([]);
});

test("reads all prompts of the app, and finds each one by its title", () => {
  const all = builtinPromptsFor("en", readBuiltinPrompts(file));
  expect(all).toHaveLength(file.cn.length + file.tw.length + file.en.length);
  for (const { title } of all) {
    expect(searchPrompts([all], title).some((found) => found.title === title)).toBe(true);
  }
});
