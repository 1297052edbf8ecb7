import fc from "fast-check";
import * as v from "valibot";
import { boundedTime, latestTime, storedCount, storedOrder } from "@/lib/fields/time";

test("any number becomes a time that can be formatted, and a time within the bounds stays", () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      const time = boundedTime(value);
      expect(time >= 0 && time <= latestTime && !Object.is(time, -0)).toBe(true);
      expect(new Date(time).toISOString()).toEqual(expect.any(String));
      expect(boundedTime(time)).toBe(time);
    }),
  );
  fc.assert(fc.property(fc.integer({ min: 1, max: latestTime }), (time) => expect(boundedTime(time)).toBe(time)));
});

test.each([
  [-0, 0],
  [-3, 0],
  [2.7, 2],
  [1e9, 1e9],
  [1e300, 0],
])("the count %p is read as %p", (value, expected) => {
  expect(v.parse(storedCount, value)).toBe(expected);
});

test.each([
  [-0, 0],
  [-2.5, -2.5],
  [1.75e12, 1.75e12],
  [1e300, 0],
  [-1e300, 0],
])("the position %p is read as %p", (value, expected) => {
  expect(v.parse(storedOrder, value)).toBe(expected);
});
