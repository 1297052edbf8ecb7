/** The languages that exist: their tags by code, and the codes of those that run from right to left. */
export interface FirstLanguages {
  readonly tags: Readonly<Record<string, string>>;
  readonly rightToLeft: readonly string[];
}

/**
 * Sets the language and the direction of the page in its head, before anything is painted: the stored language, else the
 * first of the browser's that exists, else English.
 *
 * It is turned into text, so it may use nothing from outside itself.
 */
function setLanguage({ tags, rightToLeft }: FirstLanguages, codeOf: (tag: string) => string | undefined): void {
  const exists = (code: string | null | undefined) => typeof code === "string" && Object.hasOwn(tags, code);
  let stored: string | null = null;
  try {
    stored = localStorage.getItem("lang");
  } catch {
    // A browser that forbids storage: its own languages decide.
  }
  const code = exists(stored) ? stored : navigator.languages.map(codeOf).find(exists);
  const root = document.documentElement;
  root.lang = tags[code ?? "en"] ?? "en";
  root.dir = rightToLeft.includes(code ?? "") ? "rtl" : "ltr";
}

/** Returns the script that sets the language and the direction. */
export function languageScript(languages: FirstLanguages, codeOf: (tag: string) => string | undefined): string {
  return `(${setLanguage.toString()})(${JSON.stringify(languages)},${codeOf.toString()})`;
}
