import { runnableLanguage } from "@/components/markdown/runnable-language";

test.each([
  ["js", "javascript"],
  ["JavaScript", "javascript"],
  ["py", "python"],
  ["Python3", "python"],
  ["ts", undefined],
  ["", undefined],
  ["constructor", undefined],
])("a block of %j is run as %s", (written, language) => {
  expect(runnableLanguage(written)).toBe(language);
});
