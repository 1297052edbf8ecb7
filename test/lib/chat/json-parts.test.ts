import fc from "fast-check";
import { hasMoreJsonParts } from "@/lib/chat/json-parts";

/** Counts lists, objects and what separates their parts, in a value. */
function partsOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const parts = Object.values(value);
  return 1 + Math.max(0, parts.length - 1) + parts.reduce<number>((sum, part) => sum + partsOf(part), 0);
}

test("counts the parts of any JSON text, whatever its strings contain", () => {
  const text = fc.stringMatching(/^[\\",[{}\]a]*$/);
  const value = fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(text, text)), fc.array(text));
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2), (json, indentation) => {
      const printed = JSON.stringify(json, null, indentation);
      const parts = partsOf(JSON.parse(printed));
      expect([hasMoreJsonParts(printed, parts), hasMoreJsonParts(printed, parts - 1)]).toEqual([false, parts > 0]);
    }),
  );
});

test.each(['"', '"\\', '"\\"', '{"a', "\\", '\\"'])("stops at the end of an incomplete text: %s", (text) => {
  expect(hasMoreJsonParts(text, 1)).toBe(false);
});
