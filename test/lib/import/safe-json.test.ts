import { parseSafely } from "@/lib/import/safe-json";

const limits = { maxChars: 1_000_000 };

test("parses harmless JSON unchanged", () => {
  expect(parseSafely('{"a":[1,"two",null,true,{"b":{}}]}', limits)).toEqual({
    ok: true,
    value: { a: [1, "two", null, true, { b: {} }] },
  });
});

test("ignores a byte order mark", () => {
  expect(parseSafely('\ufeff{"a":1}', limits)).toEqual({ ok: true, value: { a: 1 } });
});

test("drops keys that could reach a prototype, at every depth, and no others @S9", () => {
  const text = '{"__proto__":{"x":1},"a":[{"constructor":{"prototype":{"x":1}},"kept":{"prototype":2,"proto":3}}]}';
  const parsed = parseSafely(text, limits);
  expect(JSON.stringify(parsed.ok && parsed.value)).toBe('{"a":[{"kept":{"proto":3}}]}');
  expect({}).not.toHaveProperty("x");
});

test.each([
  ["nothing", "", "not-json"],
  ["prose", "Dear diary", "not-json"],
  ["half a file", '{"sessions":[{"id":"a"', "not-json"],
  ["a file that is too long", `"${"x".repeat(1_000_000)}"`, "too-long"],
  ["lists within lists", "[".repeat(10_000) + "]".repeat(10_000), "too-deep"],
  ["objects within objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, "too-deep"],
  ["half of lists within lists", "[".repeat(100_000), "not-json"],
])("rejects %s with the reason @I8.3", (_name, text, reason) => {
  expect(parseSafely(text, limits)).toEqual({ ok: false, reason });
});

test("allows a depth of a hundred levels by default", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(parseSafely(nested(100), limits).ok).toBe(true);
  expect(parseSafely(nested(101), limits).ok).toBe(false);
  expect(parseSafely(nested(101), { ...limits, maxDepth: 101 }).ok).toBe(true);
});
