import fc from "fast-check";
import { fuseRankings } from "@/lib/documents/fused-ranking";

const fuse = (...rankings: readonly (readonly string[])[]) => fuseRankings(rankings, (item) => item);
const ranking = fc.uniqueArray(fc.constantFrom(..."abcdefghijkl"), { maxLength: 12 });

test.each([
  [
    "both first",
    [
      ["a", "b"],
      ["a", "c"],
    ],
    ["a", "b", "c"],
  ],
  [
    "in both comes before the first of one",
    [
      ["a", "b"],
      ["c", "b"],
    ],
    ["b", "a", "c"],
  ],
  ["a single ranking", [["c", "a", "b"]], ["c", "a", "b"]],
  ["an empty ranking", [[], ["b", "a"]], ["b", "a"]],
  ["no ranking", [], []],
])("%s", (_, rankings, expected) => {
  expect(fuse(...rankings)).toEqual(expected);
});

test("the result has each item of any ranking once", () => {
  fc.assert(
    fc.property(fc.array(ranking, { maxLength: 4 }), (rankings) => {
      const fused = fuse(...rankings);
      expect(new Set(fused).size).toBe(fused.length);
      expect([...fused].sort()).toEqual([...new Set(rankings.flat())].sort());
    }),
  );
});

test("two equal rankings, or one with an empty one, keep their order", () => {
  fc.assert(
    fc.property(ranking, (one) => {
      expect(fuse(one, one)).toEqual(one);
      expect(fuse(one, [])).toEqual(one);
      expect(fuse([], one)).toEqual(one);
    }),
  );
});

test("an item that is not worse in any ranking, and better in one, comes first", () => {
  fc.assert(
    fc.property(ranking, ranking, (one, other) => {
      const fused = fuse(one, other);
      const rankIn = (list: readonly string[], item: string) => (list.includes(item) ? list.indexOf(item) : 1000);
      for (const a of fused) {
        for (const b of fused) {
          const [inOne, inOther] = [rankIn(one, a) - rankIn(one, b), rankIn(other, a) - rankIn(other, b)];
          if (inOne <= 0 && inOther <= 0 && inOne + inOther < 0) {
            expect(fused.indexOf(a)).toBeLessThan(fused.indexOf(b));
          }
        }
      }
    }),
  );
});
