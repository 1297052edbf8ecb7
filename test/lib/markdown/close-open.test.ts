import fc from "fast-check";
import { closeOpen } from "@/lib/markdown/close-open";

test.each([
  ["a **bo", "a **bo**"],
  ["a **bo*", "a **bo**"],
  ["a **", "a "],
  ["*a **b", "*a **b***"],
  ["***a", "***a***"],
  ["**a** b", "**a** b"],
  ["~~old", "~~old~~"],
  ["~5 minutes", "~5 minutes"],
  ["2 * 3", "2 * 3"],
  ["2*3 and snake_case_na", "2*3 and snake_case_na"],
  ["__a", "__a__"],
  ["`co", "`co`"],
  ["a `", "a "],
  ["``a `b", "``a `b``"],
  ["**a `b", "**a `b`**"],
  ["`**`", "`**`"],
  ["see [the", "see the"],
  ["see [the](htt", "see the"],
  ["see [the](https://x.y)", "see [the](https://x.y)"],
  ["see [the]", "see the"],
  ["https://x.y/_a_b and **c", "https://x.y/_a_b and **c**"],
  ["as in [1]", "as in [1]"],
  ["list[0", "list[0"],
  ["**see [the", "**see the**"],
  ["a ![bay](htt", "a "],
  ["note[^", "note"],
  ["\\(x_1 + y", "\\(x_1 + y\\)"],
  ["\\[\nx_1", "\\[\nx_1\\]"],
  ["**a \\(x", "**a \\(x\\)**"],
  ["a\\", "a"],
  ["- one\n- **two", "- one\n- **two**"],
  ["- *one\n- two", "- *one\n- two"],
  ["> **a", "> **a**"],
  ["text\n-", "text"],
  ["text\n- ", "text"],
  ["text\n--", "text"],
  ["1. a\n2", "1. a"],
  ["text\n``", "text"],
  ["```ts\nconst a = `x`;\n``", "```ts\nconst a = `x`;"],
  ["```ts\n**a", "```ts\n**a"],
  ["- a\n  ```\n  **b", "- a\n  ```\n  **b"],
  ["    **a", "    **a"],
  ["| a | b", "| a | b |\n| --- | --- |"],
  ["| a | **b", "| a | **b** |\n| --- | --- |"],
  ["| a |\n| -", "| a |\n| --- |"],
  ["| a |\n|---|\n| **x", "| a |\n|---|\n| **x**"],
  ["|", ""],
  ["**「潮", "**「潮**"],
])("%j renders as %j", (text, closed) => {
  expect(closeOpen(text)).toBe(closed);
});

const sample = [
  "Text with **bold *and nested* parts**, `code **not bold**` and [a link](https://tides.example/a_(b)).",
  "- one **b**\n- [x] two ~~old~~\n  1. deep `c`",
  "| port | delay |\n| --- | ---: |\n| **Brest** | `1` |",
  "> quoted *words*",
  "```ts\nconst a = [1];\n```",
  "**潮**，[^1] and ![bay](https://tides.example/bay.png) end.",
];

test("leaves complete blocks unchanged", () => {
  for (const block of sample) expect(closeOpen(block)).toBe(block);
});

test("shows no mark in a growing block that becomes something else later", () => {
  fc.assert(
    fc.property(fc.constantFrom(...sample.slice(0, 4)), fc.nat(100), (block, cut) => {
      const closed = closeOpen(block.slice(0, cut));
      const shown = withoutClosed(closed);
      expect(shown).not.toMatch(/\*\*|\]\(|~~|`/);
    }),
  );
});

/** Takes away what the parser turns into elements. */
function withoutClosed(text: string): string {
  return text
    .replace(/`[^`]+`/g, "")
    .replace(/\[[^\]]*\]\((?:[^()]|\([^()]*\))*\)/g, "")
    .replace(/~~[^~]+~~/g, "")
    .replace(/\*\*(?:[^*]|\*[^*]+\*)+\*\*/g, "");
}

test("closes any text without an error", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."*_~`[]()!\\|->#1. \n\tax$^:"), maxLength: 60 }), (text) => {
      expect(typeof closeOpen(text)).toBe("string");
    }),
  );
});
