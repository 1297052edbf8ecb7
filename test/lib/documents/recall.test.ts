import { readdirSync, readFileSync } from "node:fs";
import { documentFormatOf } from "@/lib/documents/document-format";
import { pagesOf } from "@/lib/documents/document-pages";
import { loadPdfLibrary } from "@/lib/documents/load-pdf-library";
import { readDocument } from "@/lib/documents/read-document";

// Files that other programs made, named after them, and the text of each of their pages (test/fixtures/recall/README.md).
const folder = "test/fixtures/recall";
const expected: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(`${folder}/expected.json`, "utf8"),
);

/** Returns the texts of a file's pages; a format without pages has one text. */
async function readPages(name: string): Promise<string[]> {
  const format = documentFormatOf({ name, type: "" });
  if (!format) throw new Error(`${name} is not a document.`);
  const read = await readDocument({
    file: new Blob([Uint8Array.from(readFileSync(`${folder}/${name}`))]),
    format,
    loadPdf: async () => ({
      library: await loadPdfLibrary(),
      loadCharacterTable: async (table) => Uint8Array.from(readFileSync(`node_modules/pdfjs-dist/cmaps/${table}`)),
    }),
  });
  if (read.kind !== "text") throw new Error(`${name}: ${read.kind}`);
  const pages = pagesOf(read.text);
  if (pages[0]?.kind === "section") return [read.text];
  return pages.map(({ bodyStart, end }) => read.text.slice(bodyStart, end));
}

const wordsOf = (text: string) => text.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Returns the words of a text that another one does not have, each as often as it is missing. */
function missingWords(text: string, found: string): string[] {
  const left = new Map<string, number>();
  for (const word of wordsOf(found)) left.set(word, (left.get(word) ?? 0) + 1);
  return wordsOf(text).filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

test("every file has an expected text", () => {
  const names = readdirSync(folder).filter((name) => documentFormatOf({ name, type: "" }) !== undefined);
  expect(names.sort()).toEqual(Object.keys(expected).sort());
});

test.each(Object.entries(expected))("99 %% of the words of each page of %s are read", async (name, pages) => {
  const read = await readPages(name);
  expect(read).toHaveLength(pages.length);
  const isEnough = pages.map((page, index) => {
    const missing = missingWords(page, read[index] ?? "");
    return missing.length <= wordsOf(page).length * 0.01 || missing;
  });
  expect(isEnough).toEqual(pages.map(() => true));
});
