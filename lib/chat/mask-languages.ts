/** Languages of masks and of the app with their native names, in display order. */
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

/** Returns the native name of a language, or the code itself if it is unknown. */
export function languageName(code: string): string {
  return Object.hasOwn(maskLanguages, code) ? (maskLanguages[code] ?? code) : code;
}
