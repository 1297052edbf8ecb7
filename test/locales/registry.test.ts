import { chooseLocale, isLocaleCode, type Locale, type LocaleCode, locales } from "@/locales/registry";

// Spanish, Traditional Chinese, Japanese and Norwegian do not exist yet; their rows then name their own codes.
test.each([
  ["no preference", null, [], "en"],
  ["a stored language", "ar", ["zh-CN"], "ar"],
  ["a stored language that does not exist", "es", ["ar-EG"], "ar"],
  ["a stored text of an object's own", "toString", ["zh-CN"], "cn"],
  ["a stored tag that is not a code", "zh-CN", ["ar"], "ar"],
  ["an empty stored text", "", ["ar"], "ar"],
  ["English of any region", null, ["en-VI"], "en"],
  ["Spanish of Argentina, whose region is not Arabic", null, ["es-AR"], "en"],
  ["Spanish of Argentina before Arabic", null, ["es-AR", "ar"], "ar"],
  ["Malay of Brunei, whose region is not Bengali", null, ["ms-BN"], "en"],
  ["Chinese", null, ["zh"], "cn"],
  ["Chinese of China", null, ["zh-CN"], "cn"],
  ["Chinese of Singapore", null, ["zh-SG"], "cn"],
  ["Simplified Chinese of Hong Kong", null, ["zh-Hans-HK"], "cn"],
  ["Chinese of Hong Kong", null, ["zh-HK"], "en"],
  ["Chinese of Taiwan", null, ["zh-TW"], "en"],
  ["Chinese of Taiwan, then any Chinese", null, ["zh-TW", "zh", "en-US"], "cn"],
  ["Arabic of Egypt", null, ["ar-EG"], "ar"],
  ["Mapudungun, which only begins like Arabic", null, ["arn"], "en"],
  ["Japanese", null, ["ja-JP"], "en"],
  ["Norwegian, then Arabic", null, ["nb-NO", "ar"], "ar"],
  ["a language that does not exist, then one that does", null, ["fr-FR", "zh-CN"], "cn"],
  ["broken tags", null, ["", "c", "ar_EG", "not a tag", "*"], "en"],
  ["a broken tag, then a good one", null, ["*", "ar-EG"], "ar"],
])("for %s (%j, %j) the language is %s", (_name, stored, preferred, expected) => {
  expect(chooseLocale(stored, preferred)).toBe(expected);
});

test.each([
  ["cn", true],
  ["en", true],
  ["ar", true],
  ["zh", false],
  ["CN", false],
  ["constructor", false],
  [null, false],
])("%p is a code of a language: %p", (code, expected) => {
  expect(isLocaleCode(code)).toBe(expected);
});

const all = Object.entries(locales) as [LocaleCode, Locale][];

test.each(all)("the tag of %s is a language tag, and its direction is that of its script", (_code, locale) => {
  const { script } = new Intl.Locale(locale.tag).maximize();
  expect(locale.direction).toBe(script === "Arab" ? "rtl" : "ltr");
});
