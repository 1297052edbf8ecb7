import fc from "fast-check";
import type { Element, Nodes } from "hast";
import { parseBlock } from "@/lib/markdown/parse-block";
import { isPlainLine } from "@/lib/markdown/plain-line";

/** Removes the positions in the source, which only the parser knows. */
function withoutPositions(node: Nodes): unknown {
  const { position: _, ...rest } = node;
  return "children" in rest ? { ...rest, children: rest.children.map(withoutPositions) } : rest;
}

/** Returns the first element of a text that the parser reads, whatever the text contains: a block follows it. */
const parsed = (text: string) => withoutPositions(parseBlock(`${text}\n\n# End`, "n-").children[0] as Element);

test("a plain line has the same elements as from the parser", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "a",
      " ",
      "  ",
      "-",
      "+",
      "=",
      "1.",
      "1)",
      ":",
      "!",
      "(",
      ")",
      "{",
      "}",
      '"',
      "'",
      "/",
      "^",
      "%",
      "é",
      "潮",
      "。",
    ),
    fc.constantFrom(
      "www",
      "WWW.",
      "http",
      "HTTPS:",
      "://",
      "a@b.co",
      "&amp;",
      "\t",
      "\u00a0",
      "\u200d",
      "\ufeff",
      "😀",
      "\ud800",
    ),
    fc.string({ unit: "binary", maxLength: 3 }),
  );
  let plain = 0;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1 }), (pieces) => {
      const text = `T${pieces.join("")}`;
      if (!isPlainLine(text)) return;
      plain += 1;
      for (const source of [text, `${text}\n`, `${text}\n\n`]) {
        expect(parseBlock(source, "n-").children).toEqual([parsed(text)]);
      }
    }),
    { numRuns: 3000 },
  );
  expect(plain).toBeGreaterThan(200);
});

test.each(["The Moon pulls, and so does the Sun.", "潮汐为什么迟到？", "Note: 3 of 5 (60 %)"])(
  "%j is a plain line",
  (text) => {
    expect(isPlainLine(text)).toBe(true);
  },
);

test.each([
  "",
  "1. item",
  "- item",
  "a **b**",
  "See https://example.com",
  "See WWW.example.com",
  "Write to a@b.co",
  "Two\nlines",
  "a &amp; b",
  "Ends with a space ",
])("%j may not be a plain line", (text) => {
  expect(isPlainLine(text)).toBe(false);
});
