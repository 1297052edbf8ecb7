import type { CodeLanguage } from "@/lib/tools/app/code-run";

/** Languages of code that the app runs, by info string. */
const languages: Readonly<Record<string, CodeLanguage>> = {
  js: "javascript",
  javascript: "javascript",
  mjs: "javascript",
  py: "python",
  python: "python",
  python3: "python",
};

/** Returns the language in which a block of code is run; undefined if the app cannot run it. */
export function runnableLanguage(language: string): CodeLanguage | undefined {
  const key = language.toLowerCase();
  return Object.hasOwn(languages, key) ? languages[key] : undefined;
}
