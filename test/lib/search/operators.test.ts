import fc from "fast-check";
import {
  addOperator,
  hasOperators,
  invalidOperatorsIn,
  operatorsIn,
  parseOperators,
  withoutOperator,
} from "@/lib/search/operators";

test.each([
  ["tides at noon", "tides at noon", { tags: [] }],
  ["tag:work tides TAG:sea", "tides", { tags: ["work", "sea"] }],
  ['project:"Tide tables" neap', "neap", { tags: [], project: "Tide tables" }],
  ["project:“Tide tables", "", { tags: [], project: "Tide tables" }],
  ["model:gpt-4 has:code model:claude", "", { tags: [], model: "claude", hasCode: true }],
  ["before:2026-11-20 after:2026-01", "", { tags: [], before: "2026-11-20", after: "2026-01" }],
  ["after:2024-02-29", "", { tags: [], after: "2024-02-29" }],
  ["before:2026-02-30 has:video tag:", "before:2026-02-30 has:video tag:", { tags: [] }],
  ['tag: work tides project:  "Tide tables"', "tides", { tags: ["work"], project: "Tide tables" }],
  ["tag: project: sea before: soon", "tag: before: soon", { tags: [], project: "sea" }],
  ['"say tag:work" tide', '"say tag:work" tide', { tags: [] }],
  ["http://tag:work price:4", "http://tag:work price:4", { tags: [] }],
])("parses %j", (text, words, operators) => {
  expect(parseOperators(text)).toEqual({ words, operators });
  expect(hasOperators(parseOperators(text).operators)).toBe(words !== text);
});

test("operators without a valid value are returned in order", () => {
  expect(invalidOperatorsIn('tag: project: sea before: soon "has:video" has:video after:2026-13 model: ')).toEqual([
    "tag",
    "before",
    "has",
    "after",
    "model",
  ]);
  expect(invalidOperatorsIn("tag: a has: code before: 2026 notes: b")).toEqual([]);
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

test("operators have their places in the text, and only those that apply are returned", () => {
  const text = '  tides tag:work project:"Tide tables" tag:sea model:a model:b has:video';
  expect(operatorsIn(text)).toEqual([
    { name: "tag", value: "work", start: 8, end: 16 },
    { name: "project", value: "Tide tables", start: 17, end: 38 },
    { name: "tag", value: "sea", start: 39, end: 46 },
    { name: "model", value: "b", start: 55, end: 62 },
  ]);
});

test.each([
  ["tag:work tides", 0, "tides"],
  ["high tag:work tides", 0, "high tides"],
  ["tides  before:2026 ", 0, "tides"],
  ["tag:a tag:b", 1, "tag:a"],
])("removes an operator from %j", (text, index, expected) => {
  expect(withoutOperator(text, operatorsIn(text)[index] as { start: number; end: number })).toBe(expected);
});

test.each([
  ["", "tag", "work", "tag:work"],
  ["tides ", "project", "Tide tables", 'tides project:"Tide tables"'],
  ["tag:a", "tag", "b", "tag:a tag:b"],
  ["tag:a neap", "tag", "a", "neap tag:a"],
  ["before:2025 neap before:2026", "before", "2024-01-02", "neap before:2024-01-02"],
  ["", "project", 'The "Tide" tables', 'project:\u201cThe "Tide" tables\u201d'],
  ["", "tag", 'a "b" ”c» 「d」', 'tag:"a \\"b\\" ”c» 「d」"'],
  ["", "has", "code", "has:code"],
] as const)("adds to %j the operator %s:%s", (text, name, value, expected) => {
  expect(addOperator(text, name, value)).toBe(expected);
});

test("an added tag is read again, whatever its name", () => {
  const tag = fc.string({ unit: "binary", minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text);
  fc.assert(
    fc.property(tag, (text) => {
      expect(parseOperators(addOperator("tides", "tag", text)).operators.tags).toEqual([text]);
    }),
  );
});
