import { type DocumentPackage, openPackage, readOptionalXml } from "@/lib/documents/document-package";
import { formulaText } from "@/lib/documents/formula-text";
import { readOpenSheets } from "@/lib/documents/open-sheets";
import { openDocumentText, readOrderedLists } from "@/lib/documents/open-text";
import { RefusedDocument } from "@/lib/documents/refused-document";
import type { TextWriter } from "@/lib/documents/text-writer";
import {
  attributeOf,
  childrenOf,
  descendantAt,
  descendantsOf,
  readXmlUnits,
  type XmlElement,
} from "@/lib/documents/xml";

const contentPart = "content.xml";

/** Reads an OpenDocument text, spreadsheet or presentation (.odt, .ods, .odp). Throws RefusedDocument. */
export async function readOpenDocument(file: Blob, writer: TextWriter): Promise<void> {
  const parts = await openPackage(file);
  const manifest = await parts.xml("META-INF/manifest.xml");
  if (manifest && descendantsOf(manifest, "encryption-data").length > 0) throw new RefusedDocument("encrypted");
  const type = await bodyType(parts);
  if (type === "spreadsheet") await readOpenSheets(parts.chunks(contentPart), writer);
  else await readBody(parts, writer);
}

/** Returns the type of a document, such as `spreadsheet`. */
async function bodyType(parts: DocumentPackage): Promise<string> {
  const isType = (name: string) => ["text", "spreadsheet", "presentation"].includes(name);
  // Only the start of the content is read: the first element inside of the body.
  for await (const { ancestors } of readXmlUnits(parts.chunks(contentPart), (name) => leaves.has(name))) {
    const body = ancestors.findIndex(({ name }) => name === "body");
    const type = body < 0 ? undefined : ancestors[body + 1]?.name;
    if (type !== undefined && isType(type)) return type;
  }
  throw new RefusedDocument("no-text");
}

const leaves = new Set(["p", "h", "table-row", "list"]);

async function readBody(parts: DocumentPackage, writer: TextWriter): Promise<void> {
  const content = await parts.xml(contentPart);
  if (content) await insertFormulas(content, parts);
  const isOrdered = readOrderedLists(content, await parts.xml("styles.xml"));
  const body = childrenOf(descendantAt(content, "body"))[0];
  const pages = childrenOf(body, "page");
  if (pages.length === 0) return writeBlocks(body, { writer, isOrdered });
  let hasText = false;
  for (const [index, page] of pages.entries()) {
    writer.page({ kind: "slide", label: String(index + 1) });
    const before = writer.left();
    writePage(page, { writer, isOrdered });
    hasText ||= writer.left() < before;
  }
  if (!hasText) throw new RefusedDocument("no-text");
}

/** Maximum number of formulas that are read; each is a file of its own. */
const maxFormulas = 2_000;

/** Adds the text of each formula to the element that refers to it. */
async function insertFormulas(content: XmlElement, parts: DocumentPackage): Promise<void> {
  for (const object of descendantsOf(content, "object").slice(0, maxFormulas)) {
    const folder = (attributeOf(object, "href") ?? "").replace(/^\.\//, "").replace(/\/?$/, "/");
    const root = folder === "/" ? undefined : await readOptionalXml(parts, `${folder}${contentPart}`);
    if (root?.name === "math") object.children.push(formulaText(root));
  }
}

interface Output {
  readonly writer: TextWriter;
  readonly isOrdered: (style: string, level: number) => boolean;
}

function writePage(page: XmlElement, output: Output): void {
  for (const shape of childrenOf(page)) {
    if (shape.name === "notes") {
      const frames = childrenOf(shape).filter((frame) => attributeOf(frame, "class") === "notes");
      const texts = frames.flatMap((frame) => descendantsOf(frame, "p")).map((each) => openDocumentText(each).trim());
      if (texts.some((text) => text !== "")) output.writer.heading(3, "Notes");
      for (const text of texts) output.writer.block(text);
    } else if (attributeOf(shape, "class") === "title") {
      output.writer.heading(3, descendantsOf(shape, "p").map(openDocumentText).join(" "));
    } else writeBlocks(shape, output);
  }
}

/** Elements that contain no text of the document. */
const skipped = new Set([
  "tracked-changes",
  "forms",
  "sequence-decls",
  "annotation",
  "table-of-content",
  "desc",
  "title",
]);

function writeBlocks(parent: XmlElement | undefined, output: Output): void {
  for (const element of childrenOf(parent)) {
    if (skipped.has(element.name)) continue;
    switch (element.name) {
      case "h":
        output.writer.heading(Number(attributeOf(element, "outline-level")) || 1, openDocumentText(element));
        break;
      case "p":
        output.writer.block(openDocumentText(element).trim());
        // Text boxes are anchored inside of a paragraph.
        for (const box of descendantsOf(element, "text-box")) writeBlocks(box, output);
        break;
      case "list":
        writeList(element, output, { level: 0, style: "" });
        break;
      case "table":
        output.writer.table(tableRows(element));
        break;
      default:
        writeBlocks(element, output);
    }
  }
}

function writeList(list: XmlElement, output: Output, place: { readonly level: number; readonly style: string }): void {
  const style = attributeOf(list, "style-name") ?? place.style;
  const isOrdered = output.isOrdered(style, place.level + 1);
  const indent = "   ".repeat(Math.min(9, place.level));
  let number = 0;
  for (const item of childrenOf(list)) {
    number += item.name === "list-item" ? 1 : 0;
    let marker = isOrdered ? `${number}.` : "-";
    for (const child of childrenOf(item)) {
      if (child.name === "list") writeList(child, output, { level: place.level + 1, style });
      else {
        const text = openDocumentText(child).trim();
        if (text !== "") output.writer.block(`${indent}${marker} ${text.replace(/\n/g, " ")}`, "item");
        if (text !== "") marker = " ".repeat(marker.length);
      }
    }
  }
}

function tableRows(table: XmlElement): string[][] {
  return descendantsOf(table, "table-row").map((row) =>
    childrenOf(row)
      .filter(({ name }) => name === "table-cell" || name === "covered-table-cell")
      .map((cell) => descendantsOf(cell, "p").map(openDocumentText).join("\n")),
  );
}
