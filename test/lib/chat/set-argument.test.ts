import { setArgument } from "@/lib/chat/set-argument";

type Setting = Parameters<typeof setArgument>;

const cases: readonly (readonly [string, readonly [Setting[1], Setting[2]][], unknown])[] = [
  [
    "values of every kind",
    [
      [["a"], 1],
      [["b"], true],
      [["c"], null],
      [["d"], "x"],
    ],
    { a: 1, b: true, c: null, d: "x" },
  ],
  [
    "pieces of a text, which are joined",
    [
      [["a"], "Low "],
      [["b"], 2],
      [["a"], "tide"],
    ],
    { a: "Low tide", b: 2 },
  ],
  [
    "a value that replaces another",
    [
      [["a"], 1],
      [["a"], 2],
      [["b"], "x"],
      [["b"], null],
    ],
    { a: 2, b: null },
  ],
  [
    "values inside objects and lists",
    [
      [["a", "b", 0], "x"],
      [["a", "b", 1, "c"], 1],
    ],
    { a: { b: ["x", { c: 1 }] } },
  ],
  [
    "a list that would have gaps, which is not made",
    [
      [["a", 0], "x"],
      [["a", 4_000_000_000], "y"],
    ],
    { a: ["x"] },
  ],
  [
    "a value that turns out to have parts",
    [
      [["a"], 1],
      [["a", "b"], 2],
    ],
    { a: { b: 2 } },
  ],
  ["a name that objects have by nature", [[["__proto__", "a"], 1]], JSON.parse('{"__proto__":{"a":1}}')],
];

test.each(cases)("sets %s", (_name, settings, expected) => {
  const text = settings.reduce((known, [path, value]) => setArgument(known, path, value), "");
  expect(JSON.parse(text)).toEqual(expected);
  expect(Object.hasOwn(Object.prototype, "a")).toBe(false);
});

test("leaves text that is not JSON unchanged", () => {
  expect(setArgument('{"a', ["b"], 1)).toBe('{"a');
});
