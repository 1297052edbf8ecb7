import fc from "fast-check";
import { storedCount, storedOrder } from "@/lib/fields/stored-schemas";
import { boundedTime, latestTime } from "@/lib/fields/time";
import * as z from "@/lib/zod";

test("clamps any number to a time that can be formatted, and keeps valid times", () => {
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
])("parses the count %p as %p", (value, expected) => {
  expect(z.parse(storedCount, value)).toBe(expected);
});

test.each([
  [-0, 0],
  [-2.5, -2.5],
  [1.75e12, 1.75e12],
  [1e300, 0],
  [-1e300, 0],
])("parses the position %p as %p", (value, expected) => {
  expect(z.parse(storedOrder, value)).toBe(expected);
});
