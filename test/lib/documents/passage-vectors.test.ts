import fc from "fast-check";
import { type PassageVectors, packVectors, similarPassages } from "@/lib/documents/passage-vectors";

test("vectors are stored as bytes of the same direction", () => {
  expect(
    packVectors([
      [0.5, -1, 0],
      [0, 0, 0],
      [2, 2, 1],
    ]),
  ).toEqual({
    dimensions: 3,
    values: Int8Array.of(64, -127, 0, 0, 0, 0, 127, 127, 64),
  });
  expect(packVectors([])).toEqual({ dimensions: 0, values: new Int8Array() });
});

test("the passages with the smallest angle come first; others are left out", () => {
  const documents = new Map([
    [
      "a",
      packVectors([
        [1, 0],
        [0, 1],
      ]),
    ],
    [
      "b",
      packVectors([
        [3, 1],
        [-1, 0],
        [0, 0],
      ]),
    ],
    ["other model", packVectors([[1, 0, 0]])],
  ]);
  const found = similarPassages([2, 0], documents, 5);
  expect(found.map(({ similarity, ...place }) => ({ ...place, similarity: Number(similarity.toFixed(2)) }))).toEqual([
    { documentId: "a", passage: 0, similarity: 1 },
    { documentId: "b", passage: 0, similarity: 0.95 },
  ]);
  expect(similarPassages([2, 0], documents, 1)).toHaveLength(1);
  expect(similarPassages([0, 0], documents, 5)).toEqual([]);
  expect(similarPassages([], documents, 5)).toEqual([]);
});

test("the cosine of the bytes is that of the numbers within 0.02", () => {
  const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 });
  fc.assert(
    fc.property(vector, vector, (one, other) => {
      fc.pre(lengthOf(one) > 0.1 && lengthOf(other) > 0.1);
      const exact =
        one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0) / lengthOf(one) / lengthOf(other);
      const documents: ReadonlyMap<string, PassageVectors> = new Map([["d", packVectors([other])]]);
      const found = similarPassages(one, documents, 1)[0]?.similarity ?? 0;
      expect(Math.abs(found - Math.max(0, exact))).toBeLessThan(0.02);
    }),
  );
});

function lengthOf(vector: readonly number[]): number {
  return Math.hypot(...vector);
}
