import * as v from "valibot";
import { finiteNumber, noList } from "@/lib/fields/strict-schemas";

test.each([
  [0, true],
  [-1.5, true],
  [Number.MAX_VALUE, true],
  [Number.POSITIVE_INFINITY, false],
  [Number.NEGATIVE_INFINITY, false],
  [Number.NaN, false],
  ["1", false],
  [undefined, false],
])("that %p is a finite number is %p", (value, expected) => {
  expect(v.is(finiteNumber, value)).toBe(expected);
});

test.each([
  [{}, true],
  [null, true],
  ["text", true],
  [[], false],
  [[{}], false],
])("that %j is no list is %p", (value, expected) => {
  expect(v.is(noList, value)).toBe(expected);
});

test("ahead of an object's schema a list is refused, and an object is read by it", () => {
  const schema = v.pipe(noList, v.object({ a: v.fallback(v.string(), "none") }));
  expect(v.is(schema, [])).toBe(false);
  expect(v.parse(schema, {})).toEqual({ a: "none" });
});
