import fc from "fast-check";
import { foldText } from "@/lib/chat/fold-text";
import { candidatesIn, openSegment, parseSegment, type Segment } from "@/lib/search/segment";
import { searchBits } from "@/lib/search/signature";

/** Characters of several scripts, few enough that parts of texts often repeat. */
const letters = fc.constantFrom(..."ab .*京都のمَdéÉÀ\u{20000}😀ſﬁ\u0000");
const text = fc.array(letters, { maxLength: 30 }).map((each) => foldText(each.join("")));
/** A text that is longer than a part, so that it may be in several slots. */
const longText = fc
  .tuple(fc.array(text, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 4000 }))
  .map(([parts, start]) => `${"京東abc ".repeat(400).slice(start)}${parts.join(" ")}${manyGrams.slice(0, start * 2)}`);
const wanted = fc.array(letters, { minLength: 1, maxLength: 5 }).map((each) => foldText(each.join("")));

/** A text of random words that fills several slots. */
const manyGrams = Array.from({ length: 3000 }, (_, index) => ((index * 2_654_435_761) % 46_656).toString(36)).join(" ");

function segmentOf(texts: readonly string[]): Segment {
  const open = openSegment();
  for (const [index, each] of texts.entries()) open.add(`m${index}`, each);
  return open.close();
}

function candidates(segment: Segment, rows: readonly (readonly string[])[]): Set<string> {
  return new Set(
    candidatesIn(
      segment,
      rows.map((texts) => texts.map(searchBits)),
    ).flat(),
  );
}

function scan(texts: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return texts.flatMap((each, index) =>
    rows.every((row) => row.some((part) => each.includes(part))) ? [`m${index}`] : [],
  );
}

test("the candidates include every message that a scan finds", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: longText }), { maxLength: 30 }),
      fc.array(fc.array(wanted, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
      (texts, rows) => {
        const found = candidates(segmentOf(texts), rows);
        expect(scan(texts, rows).filter((id) => !found.has(id))).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});

test("the candidates include a message for every part of its text, at any position and of any length", () => {
  const texts = [manyGrams, "short", `${manyGrams} 京都の夜`];
  const segment = segmentOf(texts);
  fc.assert(
    fc.property(fc.nat(manyGrams.length - 3), fc.integer({ min: 1, max: 3000 }), (start, length) => {
      expect(candidates(segment, [[manyGrams.slice(start, start + length)]])).toContain("m0");
    }),
    { numRuns: 200 },
  );
  // The rows may be in different slots of a long message.
  const [first, last] = [manyGrams.slice(0, 12), "京都の"];
  expect(candidates(segment, [[first], [last]])).toContain("m2");
});

test("few other messages are candidates", () => {
  const texts = Array.from({ length: 400 }, (_, index) => manyGrams.slice(index * 20, index * 20 + 900));
  const found = candidates(segmentOf([...texts, "a zanzibarite mineral"]), [["zanzibarite"]]);
  expect(found).toContain("m400");
  expect(found.size).toBeLessThan(20);
});

test("a segment that is reopened equals one that was written at once", () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), fc.array(text, { maxLength: 20 }), (before, after) => {
      const reopened = openSegment(segmentOf(before));
      for (const [index, each] of after.entries()) reopened.add(`m${before.length + index}`, each);
      expect(reopened.close()).toEqual(segmentOf([...before, ...after]));
    }),
  );
});

test("a message that is added again is not removed any more", () => {
  const open = openSegment();
  open.add("m1", "a tide");
  open.remove("m1");
  expect(open.close().removed).toEqual(["m1"]);
  open.add("m1", "a tide");
  expect(open.close().removed).toEqual([]);
});

const stored = segmentOf(["the first tide", manyGrams]);

test("a stored segment is read as it was written", () => {
  expect(parseSegment(structuredClone(stored))).toEqual(stored);
});

test.each([
  ["nothing", undefined],
  ["a text", "segment"],
  ["no ids", { ...stored, ids: undefined }],
  ["an id of another type", { ...stored, ids: [1, ...stored.ids.slice(1)] }],
  ["another id", { ...stored, ids: ["m7", ...stored.ids.slice(1)] }],
  ["a missing slot", { ...stored, ends: stored.ends.slice(1) }],
  ["slots out of order", { ...stored, ends: stored.ends.toReversed() }],
  ["shorter signatures", { ...stored, signatures: stored.signatures.slice(1) }],
  ["a flipped bit", { ...stored, signatures: stored.signatures.map((word, index) => (index === 3 ? word ^ 4 : word)) }],
  ["words of another type", { ...stored, words: ["tide"] }],
])("%s is not a segment", (_case, row) => {
  expect(parseSegment(row)).toBeUndefined();
});
