import { readFileSync } from "node:fs";
import prompts from "@/public/prompts.json";
import { simplified, strangersTo, traditional } from "../support/chinese-characters";

const languages = ["cn", "tw", "en"] as const;
const columnOf = (language: (typeof languages)[number], column: number) =>
  prompts[language].map((prompt) => prompt[column]);

test.each(languages)("there are at least 60 prompts in %s, none of them twice", (language) => {
  for (const column of [columnOf(language, 0), columnOf(language, 1)]) {
    expect(column.length).toBeGreaterThanOrEqual(60);
    expect(new Set(column).size).toBe(column.length);
  }
});

test.each(languages)("every prompt in %s is a title on one line and a text", (language) => {
  for (const prompt of prompts[language]) {
    expect(prompt).toEqual([expect.stringMatching(/^\S(?:.{0,48}\S)?$/), expect.stringMatching(/^\S[\s\S]+\S$/)]);
  }
});

test.each([
  ["cn", "【", "】"],
  ["tw", "【", "】"],
  ["en", "[", "]"],
] as const)("every placeholder in %s is opened and closed", (language, open, close) => {
  for (const content of columnOf(language, 1)) {
    expect(content?.split(open).length).toBe(content?.split(close).length);
  }
});

test.each([
  ["cn", simplified],
  ["tw", traditional],
] as const)("%s is written in its script", (language, characters) => {
  expect(strangersTo(characters, JSON.stringify(prompts[language]))).toEqual([]);
});

test("the built-in masks and prompts weigh less than 400 kB together", () => {
  const bytes = ["masks", "prompts"].map((name) => readFileSync(`public/${name}.json`).byteLength);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(400_000);
});
