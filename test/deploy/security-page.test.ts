import { existsSync, readFileSync } from "node:fs";

const rows = readFileSync("docs/security.md", "utf8").match(/^\| [A-Z]\d+(\.\d+)? \|.*$/gm) ?? [];

/** The promises by their section and how many there are in each. */
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

test("every promise stands on the page, once and in order", () => {
  expect(rows.map((row) => row.split(" | ")[0]?.slice(2))).toEqual(codes);
});

test.each(rows)("what shows it is there: %s", (row) => {
  const named = [...row.matchAll(/`((?:test|scripts)\/[^`]+)`/g)].map(([, path]) => path ?? "");
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
  expect(named.length > 0 || row.includes("nothing yet:")).toBe(true);
});
