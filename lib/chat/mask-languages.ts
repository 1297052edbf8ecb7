/** The languages that a mask can be written in, with their own names, in the order of the list. */
export const maskLanguages: Readonly<Record<string, string>> = {
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

/** Returns the own name of a mask's language; the code itself where it is none that is known. */
export function languageName(code: string): string {
  return Object.hasOwn(maskLanguages, code) ? (maskLanguages[code] ?? code) : code;
}
