import fc from "fast-check";
import { speechPieces } from "@/lib/chat/speech-pieces";

test("the first chunk is one sentence, and later ones are longer", () => {
  const long = `${"word ".repeat(40).trim()}.`;
  expect(speechPieces(`First. Second! "Third?" ${long} Last`, true)).toEqual([
    "First.",
    `Second! "Third?" ${long}`,
    "Last",
  ]);
});

test.each([
  ["3.5 metres. Then", ["3.5 metres.", "Then"]],
  ["你好。「再见。」然后", ["你好。", "「再见。」 然后"]],
  ["ما هذا؟ لا شيء", ["ما هذا؟", "لا شيء"]],
  ["a line\nanother", ["a line", "another"]],
  ["", []],
  [" \n ", []],
])("splits %j into %j", (text, pieces) => {
  expect(speechPieces(text, true)).toEqual(pieces);
});

test("does not return incomplete chunks while the text grows", () => {
  expect(speechPieces("First. Sec", false)).toEqual(["First."]);
  expect(speechPieces("First.", false)).toEqual([]);
  expect(speechPieces("First.", true)).toEqual(["First."]);
});

const writing = fc
  .array(fc.constantFrom("a", "word ", ". ", "! ", "。", "？」", "\n", "3.5", "…", ") ", "😀", "x".repeat(300)), {
    maxLength: 60,
  })
  .map((parts) => parts.join(""));

test("at any point of a growing text, its chunks are the first chunks of the whole text", () => {
  fc.assert(
    fc.property(writing, fc.nat(), (text, at) => {
      const early = speechPieces(text.slice(0, at % (text.length + 1)), false);
      expect(speechPieces(text, true).slice(0, early.length)).toEqual(early);
    }),
  );
});

test("loses and repeats no part of a text, and no chunk exceeds the service's limit", () => {
  fc.assert(
    fc.property(writing, (text) => {
      const pieces = speechPieces(text, true);
      expect(pieces.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
      expect(Math.max(0, ...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(600);
      expect(pieces.every((piece) => !/[\ud800-\udbff]$/.test(piece))).toBe(true);
    }),
  );
});
