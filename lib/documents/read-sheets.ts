import { type CellNumber, createCellNumber } from "@/lib/documents/cell-number";
import {
  type DocumentPackage,
  mainPartOf,
  openPackage,
  relationshipId,
  relationshipsOf,
} from "@/lib/documents/document-package";
import { RefusedDocument } from "@/lib/documents/refused-document";
import { createSheetRows } from "@/lib/documents/sheet-rows";
import type { TextWriter } from "@/lib/documents/text-writer";
import {
  attributeOf,
  childrenOf,
  descendantAt,
  descendantsOf,
  readXmlUnits,
  textIn,
  type XmlElement,
} from "@/lib/documents/xml";

/** The values that the cells of all sheets refer to. */
interface Values {
  readonly texts: readonly string[];
  readonly number: CellNumber;
}

/** Reads an Excel document (.xlsx): each sheet as a table of its values. Throws RefusedDocument. */
export async function readSheets(file: Blob, writer: TextWriter): Promise<void> {
  const parts = await openPackage(file);
  const main = await mainPartOf(parts);
  const related = await relationshipsOf(parts, main);
  const workbook = await parts.xml(main);
  const partOf = (type: string) => [...related.values()].find((each) => each.type === type)?.target ?? "";
  const date1904 = attributeOf(descendantAt(workbook, "workbookPr") ?? emptyElement, "date1904");
  const values = {
    texts: await sharedTexts(parts, partOf("sharedStrings")),
    number: createCellNumber(await parts.xml(partOf("styles")), date1904 === "1" || date1904 === "true"),
  };
  let hasText = false;
  for (const sheet of childrenOf(descendantAt(workbook, "sheets"), "sheet")) {
    const link = related.get(relationshipId(sheet));
    // A sheet that is only a chart has no cells.
    if (link?.type !== "worksheet") continue;
    writer.page({ kind: "sheet", label: attributeOf(sheet, "name") ?? "" });
    const before = writer.left();
    await writeSheet(parts, link.target, values, writer);
    hasText ||= writer.left() < before;
  }
  if (!hasText) throw new RefusedDocument("no-text");
}

const emptyElement: XmlElement = { name: "", attributes: {}, children: [] };

async function sharedTexts(parts: DocumentPackage, part: string): Promise<string[]> {
  const texts: string[] = [];
  if (!parts.has(part)) return texts;
  for await (const { element } of readXmlUnits(parts.chunks(part), (name) => name === "si")) {
    texts.push(richText(element));
  }
  return texts;
}

async function writeSheet(parts: DocumentPackage, part: string, values: Values, writer: TextWriter): Promise<void> {
  const rows = createSheetRows(writer);
  for await (const { element } of readXmlUnits(parts.chunks(part), (name) => name === "row")) {
    let column = -1;
    for (const cell of childrenOf(element, "c")) {
      column = columnOf(attributeOf(cell, "r")) ?? column + 1;
      rows.put(column, cellText(cell, values));
    }
    rows.endRow();
    if (rows.isFull()) break;
  }
  writer.table(rows.rows());
}

function cellText(cell: XmlElement, { texts, number }: Values): string {
  const value = textIn(childrenOf(cell, "v")[0]);
  switch (attributeOf(cell, "t")) {
    case "s":
      return texts[Number(value)] ?? "";
    case "inlineStr":
      return childrenOf(cell, "is").map(richText).join("");
    case "b":
      return value === "1" ? "TRUE" : "FALSE";
    case "str":
    case "e":
    case "d":
      return value;
    default:
      return number(value, attributeOf(cell, "s"));
  }
}

/** Returns the text of runs, without the readings of Japanese characters. */
function richText(element: XmlElement): string {
  return childrenOf(element)
    .filter(({ name }) => name !== "rPh")
    .map((child) => (child.name === "t" ? textIn(child) : descendantsOf(child, "t").map(textIn).join("")))
    .join("");
}

/** Returns the index of the column of a reference such as `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
