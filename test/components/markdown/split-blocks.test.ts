import fc from "fast-check";
import { noBlocks, splitBlocks } from "@/components/markdown/split-blocks";

const sample = [
  "# Tides\n\nThe *Moon* pulls.\n",
  "- one\n- two\n  - deep\n\n1. first\n",
  "```ts\nconst a = 1;\n\nconst b = 2;\n```\n",
  "| a | b |\n| - | - |\n| 1 | 2 |\n",
  "> quoted\nlazy\n\n$$\nx^2\n$$\n",
  "Setext\n===\n\nlast",
].join("\n");

test("a text is split at its top-level blocks, and nothing of it is lost", () => {
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

test("however a text grows, its blocks end up the same as those of the whole text", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(sample.length), { maxLength: 30 }), (cuts) => {
      const grown = [...cuts.toSorted((a, b) => a - b), sample.length].reduce(
        (blocks, end) => splitBlocks(blocks, sample.slice(0, end), true),
        noBlocks,
      );
      expect(grown).toEqual(splitBlocks(noBlocks, sample));
    }),
  );
});

test("a long block that grows is parsed now and then, and once more when it has ended", () => {
  const long = "tide ".repeat(5000);
  const first = splitBlocks(noBlocks, long, true);
  const grown = splitBlocks(first, `${long}\n\nnext`, true);
  expect(grown.done).toEqual([]);
  expect(splitBlocks(grown, `${long}\n\nnext`, false).done).toEqual([`${long}\n\n`]);
});

test("a text that does not continue the earlier one is split anew", () => {
  const earlier = splitBlocks(noBlocks, "one\n\ntwo\n\nthree");
  expect(splitBlocks(earlier, "other\n\ntext")).toEqual({
    text: "other\n\ntext",
    done: ["other\n\n"],
    tail: "text",
    base: 7,
    parsed: 4,
  });
});
