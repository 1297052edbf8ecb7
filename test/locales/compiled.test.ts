import compile from "icu-minify/compile";
import formatCompiled from "icu-minify/format";
import { createTranslator } from "use-intl";
import { isLocaleCode, locales } from "@/locales/registry";
import { restWords } from "@/locales/rest-words";
import { settingsWords } from "@/locales/settings-words";

/** Returns a function that creates a formatter for the same arguments once. */
function once<A extends readonly unknown[], F>(create: (...given: A) => F): (...given: A) => F {
  const known = new Map<string, F>();
  return (...given) => {
    const key = JSON.stringify(given);
    const formatter = known.get(key) ?? create(...given);
    known.set(key, formatter);
    return formatter;
  };
}

const formatters = {
  getDateTimeFormat: once(
    (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...given),
  ),
  getNumberFormat: once((...given: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...given)),
  getPluralRules: once((...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given)),
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
  const original: (readonly [string, string[]])[] = [];
  const compiled: (readonly [string, string[]])[] = [];
  for (const texts of Object.values(written)) {
    const t = createTranslator({ locale, messages: texts });
    for (const [key, text] of Object.entries(texts)) {
      const names = [...text.matchAll(/\{\s*(\w+)/g)].map(([, name = ""]) => name);
      const message = compile(text);
      const counts = names.length > 0 ? numbers : numbers.slice(0, 1);
      const values = counts.map((number) => Object.fromEntries(names.map((name) => [name, number])));
      original.push([key, values.map((each) => t(key, each))]);
      compiled.push([key, values.map((each) => String(formatCompiled(message, locale, each, { formatters })))]);
    }
  }
  expect(compiled).toEqual(original);
});
