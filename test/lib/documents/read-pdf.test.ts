import { readFileSync } from "node:fs";
import { loadPdfLibrary } from "@/lib/documents/load-pdf-library";
import { type ReadDocument, readDocument } from "@/lib/documents/read-document";
import type { PageProgress } from "@/lib/documents/read-pdf";

const fixture = (name: string) => readFileSync(`test/fixtures/documents/${name}`);

const ownTable = async (name: string) => Uint8Array.from(readFileSync(`node_modules/pdfjs-dist/cmaps/${name}`));

function read(
  bytes: Uint8Array,
  loadCharacterTable = ownTable,
  onPage?: (progress: PageProgress) => void,
): Promise<ReadDocument> {
  return readDocument({
    file: new Blob([Uint8Array.from(bytes)]),
    format: "pdf",
    loadPdf: async () => ({
      library: await loadPdfLibrary(),
      loadCharacterTable,
      onPage,
    }),
  });
}

test("a PDF keeps its pages and paragraphs", async () => {
  expect(await read(fixture("report.pdf"))).toEqual({
    kind: "text",
    isCut: false,
    text: `## Page 1

Tide report

High water in Brest was three hours late.
Low water was on time.

The next report follows in May.

## Page 2

## Page 3

Appendix: 5 m – 7 m`,
  });
});

test("the entries of a filled form follow the text of their page", async () => {
  expect(await read(fixture("filled-form.pdf"))).toEqual({
    kind: "text",
    isCut: false,
    text: `## Page 1

Mooring request

Name of the vessel

Remarks

Empty

Insured

Towed

Berth

Fuel

- Name of the vessel: Sea Rover
- remarks: Needs shore power
- [x] Insured
- [ ] Towed
- Berth: North
- fuel: diesel`,
  });
});

test("a text that was typed onto a page is read, a comment is not", async () => {
  expect(await read(fixture("typed-text.pdf"))).toEqual({
    kind: "text",
    isCut: false,
    text: "## Page 1\n\nInvoice 7\n\nPaid on 3 May",
  });
});

test("a PDF reports each page before it is read", async () => {
  const seen: PageProgress[] = [];
  await read(fixture("report.pdf"), ownTable, (progress) => seen.push(progress));
  expect(seen).toEqual([1, 2, 3].map((page) => ({ page, pages: 3 })));
});

test("Japanese text without Unicode tables of its own is read with the library's", async () => {
  expect(await read(fixture("japanese.pdf"))).toEqual({
    kind: "text",
    isCut: false,
    text: "## Page 1\n\n潮位の報告",
  });
});

test("vertical Japanese text is read column by column, with the punctuation of horizontal text", async () => {
  expect(await read(fixture("vertical.pdf"))).toEqual({
    kind: "text",
    isCut: false,
    text: "## Page 1\n\n潮位の報告\nブレストの満潮は\n三時間遅れた。\n\n次の報告は\n五月に出る。",
  });
});

test("a table that cannot be loaded is an error, because text would be missing", async () => {
  const failure = new Error("no network");
  await expect(read(fixture("japanese.pdf"), () => Promise.reject(failure))).rejects.toBe(failure);
});

test("a scan has no text", async () => {
  expect(await read(fixture("scan.pdf"))).toEqual({ kind: "no-text", pages: 1 });
});

test("PDF files with a password, damaged and incomplete ones are refused", async () => {
  expect(await read(fixture("encrypted.pdf"))).toEqual({ kind: "encrypted" });
  expect(await read(Buffer.from("no PDF"))).toEqual({ kind: "damaged" });
  expect(await read(fixture("report.pdf").subarray(0, 200))).toEqual({ kind: "damaged" });
});

test("the library leaves the thread's messages alone", async () => {
  const post = () => {};
  Object.assign(globalThis, { postMessage: post });
  await loadPdfLibrary();
  expect(globalThis.postMessage).toBe(post);
  Reflect.deleteProperty(globalThis, "postMessage");
  await loadPdfLibrary();
  expect("postMessage" in globalThis).toBe(false);
});
