import { citedPlace } from "@/lib/documents/cited-place";

const text = [
  "## Page 1\n\nThe harbour opens at six.",
  `## Page 2\n\n${"Fishing boats leave before dawn. ".repeat(60)}\n\nThe ferry to the island takes forty minutes.`,
].join("\n\n");

test.each([
  ["2", "It takes the ferry forty minutes to the island.", 1, "The ferry to the island takes forty minutes."],
  ["Ferries", "It takes the ferry forty minutes to the island.", 1, "The ferry to the island takes forty minutes."],
  ["1", "The harbour is open from six.", 0, "The harbour opens at six."],
])(
  "a citation of %j leads to the page and the sentence that matches the statement",
  (label, statement, page, sentence) => {
    const { start, end, ...place } = citedPlace(text, label, statement);
    expect([place, text.slice(start, end)]).toEqual([{ page }, sentence]);
  },
);

test.each([
  [
    "of a PDF that goes on in the next line",
    "The ferry to the\nisland takes forty\nminutes. It is red.",
    "The ferry to the\nisland takes forty\nminutes.",
  ],
  [
    "of a list",
    "- Bread is baked at four\n- The ferry takes forty minutes\n- Fish is sold",
    "- The ferry takes forty minutes",
  ],
  [
    "of a paragraph",
    "Island timetable\n\nThe ferry takes forty minutes\n\nFish is sold",
    "The ferry takes forty minutes",
  ],
])("a sentence %s ends where it should", (_name, body, sentence) => {
  const page = `## Page 1\n\n${body}`;
  const { start, end } = citedPlace(page, "1", "The ferry takes forty minutes");
  expect(page.slice(start, end)).toBe(sentence);
});

test("without a match, the page is shown without a mark", () => {
  expect(citedPlace(text, "2", "")).toEqual({ page: 1 });
  expect(citedPlace("", "2", "harbour")).toEqual({ page: 0 });
});
