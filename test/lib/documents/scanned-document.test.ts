import fc from "fast-check";
import { estimateTokens } from "@/lib/chat/token-estimate";
import { isScan, scanText } from "@/lib/documents/scanned-document";

const file = "f".repeat(64);
const documentOf = (text: string, pages: number) => ({ file, pages, tokens: Math.ceil(estimateTokens(text)) });

test("a scan has the headings of its pages", () => {
  expect(scanText(2)).toBe("## Page 1\n\n## Page 2");
});

test("headings alone are a scan; one letter more on any page is text", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_500 }), fc.nat(), (pages, random) => {
      const page = (random % pages) + 1;
      const heading = `## Page ${page}`;
      const text = scanText(pages);
      const start = text.indexOf(heading) + heading.length;
      expect(isScan(documentOf(text, pages))).toBe(true);
      expect(isScan(documentOf(`${text.slice(0, start)}\n\nI${text.slice(start)}`, pages))).toBe(false);
    }),
    { examples: [9, 10, 99, 100, 999, 1000].map((pages) => [pages, 0]) },
  );
});

test("a document without pages or without its original is no scan", () => {
  expect(isScan({ file, pages: 0, tokens: 0 })).toBe(false);
  expect(isScan({ pages: 1, tokens: 0 })).toBe(false);
});
