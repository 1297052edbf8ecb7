import fc from "fast-check";
import { pagesOf } from "@/lib/documents/document-pages";
import { type Passage, passagesOf, passageText } from "@/lib/documents/passages";

const textsOf = (text: string) => passagesOf(text).map((passage) => passageText(text, passage));

const paragraph = (name: string, chars: number) =>
  `${name} ${"word ".repeat(chars / 5)}`.slice(0, chars - 1).concat(".");

test("a long page is split at paragraphs, and a passage belongs to one page", () => {
  const parts = ["A", "B", "C", "D"].map((name) => paragraph(name, 500));
  const text = `## Page 1\n\n${parts.join("\n\n")}\n\n## Page 2\n\nEnd`;
  expect(textsOf(text)).toEqual([
    `## Page 1\n\n${parts[0]}\n\n${parts[1]}\n\n`,
    `${parts[2]}\n\n${parts[3]}\n\n`,
    "## Page 2\n\nEnd",
  ]);
  expect(passagesOf(text).map(({ page }) => page)).toEqual([0, 0, 1]);
});

test("a heading stays with the paragraph below it", () => {
  const text = `## Page 1\n\n${paragraph("A", 800)}\n\n### Next\n\n${paragraph("B", 900)}`;
  expect(textsOf(text)).toEqual([`## Page 1\n\n${paragraph("A", 800)}\n\n`, `### Next\n\n${paragraph("B", 900)}`]);
});

test("short sections are joined, long ones are not", () => {
  const short = ["One", "Two", "Three"].map((name) => `# ${name}\n\n${paragraph(name, 150)}\n\n`);
  const long = `# Four\n\n${paragraph("D", 900)}\n\n`;
  expect(textsOf([...short, long].join(""))).toEqual([short.join(""), long]);
});

test("rows of a table are repeated below its header", () => {
  const header = "| Port | Tide |\n| --- | --- |\n";
  const rows = Array.from({ length: 60 }, (_, row) => `| Port number ${row} | ${row} metres above the chart |\n`);
  const text = `## Sheet: Tides\n\n${header}${rows.join("")}`;
  const texts = textsOf(text);
  expect(texts.length).toBeGreaterThan(2);
  expect(texts[0]?.startsWith(`## Sheet: Tides\n\n${header}`)).toBe(true);
  for (const each of texts.slice(1)) expect(each.startsWith(`${header}| Port number `)).toBe(true);
  expect(texts.map((each) => each.replace("## Sheet: Tides\n\n", "").replace(header, "")).join("")).toBe(rows.join(""));
});

test("text without spaces is split at sentences, and else between characters", () => {
  const sentence = "潮位は三時間遅れて最高になりました。";
  const texts = textsOf(sentence.repeat(150));
  expect(texts.length).toBeGreaterThan(2);
  for (const each of texts) expect(each.endsWith("。")).toBe(true);
  const waves = textsOf("🌊".repeat(2000));
  for (const each of waves) expect(each).toMatch(/^🌊+$/u);
  expect(waves.join("")).toBe("🌊".repeat(2000));
});

function expectSound(text: string, passages: readonly Passage[]): void {
  expect(passages.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
  const pages = pagesOf(text);
  for (const { start, end, page, header } of passages) {
    expect(end - start).toBeLessThanOrEqual(1200);
    expect(pages[page]?.start).toBeLessThanOrEqual(start);
    expect(text.slice(start - 1, start + 1)).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/);
    if (header) expect(text.slice(header.start, header.end)).toMatch(/^\|.*\n\|[ :|-]+\n$/);
  }
}

test("passages cover every text, are short, and cut no character", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "## Page 1",
      "## Page 2",
      "# a",
      "| a | b |",
      "| --- | --- |",
      "```",
      "",
      "مد عال",
      "🌊".repeat(300),
    ),
    fc.string({ unit: "grapheme", maxLength: 400 }),
    fc.nat(900).map((count) => "word ".repeat(count)),
    fc.nat(900).map((count) => "字".repeat(count)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("\n");
      expectSound(text, passagesOf(text));
    }),
  );
});

test.each([
  ["a million characters without a space", "a".repeat(1_000_000)],
  ["100,000 headings", "# h\n".repeat(100_000)],
  ["100,000 marks", Array.from({ length: 100_000 }, (_, page) => `## Page ${page + 1}`).join("\n\n")],
  ["the same mark", "## Page 1\n".repeat(100_000)],
  ["table rows", `| a | b |\n| --- | --- |\n${"| 1 | 2 |\n".repeat(100_000)}`],
  ["empty rows", "|".repeat(1_000_000)],
  ["line ends", "\n".repeat(1_000_000)],
  ["spaces", " ".repeat(1_000_000)],
  ["full stops", ".".repeat(1_000_000)],
  ["open brackets", "!(".repeat(500_000)],
  ["closing brackets", `.${")".repeat(1_000_000)}`],
  ["number signs", "#".repeat(1_000_000)],
  ["heading spaces", `# ${" ".repeat(1_000_000)}#`],
  ["Arabic", "مد وجزر ".repeat(125_000)],
  ["lone surrogates", "\ud83c".repeat(1_000_000)],
  ["nothing", ""],
])("%s: linear time", (_, text) => {
  const start = performance.now();
  const passages = passagesOf(text);
  expect(performance.now() - start).toBeLessThan(20_000);
  expect(passages.reduce((sum, { start: from, end }) => sum + end - from, 0)).toBe(text.length);
  expect(passages.length).toBeLessThanOrEqual(100_000);
});
