import { byText, shippedPackages } from "@/scripts/third-party.mjs";

const packages = shippedPackages();

/** Licences that ask for no more than to be named. */
const accepted = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
  // One of two may be chosen.
  "(MIT OR Apache-2.0)",
  "Apache-2.0 OR MIT",
  "(MPL-2.0 OR Apache-2.0)",
];

/** Others, each for what it is good for alone. */
const acceptedFor: readonly (readonly [string, RegExp])[] = [
  // Fonts, which are files of their own.
  ["OFL-1.1", /^@fontsource-variable\//],
  // A table of browsers that the build reads.
  ["CC-BY-4.0", /^caniuse-lite$/],
  // A file of its own (docs/decisions/0038).
  ["LGPL-3.0", /^libheif-js$/],
  // Files of its own, unchanged (docs/decisions/0062).
  ["MPL-2.0", /^pyodide$/],
];

test("all production dependencies and their dependencies are checked", () => {
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["react", "next", "mermaid", "d3-array", "libheif-js"]));
  expect(names.filter((name) => /sharp/.test(name))).toEqual([]);
  expect(packages.length).toBeGreaterThan(400);
});

test("each has an accepted license", () => {
  const odd = packages.filter(
    ({ name, licence }) =>
      !accepted.includes(licence) && !acceptedFor.some(([one, names]) => one === licence && names.test(name)),
  );
  expect(odd.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
});

test("each has the text of its license, except those of two licenses whose texts are included", () => {
  const withText = new Set(byText(packages).flatMap(({ packages: named }) => named.map(({ name }) => name)));
  const without = packages.filter(({ name }) => !withText.has(name));
  expect(without.filter(({ licence }) => !licence.includes(" AND "))).toEqual([]);
});
