import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Patterns that CONTRIBUTING.md bans, by the rule that replaces them. */
const banned: Readonly<Record<string, RegExp>> = {
  'Functions return or check: "Returns …", "Whether …"': /\b(?:Answers|Tells)\b/g,
  "Types and constants begin with a noun": /\/\*\*\s*(?:What|How|Where|All that)\b/g,
  'Users, not "the person"': /\b[Tt]he person\b/g,
  'Positive rules, not "is none" or "is no …"': /\bis (?:none\b|no [a-z]+\b)/g,
  "References open: no section signs and no requirement numbers": /(?<!RFC \d+ )§\d|\bR-\d{3}\b/g,
  'Render, not "draw"': /\b(?:draws?|drawn|drawing)\b/g,
  'Stored or persisted, not "kept"': /\b(?:is|are) kept\b/g,
  'Plain words, not "all the same" or "in any case"': /\b(?:all the same|in any case)\b/g,
};

/** Maximum counts: labels of measured figures in docs/performance.md. */
const ceilings: Readonly<Record<string, number>> = {
  'Render, not "draw"': 2,
};

const files = execFileSync("git", ["ls-files", "lib", "store", "components", "app", "scripts", "docs"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.(?:tsx?|mjs|md|css)$/.test(file) && file !== "app/tokens.css");

/** Returns the comments of a source file; the whole text of a page. */
function proseIn(file: string): string {
  const text = readFileSync(file, "utf8");
  if (file.endsWith(".md")) return text;
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(,])\/\/.*/gm)].map(([comment]) => comment).join("\n");
}

const prose = files.map(proseIn).join("\n");

/** Pages that are finished: they contain no banned pattern. Labels of performance.md come from the benchmarks. */
const pages = files
  .filter((file) => file.endsWith(".md") && file !== "docs/performance.md")
  .concat("README.md", "CONTRIBUTING.md", "CHANGELOG.md");

test.each(pages)("%s has no banned pattern", (file) => {
  const text = readFileSync(file, "utf8");
  expect(Object.values(banned).flatMap((pattern) => text.match(pattern) ?? [])).toEqual([]);
});

test.each(Object.entries(banned))("%s", (rule, pattern) => {
  expect(prose.match(pattern)?.length ?? 0).toBeLessThanOrEqual(ceilings[rule] ?? 0);
});
