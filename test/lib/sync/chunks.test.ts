import fc from "fast-check";
import { cutAtSpaces, joinAtSpaces } from "@/lib/sync/chunks";

test.each([
  ["hello world", 5, ["hello", "world"]],
  ["", 5, []],
  ["hello", 5, ["hello"]],
  ["helloworld again", 5, ["helloworld", "again"]],
  ["海海海 海", 4, ["海海海", "海"]],
  ["a b c d ", 3, ["a b", "c d", ""]],
])("splits %j at about %i bytes into %j", (text, maxBytes, pieces) => {
  expect(cutAtSpaces(text, maxBytes)).toEqual(pieces);
});

test("joining the chunks gives the same text, and a chunk above the size has no space to split at", () => {
  const text = fc
    .array(fc.constantFrom(" ", " ", "a", "潮", "🌊", "\n", "\ufeff"), { maxLength: 60 })
    .map((letters) => letters.join(""));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 20 }), (text, maxBytes) => {
      const pieces = cutAtSpaces(text, maxBytes);
      expect(joinAtSpaces(pieces)).toBe(text);
      for (const piece of pieces) {
        if (new TextEncoder().encode(piece).length > maxBytes) expect(piece.slice(1, -1).includes(" ")).toBe(false);
      }
    }),
  );
});
