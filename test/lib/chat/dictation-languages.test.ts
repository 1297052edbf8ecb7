import { dictationLanguage, dictationLanguages } from "@/lib/chat/dictation-languages";

test("lists the browser's languages first, each once", () => {
  const languages = dictationLanguages(["de-AT", "de", "en-US"]);
  expect(languages.slice(0, 3)).toEqual(["de-AT", "en-US", "ar-SA"]);
  expect(new Set(languages).size).toBe(languages.length);
});

test.each([
  ["en", ["en-GB"], "en-GB"],
  ["en", [], "en-US"],
  ["de-AT", ["de-AT"], "de-AT"],
  ["zh-Hans", [], "zh-CN"],
  ["zh-Hant", ["zh-CN"], "zh-TW"],
  ["nb", [], "nb-NO"],
  ["no", [], "nb-NO"],
  ["xx", [], "en-US"],
])("a page in %s in a browser with %j is dictated in %s", (page, preferred, expected) => {
  expect(dictationLanguage(page, dictationLanguages(preferred))).toBe(expected);
});
