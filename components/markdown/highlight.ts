import type { LanguageFn } from "lowlight";
import type { ReactNode } from "react";
import { type Loader, loadOnce } from "./load-once";

type LoadLanguage = () => Promise<{ default: LanguageFn }>;

/** The highlighted languages, each lazy-loaded on first use. */
const languages = {
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  cpp: () => import("highlight.js/lib/languages/cpp"),
  csharp: () => import("highlight.js/lib/languages/csharp"),
  css: () => import("highlight.js/lib/languages/css"),
  diff: () => import("highlight.js/lib/languages/diff"),
  go: () => import("highlight.js/lib/languages/go"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  kotlin: () => import("highlight.js/lib/languages/kotlin"),
  php: () => import("highlight.js/lib/languages/php"),
  python: () => import("highlight.js/lib/languages/python"),
  ruby: () => import("highlight.js/lib/languages/ruby"),
  rust: () => import("highlight.js/lib/languages/rust"),
  sql: () => import("highlight.js/lib/languages/sql"),
  swift: () => import("highlight.js/lib/languages/swift"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
} as const satisfies Record<string, LoadLanguage>;

type Language = keyof typeof languages;

/** Other names of these languages. */
const aliases: Readonly<Record<string, Language>> = {
  "c++": "cpp",
  cs: "csharp",
  html: "xml",
  js: "javascript",
  jsx: "javascript",
  kt: "kotlin",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  svg: "xml",
  ts: "typescript",
  tsx: "typescript",
  yml: "yaml",
  zsh: "bash",
};

function languageOf(name: string): Language | undefined {
  const lower = name.toLowerCase();
  if (Object.hasOwn(languages, lower)) return lower as Language;
  return Object.hasOwn(aliases, lower) ? aliases[lower] : undefined;
}

/** Converts code to highlighted elements. */
export type Highlight = (code: string) => ReactNode;

const loaders = new Map<Language, Loader<Highlight>>();

/** Returns the loader of a language's highlighter, shared by all blocks; null if it is not highlighted. */
export function highlighterFor(name: string): Loader<Highlight> | null {
  const language = languageOf(name);
  if (!language) return null;
  const known = loaders.get(language);
  if (known) return known;
  const loader = loadOnce(`the highlighting of ${language}`, () => loadHighlighter(language));
  loaders.set(language, loader);
  return loader;
}

async function loadHighlighter(language: Language): Promise<Highlight> {
  const [{ createHighlighter }, grammar] = await Promise.all([import("./highlight-engine"), languages[language]()]);
  return createHighlighter(grammar.default);
}
