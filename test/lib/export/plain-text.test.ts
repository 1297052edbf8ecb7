import { plainTextOf } from "@/lib/export/plain-text";

test.each([
  ["headings", "# Tides\n\n## High tide\nAt noon.", "Tides\n\nHigh tide\n\nAt noon."],
  ["emphasis", "The **basin** sets *the* ~~old~~ __clock__.", "The basin sets the old clock."],
  ["inline code", "Run `npm **test**`.", "Run npm **test**."],
  ["links", "See [the table](https://tides.example/a).", "See the table (https://tides.example/a)."],
  ["references", "See [the table][1].\n\n[1]: https://tides.example/a", "See the table (https://tides.example/a)."],
  ["addresses", "<https://tides.example/> or https://tides.example", "https://tides.example/ or https://tides.example"],
  ["images", "![A tide](https://tides.example/a.png)", "A tide (https://tides.example/a.png)"],
  ["embedded images", "![A tide](data:image/png;base64,AAAA)", "A tide"],
  ["lists", "- one\n- **two**\n  - three\n\n1. first\n2. second", "- one\n- two\n  - three\n\n1. first\n2. second"],
  ["numbered lists", "9. nine\n10. ten\n    more", "9. nine\n10. ten\n    more"],
  ["tasks", "- [x] done\n- [ ] open", "- [x] done\n- [ ] open"],
  ["tables", "| Port | High |\n| --- | ---: |\n| **Brest** | 7 m |", "Port\tHigh\nBrest\t7 m"],
  ["quotations", "> It **rises**.\n>\n> It falls.", "> It rises.\n>\n> It falls."],
  ["code", "```ts\nconst tide = `**7**`;\n\n  # no heading\n```", "const tide = `**7**`;\n\n  # no heading"],
  ["formulas", "So $$a_b$$ is\n\n$$\n\\frac{a}{b}\n$$", "So a_b is\n\n\\frac{a}{b}"],
  ["line breaks", "one\ntwo  \nthree", "one\ntwo\nthree"],
  ["lines", "one\n\n---\n\ntwo", "one\n\n--------------------\n\ntwo"],
  ["footnotes", "It rises.[^1]\n\n[^1]: Twice **a day**.", "It rises.[1]\n\n[1] Twice a day."],
  ["text in tags", "Use <b>bold</b>.", "Use <b>bold</b>."],
  ["nothing", "", ""],
])("%s are written without marks", (_name, markdown, text) => {
  expect(plainTextOf(markdown)).toBe(text);
});

test("a text that is too costly to parse is written as it is", () => {
  const costly = `${">".repeat(300)} **deep**`;
  expect(plainTextOf(costly)).toBe(costly);
});
