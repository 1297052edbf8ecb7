import { createSpokenText, spokenBlocks, spokenText } from "@/lib/chat/spoken-text";

test.each([
  ["## The *tide*", "The tide"],
  ["Text with **bold**, `code` and a [link](https://example.com/x).", "Text with bold, code and a link."],
  ["- one\n- two\n\n  more", "one\ntwo\nmore"],
  ["Before\n\n```ts\nconst a = 1;\n```\n\nAfter", "Before\nAfter"],
  ["Before\n\n```ts\nconst a", "Before"],
  ["| a | b |\n| - | -: |\n| 1 | **2** |", "a, b\n1, 2"],
  ["$$\nx^2\n$$\n\nso $x$ it is", "so x it is"],
  ["![a chart](x.png) <b>html</b>", "a chart html"],
  ["<script>alert(1)</script>\n\nSafe", "Safe"],
  ["> quoted\n> on", "quoted on"],
  ["a claim[^1]\n\n[^1]: its source", "a claim"],
  ["one  \ntwo", "one two"],
  ["**not yet closed", "not yet closed"],
  ["---\n\n* * *", ""],
  ["你好，**世界**。", "你好，世界。"],
  ["See [the chart][1].\n\n[1]: https://example.com/x", "See the chart."],
  ["again\n\nagain", "again\nagain"],
  ["- one\n  ```sh\n  ls\n  ```\n- two", "one\ntwo"],
  ["1. one\n\n   and more\n2. two", "one\nand more\ntwo"],
])("reads %j as %j", (markdown, spoken) => {
  expect(spokenText(markdown)).toBe(spoken);
});

test.each(["*a_", "[", "![", "<b ", "`", "> ", "$"])("reads a very long sequence of %j as plain text", (sign) => {
  expect(spokenText(`so ${sign.repeat(40_000)}`).startsWith("so")).toBe(true);
});

test("splits a long list into parts of whole items", () => {
  const item = `- ${"tide ".repeat(60).trim()}`;
  const list = Array.from({ length: 10 }, () => item).join("\n");
  expect(spokenBlocks(list)).toEqual(["4", "4", "2"].map((count) => Array(Number(count)).fill(item).join("\n")));
});

test("reads a growing text like the whole text", () => {
  const text =
    "## Tides\n\nOne **two**.\n\n- a [link][1]\n- b\n\n```ts\ncode\n\ncode\n```\n\n[1]: https://example.com\n\nOne **two**.";
  const read = createSpokenText();
  for (let end = 1; end <= text.length; end++) {
    expect(read(text.slice(0, end))).toBe(spokenText(text.slice(0, end)));
  }
});
