import fc from "fast-check";
import {
  type FactList,
  factLimits,
  factsAsMarkdown,
  factText,
  readFactList,
  storedFactList,
  usesFacts,
  withFacts,
  withoutFacts,
} from "@/lib/chat/facts";

const sample = (id: string, createdAt = 0) => ({ id, text: `Fact ${id}`, createdAt });
const empty = readFactList(undefined);

test("a fact is one line within the limit, without half a character at its end", () => {
  expect(factText("  Tides\n\n turn   twice. ")).toBe("Tides turn twice.");
  expect(factText("a".repeat(600))).toHaveLength(factLimits.chars);
  expect(factText(`${"a".repeat(499)}🌊`)).toBe("a".repeat(499));
  expect(factText(" \n ")).toBe("");
});

test("reads stored facts, newest first, with the fields of newer versions", () => {
  const stored = {
    facts: { a: { ...sample("a", 5), from: "s1" }, b: sample("b", 9), c: { text: "x".repeat(501), createdAt: -1 } },
    deleted: { d: 4, e: "soon" },
    lastUpdateTime: 9,
  };
  expect(readFactList(stored)).toEqual({
    facts: [sample("b", 9), { ...sample("a", 5), from: "s1" }, { id: "c", text: "x".repeat(500), createdAt: 0 }],
    deleted: { d: 4 },
    unread: {},
    lastUpdateTime: 9,
  });
});

test("retains what is no fact, and facts beyond the limit, and writes them back", () => {
  const many = Object.fromEntries(Array.from({ length: 202 }, (_, place) => [`f${place}`, sample(`f${place}`, place)]));
  const stored = { facts: { ...many, x: 3, y: { text: " " } }, deleted: {}, lastUpdateTime: 0 };
  const read = readFactList(stored);
  expect(read.facts).toHaveLength(factLimits.count);
  expect(Object.keys(read.unread).toSorted()).toEqual(["f0", "f1", "x", "y"]);
  expect(storedFactList(read)).toEqual(stored);
});

test("reads any stored value without an error, and the same again from what it writes", () => {
  const facts = fc.dictionary(
    fc.string(),
    fc.oneof(fc.jsonValue(), fc.record({ text: fc.string(), createdAt: fc.double() })),
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.record({ facts, deleted: fc.jsonValue() })), (value) => {
      const once = readFactList(value);
      expect(readFactList(storedFactList(once))).toEqual(once);
    }),
  );
});

test("adds, replaces and removes facts", () => {
  const two = withFacts(empty, [sample("a", 1), sample("b", 2)], 5);
  expect(two.facts.map(({ id }) => id)).toEqual(["b", "a"]);
  const one = withoutFacts(two, new Set(["b"]), 6);
  expect(one).toEqual({ facts: [sample("a", 1)], deleted: { b: 6 }, unread: {}, lastUpdateTime: 6 });
  const back = withFacts(one, [{ ...sample("b", 2), text: "Changed" }], 7);
  expect([back.facts[0], back.deleted]).toEqual([{ id: "b", text: "Changed", createdAt: 2 }, {}]);
});

test("a full list takes no more facts", () => {
  const full: FactList = { ...empty, facts: Array.from({ length: 200 }, (_, place) => sample(`f${place}`, 1)) };
  expect(withFacts(full, [sample("new", 2)], 3).facts).toHaveLength(200);
  expect(withFacts(full, [{ ...sample("f7", 1), text: "Changed" }], 3).facts.map(({ text }) => text)).toContain(
    "Changed",
  );
});

test.each([
  { isOn: false, chat: { enableFacts: true }, project: undefined, expected: false },
  { isOn: true, chat: {}, project: undefined, expected: true },
  { isOn: true, chat: { enableFacts: false }, project: { enableFacts: true }, expected: false },
  { isOn: true, chat: {}, project: { enableFacts: false }, expected: false },
  { isOn: true, chat: { enableFacts: true }, project: { enableFacts: false }, expected: true },
  { isOn: true, chat: { enableFacts: true, isTemporary: true as const }, project: undefined, expected: false },
])(
  "a chat uses facts if the app does and neither it nor its project refuses: %j",
  ({ isOn, chat, project, expected }) => {
    expect(usesFacts(isOn, chat, project)).toBe(expected);
  },
);

test("facts are written as a list", () => {
  expect(factsAsMarkdown(["One.", "Two."])).toBe("- One.\n- Two.");
});
