import type { LocaleCode } from "@/locales/registry";

/** The name of each language in that language, apart from `registry.ts` because only the settings show it. */
export const localeNames: Readonly<Record<LocaleCode, string>> = {
  cn: "简体中文",
  en: "English",
  tw: "繁體中文",
  pt: "Português",
  da: "Dansk",
  jp: "日本語",
  ko: "한국어",
  id: "Indonesia",
  fr: "Français",
  es: "Español",
  it: "Italiano",
  tr: "Türkçe",
  de: "Deutsch",
  vi: "Tiếng Việt",
  ru: "Русский",
  cs: "Čeština",
  no: "Norsk bokmål",
  ar: "العربية",
  bn: "বাংলা",
  sk: "Slovensky",
};
