import fc from "fast-check";
import { estimateTokens } from "@/lib/chat/token-estimate";
import { choosePassages, markOf } from "@/lib/documents/chosen-passages";
import { createPassageIndex } from "@/lib/documents/passage-index";

const filler = "Nothing of interest happened here today, as usual in winter. ".repeat(12).trim();

const report = [
  "Tide report of the harbour",
  filler,
  `High water in Brest was late. ${filler}`,
  filler,
  `Low water in Calais was early. ${filler}`,
]
  .map((text, page) => `## Page ${page + 1}\n\n${text}`)
  .join("\n\n");

const menu = "# Menu\n\nTea and cake";

test("the best passages and the first one are chosen, in the order of the document", () => {
  const documents = [
    { id: "m", name: "menu.md", text: menu },
    { id: "r", name: "report.pdf", text: report },
  ];
  const chosen = choosePassages({ question: "Was Calais before Brest?", documents, maxTokens: 600 });
  const text = [
    "[report.pdf, p. 1]\nTide report of the harbour",
    `[report.pdf, p. 3]\nHigh water in Brest was late. ${filler}`,
    `[report.pdf, p. 5]\nLow water in Calais was early. ${filler}`,
  ].join("\n\n");
  expect(chosen).toEqual({
    documents: [
      { id: "m", name: "menu.md", text: "[menu.md, Menu]\n# Menu\n\nTea and cake", usedPages: 1, pageCount: 1 },
      { id: "r", name: "report.pdf", text, usedPages: 3, pageCount: 5 },
    ],
    tokens: Math.ceil(estimateTokens(text) + estimateTokens("[menu.md, Menu]\n# Menu\n\nTea and cake")),
    usedPages: 4,
    pageCount: 6,
  });
});

test("without a match documents are sent from their start, and neighbors become one text", () => {
  const text = `# Story\n\n${Array.from({ length: 40 }, (_, line) => `Line ${line}: ${filler.slice(0, 200)}`).join("\n\n")}`;
  const { documents, usedPages, tokens } = choosePassages({
    question: "?",
    documents: [{ id: "s", name: "story.md", text }],
    maxTokens: 1500,
  });
  const sent = documents[0]?.text ?? "";
  expect(sent.startsWith("[story.md, Story]\n# Story\n\nLine 0")).toBe(true);
  expect(text.startsWith(sent.replace("[story.md, Story]\n", ""))).toBe(true);
  expect(sent.length).toBeGreaterThan(3000);
  expect([usedPages, tokens <= 1500]).toEqual([1, true]);
});

test("a passage inside of a table is sent with its header", () => {
  const rows = Array.from({ length: 100 }, (_, row) => `| ${row === 70 ? "Brest" : "Port"} | ${row} metres of water |`);
  const text = `## Sheet: Tides\n\n| Port | Depth |\n| --- | --- |\n${rows.join("\n")}`;
  const chosen = choosePassages({
    question: "Brest",
    documents: [{ id: "t", name: "tides.xlsx", text }],
    maxTokens: 1000,
  });
  const parts = chosen.documents[0]?.text.split("\n\n") ?? [];
  for (const part of parts)
    expect(part).toMatch(/^\[tides\.xlsx, sheet Tides]\n\| Port \| Depth \|\n\| --- \| --- \|\n/);
  expect(parts.some((part) => part.includes("| Brest | 70 metres of water |"))).toBe(true);
});

test("a given index is used", () => {
  const index = createPassageIndex();
  index.add("r", "report.pdf", report);
  index.add("other", "other.md", "Brest, Brest, Brest");
  const documents = [{ id: "r", name: "report.pdf", text: report }];
  const task = { question: "high water in Brest", documents, maxTokens: 400 };
  expect(choosePassages({ ...task, index })).toEqual(choosePassages(task));
});

test("nothing is chosen without tokens or documents", () => {
  const nothing = { documents: [], tokens: 0, usedPages: 0 };
  const documents = [{ id: "r", name: "report.pdf", text: report }];
  expect(choosePassages({ question: "Brest", documents, maxTokens: 3 })).toEqual({ ...nothing, pageCount: 5 });
  expect(choosePassages({ question: "Brest", documents: [], maxTokens: 500 })).toEqual({ ...nothing, pageCount: 0 });
});

test("the budget is kept, and a budget for everything sends every passage", () => {
  const word = fc.constantFrom("tide", "storm.", "潮位。", "المد", "\n\n", "\n\n# a\n\n", "| x | y |\n", filler);
  const document = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.array(document, { maxLength: 4 }), fc.nat(3000), (texts, maxTokens) => {
      const documents = texts.map((text, index) => ({ id: `d${index}`, name: `${index}.md`, text }));
      const chosen = choosePassages({ question: "tide 潮位", documents, maxTokens });
      expect(chosen.tokens).toBeLessThanOrEqual(maxTokens);
      const all = choosePassages({ question: "?", documents, maxTokens: 1_000_000 });
      expect(all.usedPages).toBe(all.pageCount);
    }),
  );
});

test("a mark names the page, slide, sheet or section", () => {
  const marks = (["page", "slide", "sheet", "section"] as const).map((kind) => markOf("a", { kind, label: "3" }));
  expect(marks).toEqual(["[a, p. 3]", "[a, slide 3]", "[a, sheet 3]", "[a, 3]"]);
  expect(markOf("a", { kind: "section", label: "" })).toBe("[a]");
});
