import fc from "fast-check";
import { mayHaveFormulas } from "@/lib/markdown/may-have-formulas";
import { normalizeMath } from "@/lib/markdown/normalize-math";

test.each([
  ["$$\n\\frac{a}{b}\n$$", true],
  ["A line with $x^2$ in it.", true],
  ["\\(x\\) and \\[y\\]", true],
  ["It costs $5 today and $6 tomorrow.", false],
  ["From $5-$10, or US$5.", false],
  ["No formula, but `code` and **bold**.", false],
  ["A single $ sign", false],
])("of %j returns %s", (text, expected) => {
  expect(mayHaveFormulas(text)).toBe(expected);
});

test("misses no formula that is normalized", () => {
  const pieces = fc.constantFrom("$", "$$", "\\(", "\\)", "\\[", "\\]", "x", "5", " ", "\n", "\\", "`", "word");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
      const text = parts.join("");
      if (normalizeMath(text).includes("$$")) expect(mayHaveFormulas(text)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});
