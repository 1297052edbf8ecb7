import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";
import { quote } from "@/lib/demo/quote";

test.each([
  ["hello", "`hello`"],
  ["  two\n\nlines\tand more  ", "`two lines and more`"],
  ["a `b` c", "``a `b` c``"],
  ["`b`", "`` `b` ``"],
  ["a ``` b", "````a ``` b````"],
  ["", ""],
  [" \n\u200b\u202e ", ""],
  ["safe\u202egnp.exe", "`safe gnp.exe`"],
  ["می\u200cخواهم", "`می\u200cخواهم`"],
  ["x".repeat(80), `\`${"x".repeat(80)}\``],
  ["x".repeat(81), `\`${"x".repeat(80)}…\``],
  ["😀".repeat(81), `\`${"😀".repeat(80)}…\``],
  [`${"x".repeat(79)} y`, `\`${"x".repeat(79)}…\``],
])("quotes %j as %j", (text, quoted) => {
  expect(quote(text)).toBe(quoted);
});

function parse(markdown: string) {
  return fromMarkdown(markdown, {
    extensions: [gfm(), math()],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  });
}

/** Drops where nodes stand; only what they are counts. */
function shape(node: Nodes): unknown {
  if ("children" in node) return { type: node.type, children: node.children.map(shape) };
  return { type: node.type, value: "value" in node ? node.value : undefined };
}

const marks = fc.constantFrom(
  "`",
  "``",
  "$",
  "$$",
  "*",
  "[a](b)",
  "<b>",
  "https://a.example",
  "|",
  "\n\n# ",
  "\\",
  "&amp;",
  "~~~",
);
const text = fc
  .array(fc.oneof(marks, fc.string({ unit: "grapheme" })), { maxLength: 12 })
  .map((parts) => parts.join(""));

test("any quotation is a single inline code in the paragraph", () => {
  fc.assert(
    fc.property(text, (input) => {
      fc.pre(quote(input) !== "");
      const nodes = parse(`You wrote: ${quote(input)} and so on`).children.map(shape);
      expect(nodes).toEqual([
        {
          type: "paragraph",
          children: [
            { type: "text", value: "You wrote: " },
            { type: "inlineCode", value: expect.any(String) },
            { type: "text", value: " and so on" },
          ],
        },
      ]);
    }),
    { numRuns: 1000 },
  );
});
