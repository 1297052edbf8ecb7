import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";
import { noBlocks, splitBlocks, splitNext } from "@/lib/markdown/split-blocks";
import { isTooCostly } from "@/lib/markdown/too-costly";
import { markdownExamples } from "@/test/support/markdown-examples";

const sample = [
  "# Tides\n\nThe *Moon* pulls.\n",
  "- one\n- two\n  - deep\n\n1. first\n",
  "```ts\nconst a = 1;\n\nconst b = 2;\n```\n",
  "| a | b |\n| - | - |\n| 1 | 2 |\n",
  "> quoted\nlazy\n\n$$\nx^2\n$$\n",
  "Setext\n===\n\nlast",
].join("\n");

test("splits a text at its top-level blocks, and loses none of it", () => {
  const { done, tail } = splitBlocks(noBlocks, sample);
  expect(done.map((block) => block.trim().split("\n")[0])).toEqual([
    "# Tides",
    "The *Moon* pulls.",
    "- one",
    "1. first",
    "```ts",
    "| a | b |",
    "> quoted",
    "$$",
    "Setext",
  ]);
  expect(done.join("") + tail).toBe(sample);
});

/** The top-level blocks of a text by a parser that knows all of Markdown. */
function blocksOf(text: string): string[] {
  const { children } = fromMarkdown(text, {
    extensions: [gfm(), math({ singleDollarTextMath: false })],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  });
  const starts = [0, ...children.slice(1).map(({ position }) => position?.start.offset ?? 0)];
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
}

test.each(markdownExamples)("$name has the same blocks as with another parser that reads lines", ({ markdown }) => {
  const { done, tail } = splitBlocks(noBlocks, markdown);
  expect([...done, tail]).toEqual(blocksOf(markdown));
});

test("any text has the same blocks as with another parser that reads lines", () => {
  const marks = [
    "a",
    " ",
    "    ",
    "\n",
    "\n\n",
    "- ",
    "1. ",
    "> ",
    "# ",
    "```",
    "`",
    "$$",
    "$",
    "**",
    "_",
    "~~",
    "|",
    "\n|-|-|\n",
  ];
  const more = [
    "[",
    "](",
    ")",
    "[^1]",
    ": ",
    "![",
    "<",
    ">",
    "<b>",
    "\\",
    "===",
    "---",
    "&amp;",
    "https://a.example",
    "[ ] ",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...marks, ...more), { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      fc.pre(!isTooCostly(text));
      const { done, tail } = splitBlocks(noBlocks, text);
      expect([...done, tail]).toEqual(blocksOf(text));
    }),
    { numRuns: 2000 },
  );
});

test("however a text grows, its blocks end up the same as those of the whole text", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(sample.length), { maxLength: 30 }), (cuts) => {
      const grown = [...cuts.toSorted((a, b) => a - b), sample.length].reduce(
        (blocks, end) => splitBlocks(blocks, sample.slice(0, end), true),
        noBlocks,
      );
      expect(splitBlocks(grown, sample)).toEqual(splitBlocks(noBlocks, sample));
    }),
  );
});

test("parses a long growing block occasionally, and once more at its end", () => {
  const long = `\`\`\`\n${"tide\n".repeat(5000)}`;
  const first = splitBlocks(noBlocks, long, true);
  const grown = splitBlocks(first, `${long}\`\`\`\n\nnext`, true);
  expect(grown.done).toEqual([]);
  expect(splitBlocks(grown, `${long}\`\`\`\n\nnext`, false).done).toEqual([`${long}\`\`\`\n\n`]);
});

test("a block whose first line is incomplete may merge with the previous one", () => {
  const growing = splitBlocks(noBlocks, "1. a\n\n  2", true);
  expect(growing).toMatchObject({ done: [], tail: "1. a\n\n  2", undecided: 8 });
  const list = splitBlocks(growing, "1. a\n\n  2. b\n", true);
  expect(list).toMatchObject({ done: [], tail: "1. a\n\n  2. b\n", undecided: 0 });
  expect(splitBlocks(growing, "1. a\n\n  2 b\n", true)).toMatchObject({ done: ["1. a\n\n  "], tail: "2 b\n" });
});

test("splits a text that continues after it was complete again", () => {
  const complete = splitBlocks(noBlocks, "1. a\n\n  2");
  expect(complete.done).toEqual(["1. a\n\n  "]);
  expect(splitBlocks(complete, "1. a\n\n  2. b", true)).toMatchObject({ done: [], undecided: 0 });
});

test("splits a text that does not continue the earlier one again", () => {
  const earlier = splitBlocks(noBlocks, "one\n\ntwo\n\nthree");
  expect(splitBlocks(earlier, "other\n\ntext")).toEqual({
    text: "other\n\ntext",
    done: ["other\n\n"],
    tail: "text",
    base: 7,
    parsed: 4,
    labels: [[]],
    definitions: new Map(),
    tailDefinitions: new Map(),
    undecided: 0,
    isCostly: false,
    isComplete: true,
  });
});

