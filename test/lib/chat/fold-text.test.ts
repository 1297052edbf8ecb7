import fc from "fast-check";
import { foldText, foldWithPlaces } from "@/lib/chat/fold-text";

const cases: readonly [string, string][] = [
  ["The  TIDE", "the tide"],
  ["ｶﾞ　ＡＢＣ", "ガ abc"],
  ["cafe\u0301", "café"],
  ["ΟΔΟΣ", "οδοσ"],
  ["الْعَرَبِيَّة", "العربيه"],
  ["أحمد إلى آخر", "احمد الي اخر"],
  ["كـــتاب", "كتاب"],
  ["soft\u00adhyphen", "softhyphen"],
  ["line\n\tbreak", "line break"],
];

test.each(cases)("folds %j to %j", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("a text folded with positions equals one folded without, and each position is inside the text", () => {
  const sign = fc.constantFrom(..."aAéß ﬃ\u0301\u0323京ｶﾞﾟ가ᄀ\u1161\u11a8ا\u0653\u0651ـΣİ\u{20000}😀\n\u200d\u200f");
  const text = fc.array(sign, { maxLength: 30 }).map((signs) => signs.join(""));
  fc.assert(
    fc.property(text, (written) => {
      const { text: folded, starts } = foldWithPlaces(written);
      expect(folded).toBe(foldText(written));
      expect(starts).toHaveLength(folded.length + 1);
      expect(starts).toEqual([...starts].sort((one, other) => one - other));
      expect(starts.at(-1)).toBe(written.length);
    }),
    { numRuns: 2000 },
  );
});
