import { chooseLocale, isLocaleCode, type Locale, type LocaleCode, locales, regionalTag } from "@/locales/registry";

test.each([
  ["no preference", null, [], "en"],
  ["a stored language", "ar", ["zh-CN"], "ar"],
  ["a stored language that does not exist", "xx", ["ar-EG"], "ar"],
  ["a stored text of an object's own", "toString", ["zh-CN"], "cn"],
  ["a stored tag that is not a code", "zh-CN", ["ar"], "ar"],
  ["an empty stored text", "", ["ar"], "ar"],
  ["a stored code for tests", "xa", ["ar"], "xa"],
  ["a stored tag of such a language", "en-XA", ["ar"], "ar"],
  ["a browser's tag of such a language", null, ["en-XA"], "en"],
  ["a browser's tag of a mirrored one", null, ["ar-XB"], "ar"],
  ["a stored language with a region", "es-AR", ["zh-HK"], "tw"],
  ["a stored language in a script of another", "nb-NO", ["pt-PT"], "pt"],
  ["English of any region", null, ["en-VI"], "en"],
  ["Spanish of Argentina, whose region is not Arabic", null, ["es-AR"], "es"],
  ["Spanish of Argentina before Arabic", null, ["es-AR", "ar"], "es"],
  ["Malay of Brunei, whose region is not Bengali", null, ["ms-BN"], "en"],
  ["Chinese", null, ["zh"], "cn"],
  ["Chinese of China", null, ["zh-CN"], "cn"],
  ["Chinese of Singapore", null, ["zh-SG"], "cn"],
  ["Simplified Chinese of Hong Kong", null, ["zh-Hans-HK"], "cn"],
  ["Chinese of Hong Kong", null, ["zh-HK"], "tw"],
  ["Chinese of Taiwan", null, ["zh-TW"], "tw"],
  ["Chinese of Taiwan, then any Chinese", null, ["zh-TW", "zh", "en-US"], "tw"],
  ["Arabic of Egypt", null, ["ar-EG"], "ar"],
  ["Mapudungun, which only begins like Arabic", null, ["arn"], "en"],
  ["Japanese", null, ["ja-JP"], "jp"],
  ["Korean of Korea", null, ["ko-KR"], "ko"],
  ["Vietnamese", null, ["vi"], "vi"],
  ["Indonesian", null, ["id-ID"], "id"],
  ["Portuguese of Portugal", null, ["pt-PT"], "pt"],
  ["Russian of Ukraine", null, ["ru-UA"], "ru"],
  ["French of Canada", null, ["fr-CA"], "fr"],
  ["Italian of Switzerland", null, ["it-CH"], "it"],
  ["German of Austria", null, ["de-AT"], "de"],
  ["Czech of Czechia", null, ["cs-CZ"], "cs"],
  ["Slovak of Slovakia", null, ["sk-SK"], "sk"],
  ["Turkish of Cyprus", null, ["tr-CY"], "tr"],
  ["Bengali of India", null, ["bn-IN"], "bn"],
  ["Danish of Greenland", null, ["da-GL"], "da"],
  ["Bokmål, then Arabic", null, ["nb-NO", "ar"], "no"],
  ["Nynorsk", null, ["nn-NO"], "no"],
  ["Norwegian, in whichever form", null, ["no"], "no"],
  ["a language that does not exist, then one that does", null, ["pl-PL", "zh-CN"], "cn"],
  ["broken tags", null, ["", "c", "ar_EG", "not a tag", "*"], "en"],
  ["a broken tag, then a good one", null, ["*", "ar-EG"], "ar"],
])("for %s (%j, %j), the language is %s", (_name, stored, preferred, expected) => {
  expect(chooseLocale(stored, preferred)).toBe(expected);
});

test.each([
  ["cn", true],
  ["en", true],
  ["tw", true],
  ["pt", true],
  ["da", true],
  ["jp", true],
  ["ko", true],
  ["vi", true],
  ["ru", true],
  ["cs", true],
  ["id", true],
  ["fr", true],
  ["es", true],
  ["it", true],
  ["tr", true],
  ["de", true],
  ["bn", true],
  ["sk", true],
  ["no", true],
  ["ar", true],
  ["nb", false],
  ["zh", false],
  ["CN", false],
  ["constructor", false],
  [null, false],
])("whether %p is a language code: %p", (code, expected) => {
  expect(isLocaleCode(code)).toBe(expected);
});

const all = Object.entries(locales) as [LocaleCode, Locale][];

test.each(all)("the tag of %s is a language tag, and its direction is that of its script", (_code, locale) => {
  const { script } = new Intl.Locale(locale.tag).maximize();
  expect(locale.direction).toBe(script === "Arab" ? "rtl" : "ltr");
});

test.each([
  ["the region of a browser in the app's language", "en", ["en-GB", "en-US"], "en-GB"],
  ["the first preference that names a region", "en", ["en", "en-AU"], "en-AU"],
  ["a later preference in the app's language", "en", ["de-DE", "en-GB"], "en-GB"],
  ["no region of another language", "en", ["de-DE", "fr-FR"], "en"],
  ["a region of the same script", "tw", ["zh-HK"], "zh-Hant-HK"],
  ["the app's own script and digits", "ar", ["ar-EG"], "ar-EG-u-nu-latn"],
  ["the app's own subtag", "no", ["nn-NO"], "nb-NO"],
  ["no invalid tag", "en", ["e", "en_GB"], "en"],
  ["nothing in a test language", "xa", ["en-GB"], "en-XA"],
] as const)("numbers and dates use %s", (_, code, preferred, tag) => {
  expect(regionalTag(code, preferred)).toBe(tag);
});
