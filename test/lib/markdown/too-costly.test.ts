import fc from "fast-check";
import { costlyLine, isTooCostly } from "@/lib/markdown/too-costly";

const nested = (depth: number) => Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}- a`).join("\n");

test("the first rows of an endless table can be parsed", () => {
  const head = "| a | b |\n|---|---|\n";
  expect(costlyLine(`${head}${"| high | low |\n".repeat(5000)}`)).toBe(
    `${head}${"| high | low |\n".repeat(664)}`.length,
  );
});

test.each([
  ["an empty text", ""],
  ["words", "The Moon pulls.\n\nSo does the Sun."],
  ["a long text in paragraphs", "The *Moon* pulls, and `so` does [the Sun](https://sun.example).\n\n".repeat(2000)],
  ["a list nested ten deep", nested(10)],
  ["a large table", `| a | b |\n|---|---|\n${"| **high** | `low` |\n".repeat(450)}`],
  ["a long table", `| a | b |\n|---|---|\n${"| high | low |\n".repeat(600)}`],
  ["long code", `\`\`\`c\n${"*a = b[i] * c[j];\n".repeat(5000)}\`\`\``],
  ["deep code", `~~~\n${" ".repeat(300)}x\n~~~`],
  ["long mathematics", `$$\n${"a_1 * b_2 \\\\\n".repeat(2000)}$$`],
  ["a paragraph of a thousand citations", "Ebb [a.md, p. 12]. ".repeat(1000)],
  ["a list of a thousand citations", "- Ebb [a.md, p. 1]\n".repeat(1000)],
  ["code that is still being written", `\`\`\`\n${"*a *b *c\n".repeat(2000)}`],
])("%s can be parsed", (_name, text) => {
  expect(isTooCostly(text)).toBe(false);
});

test.each([
  ["deep quotes", ">".repeat(6000)],
  ["deep quotes with spaces", "> ".repeat(6000)],
  ["a list nested 300 deep", nested(300)],
  ["a list nested in one line", "- ".repeat(300)],
  ["a numbered list nested in one line", "1. ".repeat(300)],
  ["emphasis that may open and close", "a**b".repeat(10_000)],
  ["emphasis that only opens", "*a ".repeat(10_000)],
  ["brackets", "[a".repeat(10_000)],
  ["closing brackets", "a]".repeat(10_000)],
  ["citations in brackets", "[[a.md, p. 12]".repeat(1000)],
  ["citations that may be links", "[a.md, p. 12](".repeat(1000)],
  ["brackets with emphasis", "[a*, b.c] ".repeat(1000)],
  ["backticks", "`a ``b ".repeat(1000)],
  ["strikes", "~a ".repeat(10_000)],
  ["HTML", "<? ".repeat(10_000)],
  ["marks over many lines", "*a\n".repeat(2000)],
  ["marks after carriage returns", "~~~\r~~~\r".concat("*a ".repeat(2000))],
  ["a very long paragraph", "tide ".repeat(5000)],
  ["a table that is larger than any", `| a |\n|---|\n${"| *a* |\n".repeat(2000)}`],
  ["marks after a fence that has closed", `\`\`\`\ncode\n\`\`\`\n${"*a ".repeat(2000)}`],
  ["marks in what looks like a fence and is a line of code", `\`\`\` a\`\n${"*a ".repeat(2000)}`],
  ["marks in what looks like a fence and is indented", `    \`\`\`\n${"*a ".repeat(2000)}`],
  ["marks in what looks like a fence and is a comment", `<!--\n\n\`\`\`\n\n-->\n${"*a ".repeat(2000)}`],
  ["marks in what looks like a fence and is HTML", `<div>\n\`\`\`\n\n${"*a ".repeat(2000)}`],
])("%s cannot be parsed @R7.6", (_name, text) => {
  expect(isTooCostly(text)).toBe(true);
});

test("returns the line that makes a text too complex", () => {
  expect(costlyLine(`one\ntwo\n${">".repeat(99)}\nfour`)).toBe(8);
  expect(costlyLine("one\ntwo")).toBe(-1);
});

test("a short text is as costly as with a long paragraph after it", () => {
  const piece = fc.constantFrom(
    " ",
    "\t",
    ">",
    "- ",
    "1. ",
    "*",
    "`",
    "|",
    "a",
    "\n",
    "\r\n",
    "$$",
    "```",
    "<pre>",
    "[",
  );
  const line = fc.tuple(
    fc.constantFrom("", "\t".repeat(17), " ".repeat(65), "> ".repeat(33), "- ".repeat(33)),
    fc.array(piece),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = lines
        .map(([start, rest]) => start + rest.join(""))
        .join("\n")
        .slice(0, 1000);
      expect(costlyLine(text)).toBe(costlyLine(`${text}\n\n${"word ".repeat(220)}`));
    }),
  );
});
