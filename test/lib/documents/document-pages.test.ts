import fc from "fast-check";
import { type DocumentPage, pagesOf, textOfPages } from "@/lib/documents/document-pages";
import { createTextWriter } from "@/lib/documents/text-writer";

/** The pages of a text as their kind, label, headings above and text. */
const seen = (text: string) =>
  pagesOf(text).map(({ kind, label, above, start, end }) => [kind, label, above, text.slice(start, end)]);

test("the pages of a PDF are found by their marks", () => {
  const text = "## Page 1\n\nTides\n\n## Page 2\n\n## Page 3\n\nEnd";
  expect(pagesOf(text)).toEqual([
    { kind: "page", label: "1", above: "", start: 0, bodyStart: 10, end: 18 },
    { kind: "page", label: "2", above: "", start: 18, bodyStart: 28, end: 29 },
    { kind: "page", label: "3", above: "", start: 29, bodyStart: 39, end: 43 },
  ]);
});

test("slides and sheets are found; marks of other kinds and numbers are text", () => {
  expect(seen("## Slide 1\n\n### Tides\n\n## Page 2\n\n## Slide 3\n\n## Slide 2")).toEqual([
    ["slide", "1", "", "## Slide 1\n\n### Tides\n\n## Page 2\n\n## Slide 3\n\n"],
    ["slide", "2", "", "## Slide 2"],
  ]);
  expect(seen("## Sheet: Tides\n\n| a |\n| --- |\n\n## Sheet:\n\n## Sheet: A & B")).toEqual([
    ["sheet", "Tides", "", "## Sheet: Tides\n\n| a |\n| --- |\n\n"],
    ["sheet", "", "", "## Sheet:\n\n"],
    ["sheet", "A & B", "", "## Sheet: A & B"],
  ]);
});

test("text that looks like a mark is not one, in blocks, headings and documents inside of another", () => {
  const writer = createTextWriter(1000);
  writer.page({ kind: "page", label: "1" });
  writer.block("Copy of a page:\n## Page 2\n## Sheet: x");
  writer.heading(2, "Page 2");
  writer.page({ kind: "page", label: "2" });
  const text = "## Page 1\n\nCopy of a page:\n\\## Page 2\n\\## Sheet: x\n\n### Page 2\n\n## Page 2";
  expect(writer.text()).toBe(text);
  expect(pagesOf(text).map(({ label, start }) => [label, start])).toEqual([
    ["1", 0],
    ["2", text.lastIndexOf("## Page 2")],
  ]);
  const attachment = createTextWriter(1000, "attachment");
  attachment.page({ kind: "slide", label: "1" });
  attachment.block("Tides");
  expect(attachment.text()).toBe("### Slide 1\n\nTides");
});

test("the pages that a writer wrote are read back, whatever their text is", () => {
  const lines = fc.constantFrom("## Page 1", "## Page 2", "## Page 3", "## Sheet: a", "x", "", "# y", "```", "| z |");
  const block = fc.array(lines, { maxLength: 6 }).map((each) => each.join("\n"));
  fc.assert(
    fc.property(fc.array(fc.array(block, { maxLength: 3 }), { minLength: 1, maxLength: 5 }), (pages) => {
      const writer = createTextWriter(100_000);
      for (const [index, blocks] of pages.entries()) {
        writer.page({ kind: "page", label: String(index + 1) });
        for (const text of blocks) writer.block(text);
      }
      expect(pagesOf(writer.text()).map(({ label }) => label)).toEqual(pages.map((_, index) => String(index + 1)));
    }),
  );
});

test("other texts consist of the sections below their headings", () => {
  const text = "Intro\n\n# Ports #\n\n## Brest\n\n```\n# code\n```\n\nDeep\n\n## Calais\n# Ships";
  expect(seen(text)).toEqual([
    ["section", "", "", "Intro\n\n"],
    ["section", "Ports", "", "# Ports #\n\n"],
    ["section", "Brest", "Ports", "## Brest\n\n```\n# code\n```\n\nDeep\n\n"],
    ["section", "Calais", "Ports", "## Calais\n"],
    ["section", "Ships", "", "# Ships"],
  ]);
  expect(seen("\n\n# Only\n")).toEqual([["section", "Only", "", "\n\n# Only\n"]]);
  expect(seen("#tag, no heading")).toEqual([["section", "", "", "#tag, no heading"]]);
  expect(pagesOf("")).toEqual([]);
});

const covers = (text: string, pages: readonly DocumentPage[]) => {
  expect(pages.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
  for (const { start, bodyStart, end } of pages)
    expect(bodyStart >= start && bodyStart <= end && end > start).toBe(true);
};

test("pages cover every text without gaps", () => {
  const lines = fc.constantFrom(
    "## Page 1",
    "## Page 2",
    "## Sheet: a",
    "# a",
    "### b",
    "```",
    "~~~~",
    "x",
    "",
    "  ",
    "🌊",
  );
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 20 }), (each) => covers(each.join("\n"), pagesOf(each.join("\n")))),
  );
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => covers(text, pagesOf(text))));
});

const threePages = "## Page 1\n\na\n\n## Page 2\n\nb\n\n## Page 3\n\nc";

test.each([
  ["2", [2]],
  ["1-2", [1, 2]],
  [" 3 , 1 ", [1, 3]],
  ["2-", [2, 3]],
  ["-2", [1, 2]],
  ["1–2;3", [1, 2, 3]],
  ["１、３", [1, 3]],
  ["٢ – ٣", [2, 3]],
  ["1,1,1-3", [1, 2, 3]],
  ["3,,", [3]],
])("the pages %j are chosen", (choice, pages) => {
  const texts = pages.map((page) => `## Page ${page}\n\n${"abc"[page - 1]}`);
  expect(textOfPages(threePages, choice)).toEqual({ kind: "text", text: texts.join("\n\n"), pages });
});

test.each([
  ["", { kind: "unreadable", part: "" }],
  [" , ", { kind: "unreadable", part: "," }],
  ["1-x", { kind: "unreadable", part: "1-x" }],
  ["3-1", { kind: "unreadable", part: "3-1" }],
  ["-", { kind: "unreadable", part: "-" }],
  ["1 2", { kind: "unreadable", part: "1 2" }],
  ["1234567890123", { kind: "unreadable", part: "1234567890123" }],
  ["9".repeat(2000), { kind: "unreadable", part: "9".repeat(20) }],
  ["1, 4", { kind: "missing", part: "4", count: 3 }],
  ["0", { kind: "missing", part: "0", count: 3 }],
  ["2-999999999", { kind: "missing", part: "2-999999999", count: 3 }],
  ["5-", { kind: "missing", part: "5-", count: 3 }],
])("the choice %j is rejected", (choice, expected) => {
  expect(textOfPages(threePages, choice)).toEqual(expected);
});
