import fc from "fast-check";
import { excerptOf, markedText } from "@/lib/search/excerpt";

const marked = (text: string, wanted: readonly string[]) =>
  markedText(text, wanted)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join("");

const cases: readonly [string, readonly string[], string][] = [
  ["The Shelf and the shelf", ["shelf"], "The [Shelf] and the [shelf]"],
  ["ＴＩＤＥ", ["tide"], "[ＴＩＤＥ]"],
  ["مُدَرِّسَة هنا", ["مدرسه"], "[مُدَرِّسَة] هنا"],
  ["le cafe\u0301 noir", ["café"], "le [cafe\u0301] noir"],
  ["the oﬃce", ["ffi"], "the o[ﬃ]ce"],
  ["high\n\n  tide", ["high tide"], "[high tide]"],
  ["abab", ["aba", "bab"], "[abab]"],
  ["nothing", ["x"], "nothing"],
  ["a.*b", [".*"], "a[.*]b"],
];

test.each(cases)("marks in %j, for %j: %s", (text, wanted, expected) => {
  expect(marked(text, wanted)).toBe(expected);
});

test("quotes a long text around its first match, from the start of a word, on one line", () => {
  const text = `${"word ".repeat(40)}\nthe shelf ${"more ".repeat(100)}`;
  const pieces = excerptOf(text, ["shelf"]);
  expect(pieces.slice(0, 3)).toEqual([
    { text: "…", isMarked: false },
    { text: `${"word ".repeat(6)}the `, isMarked: false },
    { text: "shelf", isMarked: true },
  ]);
  expect(pieces.at(-1)).toEqual({ text: "…", isMarked: false });
});

test("marks only change a text's white space", () => {
  const sign = fc.constantFrom(..."ab ﬃé京\u0301\u0651ا\u{20000}😀\n");
  const text = fc.array(sign, { maxLength: 40 }).map((signs) => signs.join(""));
  fc.assert(
    fc.property(text, fc.array(fc.constantFrom("a", "京", "ff", "ا", " "), { maxLength: 3 }), (written, wanted) => {
      const shown = markedText(written, wanted).map((piece) => piece.text);
      expect(shown.join("").replace(/\s+/g, "")).toBe(written.replace(/\s+/g, ""));
    }),
  );
});

test("an excerpt is plain text, but a match keeps its original form", () => {
  const quoted = (text: string, wanted: readonly string[]) =>
    excerptOf(text, wanted)
      .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
      .join("");
  expect(quoted("The **high shelf** holds `cups`.", ["shelf"])).toBe("The high [shelf] holds cups.");
  expect(quoted("Write `a ** b` or **c**.", ["**"])).toBe("Write a [**] b or [**]c[**].");
  expect(quoted("See [the shelf](https://shelf.example/x) **now**.", ["example"])).toBe("See the shelf[example] now.");
});
