import { mainPartOf, openPackage, relationshipsOf } from "@/lib/documents/document-package";
import { formulaText } from "@/lib/documents/formula-text";
import type { TextWriter } from "@/lib/documents/text-writer";
import { readWordStyles, type WordStyles } from "@/lib/documents/word-styles";
import {
  attributeOf,
  childrenOf,
  descendantAt,
  descendantsOf,
  readXmlUnits,
  type XmlElement,
} from "@/lib/documents/xml";

/** Reads a Word document (.docx): headings, paragraphs, lists, tables and footnotes. Throws RefusedDocument. */
export async function readWord(file: Blob, writer: TextWriter): Promise<void> {
  const parts = await openPackage(file);
  const main = await mainPartOf(parts);
  const styles = await readWordStyles(parts, main);
  for await (const { element, ancestors } of readXmlUnits(parts.chunks(main), isBlock)) {
    if (!ancestors.some(({ name }) => name === fallback)) writeBlock(element, styles, writer);
  }
  for (const { type, target } of (await relationshipsOf(parts, main)).values()) {
    if (type === "footnotes" || type === "endnotes") writeNotes(await parts.xml(target), type, writer);
  }
}

/** The element that repeats a text box for old programs. */
const fallback = "Fallback";

const isBlock = (name: string) => name === "p" || name === "tbl";

function writeBlock(element: XmlElement, styles: WordStyles, writer: TextWriter): void {
  if (element.name === "tbl") {
    writer.table(tableRows(element));
    return;
  }
  const text = paragraphText(element);
  const { heading, list } = styles.kindOf(element);
  if (heading !== undefined) writer.heading(heading, text);
  else if (list && text.trim() !== "") {
    const indent = "   ".repeat(Math.min(9, list.level));
    writer.block(`${indent}${styles.nextMarker(list)} ${text.trim().replace(/\n/g, `\n${indent}   `)}`, "item");
  } else writer.block(text.trim());
  for (const box of textBoxesIn(element)) {
    for (const block of childrenOf(box)) if (isBlock(block.name)) writeBlock(block, styles, writer);
  }
}

function textBoxesIn(element: XmlElement): XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === fallback) return [];
    return child.name === "txbxContent" ? [child] : textBoxesIn(child);
  });
}

function tableRows(table: XmlElement): string[][] {
  return descendantsOf(table, "tr").map((row) =>
    descendantsOf(row, "tc").flatMap((cell) => {
      const text = descendantsOf(cell, "p").map(paragraphText).join("\n");
      const span = descendantAt(cell, "tcPr", "gridSpan");
      const columns = Math.min(100, (span && Number(attributeOf(span, "val"))) || 1);
      return [text, ...Array.from({ length: columns - 1 }, () => "")];
    }),
  );
}

function writeNotes(notes: XmlElement | undefined, type: "footnotes" | "endnotes", writer: TextWriter): void {
  for (const note of childrenOf(notes)) {
    // Notes with a type are separator lines.
    if (attributeOf(note, "type") !== undefined) continue;
    const text = descendantsOf(note, "p").map(paragraphText).join(" ").trim();
    if (text) writer.block(`[^${type === "endnotes" ? "e" : ""}${attributeOf(note, "id")}]: ${text}`, "item");
  }
}

/** Elements whose content is shown elsewhere or not at all: the fallback of another element, and deleted text. */
const skipped = new Set([fallback, "txbxContent", "del", "moveFrom", "pPr", "rPr", "instrText"]);

/** Returns the text of a paragraph, with `[^1]` for footnotes. */
function paragraphText(element: XmlElement): string {
  return childrenOf(element)
    .map((child) => {
      if (skipped.has(child.name)) return "";
      switch (child.name) {
        case "t":
          return child.children.filter((text) => typeof text === "string").join("");
        case "oMath":
          return formulaText(child);
        case "tab":
          return "\t";
        case "br":
        case "cr":
          return "\n";
        case "noBreakHyphen":
          return "-";
        case "footnoteReference":
          return `[^${attributeOf(child, "id")}]`;
        case "endnoteReference":
          return `[^e${attributeOf(child, "id")}]`;
        default:
          return paragraphText(child);
      }
    })
    .join("");
}
