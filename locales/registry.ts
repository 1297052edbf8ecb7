import { localKeys } from "@/lib/storage/local-keys";
import { codeOfTag } from "@/locales/code-of-tag";
import type { FirstWords } from "@/locales/messages";

/** A language as the screens know it. */
export interface Locale {
  /** The BCP 47 tag for `<html lang>`; `regionalTag` adds a region for numbers and dates. */
  readonly tag: string;
  readonly direction: "ltr" | "rtl";
  /** Loads what the first screen says; `settings-words.ts` and `rest-words.ts` know where the others are. */
  load(): Promise<{ default: FirstWords }>;
}

/** The languages that exist, by their stored code (§1.1.5). Only the chosen one is loaded. */
export const locales = {
  cn: {
    tag: "zh-Hans",
    direction: "ltr",
    load: () => import("@/locales/cn/first"),
  },
  en: {
    tag: "en",
    direction: "ltr",
    load: () => import("@/locales/en/first"),
  },
  tw: {
    tag: "zh-Hant",
    direction: "ltr",
    load: () => import("@/locales/tw/first"),
  },
  pt: {
    tag: "pt",
    direction: "ltr",
    load: () => import("@/locales/pt/first"),
  },
  da: {
    tag: "da",
    direction: "ltr",
    load: () => import("@/locales/da/first"),
  },
  jp: {
    tag: "ja",
    direction: "ltr",
    load: () => import("@/locales/jp/first"),
  },
  ko: {
    tag: "ko",
    direction: "ltr",
    load: () => import("@/locales/ko/first"),
  },
  id: {
    tag: "id",
    direction: "ltr",
    load: () => import("@/locales/id/first"),
  },
  fr: {
    tag: "fr",
    direction: "ltr",
    load: () => import("@/locales/fr/first"),
  },
  es: {
    tag: "es",
    direction: "ltr",
    load: () => import("@/locales/es/first"),
  },
  it: {
    tag: "it",
    direction: "ltr",
    load: () => import("@/locales/it/first"),
  },
  tr: {
    tag: "tr",
    direction: "ltr",
    load: () => import("@/locales/tr/first"),
  },
  de: {
    tag: "de",
    direction: "ltr",
    load: () => import("@/locales/de/first"),
  },
  vi: {
    tag: "vi",
    direction: "ltr",
    load: () => import("@/locales/vi/first"),
  },
  ru: {
    tag: "ru",
    direction: "ltr",
    load: () => import("@/locales/ru/first"),
  },
  cs: {
    tag: "cs",
    direction: "ltr",
    load: () => import("@/locales/cs/first"),
  },
  no: {
    tag: "nb",
    direction: "ltr",
    load: () => import("@/locales/no/first"),
  },
  // Latin digits: the numbers of models, prices and code stay the same in every language of the interface.
  ar: {
    tag: "ar-u-nu-latn",
    direction: "rtl",
    load: () => import("@/locales/ar/first"),
  },
  // Latin digits, as in Arabic.
  bn: {
    tag: "bn-u-nu-latn",
    direction: "ltr",
    load: () => import("@/locales/bn/first"),
  },
  sk: {
    tag: "sk",
    direction: "ltr",
    load: () => import("@/locales/sk/first"),
  },
} as const satisfies Record<string, Locale>;

export type LocaleCode = keyof typeof locales;

async function loadLengthened() {
  return (await import("@/locales/pseudo")).first();
}

/**
 * Two languages for tests, which only a stored code brings and no list offers: English lengthened by 40 %, and the same
 * from right to left (docs/decisions/0004).
 */
export const testLocales = {
  xa: { tag: "en-XA", direction: "ltr", load: loadLengthened },
  xb: { tag: "en-XB", direction: "rtl", load: loadLengthened },
} as const satisfies Record<string, Locale>;

/** The code of a language, or of one for tests. */
export type AnyLocaleCode = LocaleCode | keyof typeof testLocales;

/** Answers a language with its tag and direction. */
export function localeOf(code: AnyLocaleCode): Locale {
  return isLocaleCode(code) ? locales[code] : testLocales[code];
}

/**
 * Returns the BCP 47 tag for numbers and dates: the language with the region of the browser's first preference in that
 * language, so that English in a British browser has a 24-hour clock.
 */
export function regionalTag(code: AnyLocaleCode, preferred: readonly string[]): string {
  const { tag } = localeOf(code);
  const regions = preferred.filter((each) => codeOfTag(each) === code).map((each) => new Intl.Locale(each).region);
  const region = regions.find((each) => each !== undefined);
  return region ? new Intl.Locale(tag, { region }).toString() : tag;
}

/** The key under which the chosen language is stored (§2.4). */
export const localeKey = localKeys.language;

/** Tells whether a text is the code of a language that exists. */
export function isLocaleCode(code: string | null): code is LocaleCode {
  return code !== null && Object.hasOwn(locales, code);
}

function isTestCode(code: string | null): code is keyof typeof testLocales {
  return code !== null && Object.hasOwn(testLocales, code);
}

/** Chooses the language: the stored one, else the first of the browser's that exists, else English. */
export function chooseLocale(stored: string | null, preferred: readonly string[]): AnyLocaleCode {
  if (isLocaleCode(stored) || isTestCode(stored)) return stored;
  return preferred.map((tag) => codeOfTag(tag) ?? null).find(isLocaleCode) ?? "en";
}
