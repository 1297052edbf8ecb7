import * as z from "@/lib/zod";

test.each([
  [0, true],
  [-1.5, true],
  [Number.MAX_VALUE, true],
  [Number.POSITIVE_INFINITY, false],
  [Number.NEGATIVE_INFINITY, false],
  [Number.NaN, false],
  ["1", false],
  [undefined, false],
])("numbers are finite: %p is one: %p", (value, expected) => {
  expect(z.validate(z.number(), value)).toBe(expected);
});

test("arrays are neither objects nor records", () => {
  const schema = z.object({ a: z.catch(z.string(), "none") });
  expect(z.parse(schema, {})).toEqual({ a: "none" });
  expect(z.validate(schema, [])).toBe(false);
  expect(z.validate(z.record(z.string(), z.unknown()), [])).toBe(false);
});

test.each([
  ['{"a":1}', { success: true, data: { a: 1 } }],
  ["null", { success: true, data: null }],
  ["{a", { success: false }],
  [null, { success: false }],
])("the JSON text %p is parsed", (text, expected) => {
  expect(z.safeParse(z.jsonText, text)).toMatchObject(expected);
});

test("no code is compiled, because the content policy forbids it", () => {
  expect(z.config().jitless).toBe(true);
});
