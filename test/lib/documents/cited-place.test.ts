import { citedPlace } from "@/lib/documents/cited-place";

const text = [
  "## Page 1\n\nThe harbour opens at six.",
  `## Page 2\n\n${"Fishing boats leave before dawn. ".repeat(60)}\n\nThe ferry to the island takes forty minutes.`,
].join("\n\n");

test("a citation leads to its page, and to the passage that matches the statement", () => {
  const { page, start = 0, end = 0 } = citedPlace(text, "2", "It takes the ferry forty minutes to the island.");
  expect(page).toBe(1);
  expect(text.slice(start, end)).toContain("The ferry to the island takes forty minutes.");
  expect(end - start).toBeLessThan(1300);
});

test("an unknown label leads to the best passage of the document", () => {
  expect(citedPlace(text, "Opening hours", "The harbour opens at six.")).toMatchObject({ page: 0 });
});

test("without a match, the page is shown without a passage", () => {
  expect(citedPlace(text, "2", "")).toEqual({ page: 1 });
  expect(citedPlace("", "2", "harbour")).toEqual({ page: 0 });
});
