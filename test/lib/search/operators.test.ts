import fc from "fast-check";
import { hasOperators, parseOperators } from "@/lib/search/operators";

test.each([
  ["tides at noon", "tides at noon", { tags: [] }],
  ["tag:work tides TAG:sea", "tides", { tags: ["work", "sea"] }],
  ['project:"Tide tables" neap', "neap", { tags: [], project: "Tide tables" }],
  ["project:“Tide tables", "", { tags: [], project: "Tide tables" }],
  ["model:gpt-4 has:code model:claude", "", { tags: [], model: "claude", hasCode: true }],
  ["before:2026-11-20 after:2026-01", "", { tags: [], before: "2026-11-20", after: "2026-01" }],
  ["after:2024-02-29", "", { tags: [], after: "2024-02-29" }],
  ["before:2026-02-30 has:video tag: word", "before:2026-02-30 has:video tag: word", { tags: [] }],
  ['"say tag:work" tide', '"say tag:work" tide', { tags: [] }],
  ["http://tag:work price:4", "http://tag:work price:4", { tags: [] }],
])("parses %j", (text, words, operators) => {
  expect(parseOperators(text)).toEqual({ words, operators });
  expect(hasOperators(parseOperators(text).operators)).toBe(words !== text);
});

test("any text is parsed to its end, and a text without a colon stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const { words } = parseOperators(text);
      expect(words.length).toBeLessThanOrEqual(text.length);
      if (!text.includes(":")) expect(words.replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
    }),
  );
});

test("a pasted text of ten thousand operators is parsed at once", () => {
  const { words, operators } = parseOperators("tag:a ".repeat(10_000));
  expect(operators.tags).toHaveLength(20);
  expect(words.length).toBe(6 * (10_000 - 20) - 1);
});
