import type { FirstWords, RestWords, SettingsWords } from "@/locales/messages";

/** A language as the screens know it. */
export interface Locale {
  /** Its own name. */
  readonly name: string;
  /** The BCP 47 tag for `<html lang>` and for numbers and dates. */
  readonly tag: string;
  readonly direction: "ltr" | "rtl";
  load(): Promise<{ default: FirstWords }>;
  loadSettings(): Promise<{ default: SettingsWords }>;
  loadRest(): Promise<{ default: RestWords }>;
}

/** The languages that exist, by their stored code (§1.1.5). Only the chosen one is loaded. */
export const locales = {
  cn: {
    name: "简体中文",
    tag: "zh-Hans",
    direction: "ltr",
    load: () => import("@/locales/cn/first"),
    loadSettings: () => import("@/locales/cn/settings"),
    loadRest: () => import("@/locales/cn/rest"),
  },
  en: {
    name: "English",
    tag: "en",
    direction: "ltr",
    load: () => import("@/locales/en/first"),
    loadSettings: () => import("@/locales/en/settings"),
    loadRest: () => import("@/locales/en/rest"),
  },
  // Latin digits: the numbers of models, prices and code stay the same in every language of the interface.
  ar: {
    name: "العربية",
    tag: "ar-u-nu-latn",
    direction: "rtl",
    load: () => import("@/locales/ar/first"),
    loadSettings: () => import("@/locales/ar/settings"),
    loadRest: () => import("@/locales/ar/rest"),
  },
} as const satisfies Record<string, Locale>;

export type LocaleCode = keyof typeof locales;

/** The key under which the chosen language is stored (§2.4). */
export const localeKey = "lang";

/** Tells whether a text is the code of a language that exists. */
export function isLocaleCode(code: string | null): code is LocaleCode {
  return code !== null && Object.hasOwn(locales, code);
}

/**
 * Chooses the language: the stored one, else the first of the browser's that exists, else English.
 *
 * The region only tells scripts of Chinese apart; es-AR is Spanish, not Arabic.
 */
export function chooseLocale(stored: string | null, preferred: readonly string[]): LocaleCode {
  if (isLocaleCode(stored)) return stored;
  return preferred.map(localeOfTag).find((code) => code !== undefined) ?? "en";
}

/** Codes of the product that differ from the language subtag of BCP 47. */
const codeOfLanguage: Readonly<Record<string, string>> = { ja: "jp", nb: "no", nn: "no" };

function localeOfTag(tag: string): LocaleCode | undefined {
  const locale = parseTag(tag);
  if (!locale) return undefined;
  const { language, script } = locale.maximize();
  const code = language === "zh" ? (script === "Hant" ? "tw" : "cn") : (codeOfLanguage[language] ?? language);
  return isLocaleCode(code) ? code : undefined;
}

function parseTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
