import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const rows = readFileSync("docs/security.md", "utf8").match(/^\| [A-Z]\d+(\.\d+)? \|.*$/gm) ?? [];

/** The number of guarantees in each section. */
const sections = {
  "A2.": 7,
  "C3.": 6,
  "O4.": 9,
  "H5.": 6,
  "L6.": 4,
  "R7.": 6,
  "I8.": 7,
  "T9.": 6,
  "S10.": 3,
  "P11.": 4,
  S: 15,
};
const codes = Object.entries(sections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}${index + 1}`),
);

test("the page has every guarantee once, in order, and with an anchor that links can name", () => {
  expect(rows.map((row) => row.split(" | ")[0]?.slice(2))).toEqual(codes);
  const anchors = rows.map((row) => row.match(/ \| <a id="(\w+)"><\/a>\S/)?.[1]);
  expect(anchors).toEqual(codes.map((code) => code.toLowerCase().replace(".", "")));
});

test("every guarantee that the sources name, as a code or a link, is on the page", () => {
  const folders = ["app", "components", "lib", "public", "scripts", "store", "test"];
  const pattern = "\\([A-Z][0-9]{1,2}\\.[0-9]\\)|docs/security\\.md#[a-z][0-9]{1,3}\\b";
  const found = execFileSync("git", ["grep", "-hoE", pattern, "--", ...folders], { encoding: "utf8" });
  const known = codes.flatMap((code) => [`(${code})`, `docs/security.md#${code.toLowerCase().replace(".", "")}`]);
  const named = found.trim().split("\n");
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test.each(rows)("the tests of a guarantee exist: %s", (row) => {
  const named = [...row.matchAll(/`((?:test|scripts)\/[^`]+)`/g)].map(([, path]) => path ?? "");
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
  expect(named.length > 0 || row.includes("nothing yet:")).toBe(true);
});
