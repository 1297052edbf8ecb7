import fc from "fast-check";
import type { Nodes } from "hast";
import * as parser from "mdast-util-from-markdown";
import { parseBlock } from "@/lib/markdown/parse-block";
import { simpleBlockEnds, simpleCode, surelyNewBlock } from "@/lib/markdown/simple-blocks";
import { noBlocks, splitBlocks } from "@/lib/markdown/split-blocks";

jest.mock("mdast-util-from-markdown", () => {
  const original = jest.requireActual("mdast-util-from-markdown");
  return { ...original, fromMarkdown: jest.fn(original.fromMarkdown) };
});
const fromMarkdown = jest.mocked(parser.fromMarkdown);

beforeEach(() => fromMarkdown.mockClear());

/** Removes the positions in the source, which only the parser knows. */
function withoutPositions({ position: _, ...node }: Nodes): unknown {
  return "children" in node ? { ...node, children: node.children.map(withoutPositions) } : node;
}

/** Returns the first element of a text that the parser reads, whatever the text contains: a block precedes it. */
const parsed = (text: string) => withoutPositions(parseBlock(`# Start\n\n${text}`, "n-").children[2] as Nodes);

test("fenced code has the same elements as from the parser", () => {
  const piece = fc.constantFrom(
    "a",
    " ",
    "\t",
    "\n",
    "\n\n",
    "```",
    "~~~",
    "`",
    "\n```",
    "\n~~~",
    "    ",
    "&amp;",
    "\\",
  );
  const end = fc.constantFrom("", "\n```", "\n```\n", "\n  ````  \n\n", "\n~~~");
  const start = fc.constantFrom("```", "```ts\n", "```c++\n", "````\n", "~~~js\n", "```\n", "```ts x\n", "```&amp;\n");
  let simple = 0;
  fc.assert(
    fc.property(start, fc.array(piece, { maxLength: 12 }), end, (first, pieces, last) => {
      const text = first + pieces.join("") + last;
      if (!simpleCode(text)) return;
      simple += 1;
      expect(parseBlock(text, "n-").children.map(withoutPositions)).toEqual([parsed(text)]);
    }),
    { numRuns: 3000 },
  );
  expect(simple).toBeGreaterThan(500);
});

test("paragraphs, headings and code are found without the parser, also while they grow", () => {
  const text = "# Tides\n\nThe *Moon* pulls,\nand so\n\n```ts\nconst a = 1;\n\nlet b;\n```\n\n~~~\nx\n~~~\nThe end";
  let blocks = noBlocks;
  for (let end = 0; end <= text.length; end += 50) blocks = splitBlocks(blocks, text.slice(0, end), true);
  blocks = splitBlocks(blocks, text);
  expect(blocks.done.map((block) => block.trim().split("\n")[0])).toEqual([
    "# Tides",
    "The *Moon* pulls,",
    "```ts",
    "~~~",
  ]);
  expect(blocks.tail).toBe("The end");
  expect(fromMarkdown).not.toHaveBeenCalled();
});

test("very long fences, lines and lists of definitions are left to the parser", () => {
  const fence = "`".repeat(40_000);
  expect(splitBlocks(noBlocks, `${fence}\na\n${fence}\n\nThe end`).tail).toBe("The end");
  expect(simpleBlockEnds(`a${"b".repeat(3_000_000)}\n\nThe end`)).toEqual([]);
  expect(surelyNewBlock("[a]: x\n\nThe end\n\n")).toBe(-1);
});

test("the parser reads only the blocks that need it", () => {
  const list = "- one\n- two\n\n  > deep\n\n";
  splitBlocks(noBlocks, `${list}The Moon pulls.\n\nThe end`);
  expect(fromMarkdown.mock.calls.map(([read]) => read)).toEqual([list]);
});

test("code is rendered without the parser", () => {
  parseBlock("```ts\nconst a = 1;\n```\n\n", "n-");
  expect(fromMarkdown).not.toHaveBeenCalled();
});
