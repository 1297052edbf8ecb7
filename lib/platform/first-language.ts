/** Supported languages: their tags by code, and the codes of right-to-left languages. */
export interface FirstLanguages {
  readonly tags: Readonly<Record<string, string>>;
  readonly rightToLeft: readonly string[];
}

/**
 * Sets the page's language and direction in the head, before the first paint: the stored language, else the first
 * supported browser language, else English.
 *
 * It is converted to text, so it must not use anything from outside itself.
 */
function setLanguage({ tags, rightToLeft }: FirstLanguages, codeOf: (tag: string) => string | undefined): void {
  const exists = (code: string | null | undefined) => typeof code === "string" && Object.hasOwn(tags, code);
  let stored: string | null = null;
  try {
    stored = localStorage.getItem("lang");
  } catch {
    // If the browser blocks storage, its own languages decide.
  }
  const code = exists(stored) ? stored : navigator.languages.map(codeOf).find(exists);
  const root = document.documentElement;
  root.lang = tags[code ?? "en"] ?? "en";
  root.dir = rightToLeft.includes(code ?? "") ? "rtl" : "ltr";
}

/** Returns the script that sets the language and direction. */
export function languageScript(languages: FirstLanguages, codeOf: (tag: string) => string | undefined): string {
  return `(${setLanguage.toString()})(${JSON.stringify(languages)},${codeOf.toString()})`;
}
