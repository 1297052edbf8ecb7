/** Languages that can be dictated, as speech recognizers name them. */
const dictationTags = [
  "ar-SA",
  "bn-BD",
  "cs-CZ",
  "da-DK",
  "de-DE",
  "en-US",
  "en-GB",
  "es-ES",
  "fr-FR",
  "hi-IN",
  "id-ID",
  "it-IT",
  "ja-JP",
  "ko-KR",
  "nb-NO",
  "nl-NL",
  "pl-PL",
  "pt-BR",
  "pt-PT",
  "ru-RU",
  "sk-SK",
  "sv-SE",
  "tr-TR",
  "uk-UA",
  "vi-VN",
  "zh-CN",
  "zh-TW",
];

/** Returns the languages to choose from: those of the browser, then the others. */
export function dictationLanguages(preferred: readonly string[]): readonly string[] {
  const withRegion = preferred.filter((tag) => /^[a-z]{2}-[A-Z]{2}$/.test(tag));
  return [...new Set([...withRegion, ...dictationTags])];
}

/** Returns the language of a page as one of the languages to choose from; English as the default. */
export function dictationLanguage(pageLanguage: string, languages: readonly string[]): string {
  if (languages.includes(pageLanguage)) return pageLanguage;
  if (pageLanguage.startsWith("zh-Hant")) return languages.find((tag) => tag === "zh-TW") ?? "en-US";
  // Norwegian pages have the tag of the language, recognizers that of its form.
  const [language] = pageLanguage.replace(/^no\b/, "nb").split("-");
  return languages.find((tag) => tag.startsWith(`${language}-`)) ?? "en-US";
}
