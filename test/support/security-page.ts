import { readdirSync, readFileSync } from "node:fs";

const page = "docs/security.md";

/** A row of a guarantee: its code, its text with an anchor, and its tests. */
const row = /^\| ([A-Z]\d+(?:\.\d+)?) \| (.+) \| (.*) \|$/gm;

/** The code of a guarantee in the title of a test. */
const tag = / @([A-Z]\d+(?:\.\d+)?)(?=[ "`])/g;

/** Returns the guarantees on the page, in order. */
export function guarantees() {
  return [...readFileSync(page, "utf8").matchAll(row)].map(([, code = "", text = "", tests = ""]) => ({
    code,
    text,
    tests,
  }));
}

/** The same in a comment above a test of the desktop app, which is a function in Rust. */
const rustTag = /^ *\/\/ @([A-Z]\d+(?:\.\d+)?)$/gm;

/** Returns the paths of files with a given ending below a folder. */
function filesBelow(folder: string, ending: RegExp): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => ending.test(name));
  return names.map((name) => `${folder}/${name}`);
}

/** Returns the paths of the test files by the codes in their titles. */
export function testsByGuarantee(): ReadonlyMap<string, readonly string[]> {
  const files = [
    ...filesBelow("test", /\.(test|spec)\.tsx?$/),
    ...filesBelow("desktop/tests", /\.test\.mjs$/),
    ...filesBelow("desktop/src", /\.rs$/),
  ].sort();
  const tests = new Map<string, string[]>();
  for (const path of files) {
    const text = readFileSync(path, "utf8");
    const codes = [...text.matchAll(path.endsWith(".rs") ? rustTag : tag)].map(([, code = ""]) => code);
    for (const code of new Set(codes)) tests.set(code, [...(tests.get(code) ?? []), path]);
  }
  return tests;
}

/** Returns the page with the test files of each guarantee. A guarantee without tests keeps the reason in its row. */
export function securityPage(): string {
  const tests = testsByGuarantee();
  return readFileSync(page, "utf8").replace(row, (_row, code: string, text: string, reason: string) => {
    const files = tests.get(code)?.map((path) => `\`${path}\``);
    const kept = /^no(thing yet| test): /.test(reason) ? reason : "";
    return `| ${code} | ${text} | ${files?.join(", ") ?? kept} |`;
  });
}
