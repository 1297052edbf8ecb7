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

test("without a match, the page is shown without a mark", () => {
  expect(citedPlace(text, "2", "")).toEqual({ page: 1 });
  expect(citedPlace("", "2", "harbour")).toEqual({ page: 0 });
});
