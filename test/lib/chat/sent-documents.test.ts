import { fileBlock } from "@/lib/chat/file-block";
import { defaultPart, firstPagesAsImages, pageRanges, pagesAsImages, sentTokens } from "@/lib/chat/sent-documents";
import { estimateMessageTokens } from "@/lib/chat/token-estimate";

const document = { id: "a".repeat(64), pages: 340, tokens: 68_000, sent: "whole" };

test("a new document is sent whole while two fifths of the context hold it and those that are attached", () => {
  const others = [
    { pages: 0, tokens: 30_000, sent: "whole" },
    { pages: 0, tokens: 500_000, sent: "passages" },
  ];
  expect(defaultPart(10_000, others, 100_000)).toBe("whole");
  expect(defaultPart(10_001, others, 100_000)).toBe("passages");
  expect(defaultPart(10_000, [{ pages: 20, tokens: 1, sent: "file" }], 100_000)).toBe("passages");
  expect(defaultPart(10_000, [{ pages: 20, tokens: 1, sent: "images 1-20" }], 100_000)).toBe("passages");
  expect(defaultPart(12_800, [])).toBe("whole");
  expect(defaultPart(12_801, [])).toBe("passages");
});

test.each([
  ["whole", 68_000],
  ["passages", 8_000],
  ["file", 578_000],
  ["1-3, 7", 800],
  ["300-900", 68_000],
  ["images 1-3, 7", 6_800],
  ["images 1-340", 34_000],
  ["5-1", 0],
  ["x", 0],
  ["images x", 0],
])("of a document of 68,000 tokens, the part %j has %d", (sent, tokens) => {
  expect(sentTokens({ ...document, sent })).toBe(tokens);
});

test.each<[string, number[] | undefined]>([
  ["images 1-3, 7", [1, 2, 3, 7]],
  ["images 0-2, 339-9999999", [1, 2, 339, 340]],
  ["images 2-999999999", Array.from({ length: 20 }, (_, index) => index + 2)],
  ["images 5-1", []],
  ["images", undefined],
  ["1-3", undefined],
])("of 340 pages, the part %j sends these as images: %j", (sent, pages) => {
  expect(pagesAsImages({ ...document, sent })).toEqual(pages);
});

test("the first pages are sent as images, up to ten", () => {
  expect([1, 2, 10, 11].map(firstPagesAsImages)).toEqual(["images 1", "images 1-2", "images 1-10", "images 1-10"]);
});

test("pages are written as ranges", () => {
  expect(pageRanges([1, 2, 3, 7, 9, 10])).toBe("1-3, 7, 9-10");
  expect(pageRanges([])).toBe("");
});

test("a message counts what is sent of its documents", () => {
  const tokensWith = (sent: string) =>
    estimateMessageTokens({ content: fileBlock({ name: "a.pdf", text: "", document: { ...document, sent } }) });
  expect(tokensWith("whole") - tokensWith("1-17")).toBeCloseTo(68_000 - 3_400, -1);
});
