import { register } from "node:module";
import { medianOf } from "./browser.mjs";
import { measureAttaching } from "./documents-page.mjs";
import { measurePassages } from "./passages-run.mjs";
import { pdfOf } from "./sample-pdf.mjs";

const pages = 500;
const linesPerPage = 24;
const runs = 3;

/** Measures how fast a long PDF is read in Node and attached in the app, and how fast passages are found. */
export default async function documents() {
  register("./typescript-hooks.mjs", import.meta.url);
  const { readDocument } = await import("../lib/documents/read-document.ts");
  const { loadPdfLibrary } = await import("../lib/documents/load-pdf-library.ts");
  const library = await loadPdfLibrary();
  const pdf = pdfOf(pages, linesPerPage);
  const file = new Blob([pdf]);

  async function read() {
    const loadCharacterTable = () => Promise.reject(new Error("The sample needs no character table."));
    const result = await readDocument({ file, format: "pdf", loadPdf: async () => ({ library, loadCharacterTable }) });
    if (result.kind !== "text" || !result.text.includes(`## Page ${pages}`)) throw new Error("The PDF was not read.");
    return result.text;
  }

  let text = "";
  const seconds = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    text = await read();
    seconds.push(Math.round((performance.now() - start) / 10) / 100);
  }
  return [
    { name: `a PDF of ${pages} pages is read in`, unit: " s", ...medianOf(seconds) },
    { name: "characters of its text", unit: "", value: text.length },
    ...(await measureAttaching(pdf, pages)),
    ...(await measurePassages()),
  ];
}
