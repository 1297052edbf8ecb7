import { readChart } from "@/lib/documents/chart-rows";
import {
  type DocumentPackage,
  mainPartOf,
  openPackage,
  readOptionalXml,
  relationshipId,
  relationshipsOf,
} from "@/lib/documents/document-package";
import { formulaText } from "@/lib/documents/formula-text";
import { RefusedDocument } from "@/lib/documents/refused-document";
import type { TextWriter } from "@/lib/documents/text-writer";
import { attributeOf, childrenOf, descendantAt, descendantsOf, textIn, type XmlElement } from "@/lib/documents/xml";

/** Reads a PowerPoint document (.pptx): the texts, tables, charts and notes of each slide. Throws RefusedDocument. */
export async function readSlides(file: Blob, writer: TextWriter): Promise<void> {
  const parts = await openPackage(file);
  const main = await mainPartOf(parts);
  const related = await relationshipsOf(parts, main);
  const list = childrenOf(descendantAt(await parts.xml(main), "sldIdLst"), "sldId");
  let hasText = false;
  for (const [index, entry] of list.entries()) {
    const slide = related.get(relationshipId(entry))?.target ?? "";
    const root = await parts.xml(slide);
    if (!root) throw new RefusedDocument("damaged");
    writer.page({ kind: "slide", label: String(index + 1) });
    const before = writer.left();
    writeShapes(descendantAt(root, "cSld", "spTree"), writer);
    await writeCharts(parts, slide, root, writer);
    await writeNotes(parts, slide, writer);
    hasText ||= writer.left() < before;
  }
  if (!hasText) throw new RefusedDocument("no-text");
}

function writeShapes(tree: XmlElement | undefined, writer: TextWriter): void {
  for (const shape of childrenOf(tree)) {
    if (shape.name === "grpSp") writeShapes(shape, writer);
    else if (shape.name === "sp") writeShape(shape, writer);
    else if (shape.name === "graphicFrame") {
      for (const table of descendantsOf(shape, "tbl")) writer.table(tableRows(table));
    } else if (shape.name === "AlternateContent") writeShapes(childrenOf(shape, "Choice")[0], writer);
  }
}

/** Writes the charts of a slide as tables. */
async function writeCharts(parts: DocumentPackage, slide: string, root: XmlElement, writer: TextWriter): Promise<void> {
  const frames = descendantsOf(root, "graphicFrame").flatMap((frame) => descendantsOf(frame, "chart"));
  if (frames.length === 0) return;
  const related = await relationshipsOf(parts, slide);
  for (const frame of frames) {
    const chart = await readOptionalXml(parts, related.get(relationshipId(frame))?.target ?? "");
    if (!chart) continue;
    const { title, rows } = readChart(chart);
    writer.block(title);
    writer.table(rows);
  }
}

function writeShape(shape: XmlElement, writer: TextWriter): void {
  const type = placeholderType(shape);
  if (type !== undefined && ignored.has(type)) return;
  const paragraphs = childrenOf(descendantAt(shape, "txBody"), "p");
  if (type === "title" || type === "ctrTitle") {
    writer.heading(3, paragraphs.map(paragraphText).join(" "));
    return;
  }
  // The paragraphs of a placeholder for contents are items; those of a text box or a subtitle only with a bullet.
  const isList = type === "body" || type === "obj";
  for (const paragraph of paragraphs) {
    const text = paragraphText(paragraph).trim();
    const properties = descendantAt(paragraph, "pPr");
    const level = Math.min(8, Number(properties && attributeOf(properties, "lvl")) || 0);
    const bullet = childrenOf(properties).find(({ name }) => /^bu(Char|AutoNum|Blip|None)$/.test(name))?.name;
    const isItem = bullet === undefined ? isList : bullet !== "buNone";
    if (!isItem) writer.block(text);
    else if (text !== "") writer.block(`${"  ".repeat(level)}- ${text.replace(/\n/g, " ")}`, "item");
  }
}

/** Placeholders that repeat on every slide. */
const ignored = new Set(["dt", "ftr", "sldNum", "hdr", "sldImg"]);

/** Returns the type of a placeholder, which is `obj` by default; undefined for another shape. */
function placeholderType(shape: XmlElement): string | undefined {
  const placeholder = descendantAt(shape, "nvSpPr", "nvPr", "ph");
  return placeholder && (attributeOf(placeholder, "type") ?? "obj");
}

async function writeNotes(parts: DocumentPackage, slide: string, writer: TextWriter): Promise<void> {
  const target = [...(await relationshipsOf(parts, slide)).values()].find(({ type }) => type === "notesSlide")?.target;
  const root = target === undefined ? undefined : await parts.xml(target);
  const texts = childrenOf(descendantAt(root, "cSld", "spTree"), "sp")
    .filter((shape) => placeholderType(shape) === "body")
    .flatMap((shape) => childrenOf(descendantAt(shape, "txBody"), "p").map((each) => paragraphText(each).trim()))
    .filter((text) => text !== "");
  if (texts.length === 0) return;
  writer.heading(3, "Notes");
  for (const text of texts) writer.block(text);
}

function tableRows(table: XmlElement): string[][] {
  return childrenOf(table, "tr").map((row) =>
    childrenOf(row, "tc").map((cell) => descendantsOf(cell, "p").map(paragraphText).join("\n")),
  );
}

/** Returns the text of a paragraph of DrawingML. */
function paragraphText(paragraph: XmlElement): string {
  return childrenOf(paragraph)
    .map((child) => {
      const formulas = descendantsOf(child, "oMath");
      if (formulas.length > 0) return formulas.map(formulaText).join(" ");
      return child.name === "br" ? "\n" : descendantsOf(child, "t").map(textIn).join("");
    })
    .join("");
}