/** Text in which single blocks cost too much, with and without a blank line around them. */
const costlySample = [
  "# Tides\nThe *Moon* pulls.\n",
  `before\n${">".repeat(50)} deep\nafter\n`,
  "- one\n\n  two\n",
  `# heading\n${"*a *a *a *a\n".repeat(300)}# not parsed\n`,
  `\`\`\`md\n${"*a *a *a *a\n".repeat(300)}\n\`\`\`\nfine\n`,
  "a**b".repeat(1200),
  "\nlast [1]\n\n[1]: https://tides.example",
].join("\n");

test("however a text with costly blocks grows, its blocks end up the same as those of the whole text", () => {
  const whole = splitBlocks(noBlocks, costlySample);
  expect(whole.done.join("") + whole.tail).toBe(costlySample);
  fc.assert(
    fc.property(fc.array(fc.nat(costlySample.length), { maxLength: 20 }), (cuts) => {
      const grown = [...cuts.toSorted((a, b) => a - b), costlySample.length].reduce(
        (blocks, end) => splitBlocks(blocks, costlySample.slice(0, end), true),
        noBlocks,
      );
      expect(splitBlocks(grown, costlySample)).toEqual(whole);
    }),
    { numRuns: 15 },
  );
});

test("a block that is too complex ends at the next blank line, and includes nothing before or after it", () => {
  const { done, tail } = splitBlocks(noBlocks, costlySample);
  expect(done.map((block) => block.trim().split("\n")[0]?.slice(0, 20))).toEqual([
    "# Tides",
    "The *Moon* pulls.",
    "before",
    ">>>>>>>>>>>>>>>>>>>>",
    "- one",
    "# heading",
    "*a *a *a *a",
    "*a *a *a *a",
    "```md",
    "fine",
    "a**ba**ba**ba**ba**b",
    "last [1]",
  ]);
  expect(tail).toBe("[1]: https://tides.example");
});

test("finds definitions by their labels, the first of each name, and only announces a footnote", () => {
  const text = "See [a] and [^n].\n\n[a]: /one\n[A]: /two\n\n[^n]: The note.\n\nend\n\n[b]: /three";
  const { definitions, tailDefinitions, labels } = splitBlocks(noBlocks, text);
  expect(definitions).toEqual(
    new Map([
      ["A", "[a]: /one"],
      ["^N", "[^n]:"],
    ]),
  );
  expect(tailDefinitions).toEqual(new Map([["B", "[b]: /three"]]));
  expect(labels[0]).toEqual(["A", "^N"]);
});

// Any of these takes minutes where the work is not linear.
test.each([
  ["lists nested deep", Array.from({ length: 3000 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n")],
  ["quotes nested deep", ">".repeat(1_000_000)],
  ["marks that may open and close", "a**b".repeat(250_000)],
  ["marks that only open", "*a ".repeat(300_000)],
  ["brackets", "[".repeat(10) + "[a](".repeat(200_000)],
  ["costly blocks one after another", `${">".repeat(40)}a\n\n`.repeat(2000)],
])("splits %s quickly", (_name, text) => {
  const { done, tail } = splitBlocks(noBlocks, text);
  expect(done.join("") + tail).toBe(text);
});

describe("a text that arrives in one chunk", () => {
  const long = Array.from({ length: 30 }, (_, number) => `${sample}\n\n# Part ${number}\n\n`).join("");

  const whole = splitBlocks(noBlocks, long);

  /** Splits in steps until the whole text is split; returns how far each step came. */
  function inSteps(text: string, isGrowing: boolean, from = noBlocks) {
    const reached: number[] = [];
    let blocks = from;
    do {
      blocks = splitNext(blocks, text, isGrowing);
      reached.push(blocks.text.length);
    } while (blocks.text.length < text.length);
    return { blocks, reached };
  }

  test("is split in steps, each of them short, into the same blocks", () => {
    const { blocks, reached } = inSteps(long, true);
    expect(reached.length).toBeGreaterThan(long.length / 4_000 - 1);
    for (const [step, end] of reached.entries()) expect(end - (reached[step - 1] ?? 0)).toBeLessThanOrEqual(4_000);
    expect(splitBlocks(blocks, long)).toEqual(whole);
    expect(inSteps(long, false).blocks).toEqual(whole);
  });

  test("and is complete starts with a longer step", () => {
    const text = sample.padEnd(5_000, "\nmore");
    expect(inSteps(text, false).reached).toEqual([text.length]);
    expect(inSteps(text, true).reached).toHaveLength(2);
  });

  test("of a single line is split at once", () => {
    expect(inSteps("word ".repeat(5_000), true).reached).toEqual([25_000]);
  });

  test("has the same blocks wherever it grows between the steps", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(long.length), { maxLength: 12 }), (cuts) => {
        const grown = [...cuts]
          .sort((one, other) => one - other)
          .reduce((blocks, end) => {
            const text = long.slice(0, Math.max(end, blocks.text.length));
            return splitNext(blocks, text, true);
          }, noBlocks);
        expect(inSteps(long, false, grown).blocks).toEqual(whole);
      }),
      { numRuns: 8 },
    );
  });
});
