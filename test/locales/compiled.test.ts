import compile from "icu-minify/compile";
import formatCompiled from "icu-minify/format";
import { createTranslator } from "use-intl";
import { isLocaleCode, locales } from "@/locales/registry";
import { restWords } from "@/locales/rest-words";
import { settingsWords } from "@/locales/settings-words";

const formatters = {
  getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...given),
  getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...given),
  getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given),
};

/** Numbers of all the plural forms that a language can have. */
const numbers = [0, 1, 2, 3, 11, 100, 1_234_567, 0.5];

const parts = Object.keys(locales)
  .filter(isLocaleCode)
  .flatMap((code) => (["first", "settings", "rest"] as const).map((part) => [code, part] as const));

test.each(parts)("compiled messages of %p, %p, read like the originals", async (code, part) => {
  const written: Readonly<Record<string, Readonly<Record<string, string>>>> = (
    await { first: locales[code].load, settings: settingsWords[code], rest: restWords[code] }[part]()
  ).default;
  const locale = locales[code].tag;
  for (const texts of Object.values(written)) {
    for (const [key, text] of Object.entries(texts)) {
      const names = [...text.matchAll(/\{\s*(\w+)/g)].map(([, name = ""]) => name);
      const message = compile(text);
      const t = createTranslator({ locale, messages: { text } });
      const readings = numbers.map((number) => {
        const values = Object.fromEntries(names.map((name) => [name, number]));
        return [t("text", values), formatCompiled(message, locale, values, { formatters })];
      });
      expect([key, ...readings.map(([, reading]) => reading)]).toEqual([key, ...readings.map(([reading]) => reading)]);
    }
  }
});
