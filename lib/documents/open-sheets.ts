import { openDocumentText } from "@/lib/documents/open-text";
import { RefusedDocument } from "@/lib/documents/refused-document";
import { createSheetRows, type SheetRows } from "@/lib/documents/sheet-rows";
import type { TextWriter } from "@/lib/documents/text-writer";
import { attributeOf, childrenOf, readXmlUnits, type XmlElement } from "@/lib/documents/xml";

/** Reads the sheets of an OpenDocument spreadsheet, row by row. Throws RefusedDocument. */
export async function readOpenSheets(chunks: AsyncIterable<Uint8Array>, writer: TextWriter): Promise<void> {
  let current: XmlElement | undefined;
  let rows = createSheetRows(writer);
  let hasText = false;

  function endSheet() {
    const texts = rows.rows();
    hasText ||= texts.length > 0;
    writer.table(texts);
  }

  for await (const { element, ancestors } of readXmlUnits(chunks, (name) => name === "table-row")) {
    const table = ancestors.findLast(({ name }) => name === "table");
    if (!table) continue;
    if (table !== current) {
      endSheet();
      writer.page({ kind: "sheet", label: attributeOf(table, "name") ?? "" });
      rows = createSheetRows(writer);
      current = table;
    }
    putRow(element, rows);
    if (rows.isFull()) break;
  }
  endSheet();
  if (!hasText) throw new RefusedDocument("no-text");
}

/** Adds a row, as often as it is repeated: spreadsheets repeat equal rows, and fill a sheet with empty ones. */
function putRow(row: XmlElement, rows: SheetRows): void {
  const cells = childrenOf(row).filter(({ name }) => name === "table-cell" || name === "covered-table-cell");
  const isEmpty = cells.every((cell) => cellText(cell) === "");
  const count = isEmpty ? 0 : repeated(row, "number-rows-repeated", maxRows);
  for (let index = 0; index < count && !rows.isFull(); index++) {
    let column = 0;
    for (const cell of cells) {
      const text = cellText(cell);
      const columns = repeated(cell, "number-columns-repeated", maxColumns);
      if (text !== "") for (let next = 0; next < columns; next++) rows.put(column + next, text);
      column += columns;
    }
    rows.endRow();
  }
}

/** Columns and rows of the largest sheets. */
const maxColumns = 16_384;
const maxRows = 1_048_576;

function repeated(element: XmlElement, name: string, most: number): number {
  return Math.min(most, Math.max(1, Number(attributeOf(element, name)) || 1));
}

/** Returns a date as ISO 8601, and other values as they are shown. */
function cellText(cell: XmlElement): string {
  const date = attributeOf(cell, "date-value");
  if (attributeOf(cell, "value-type") === "date" && date !== undefined) return date.replace("T", " ");
  return childrenOf(cell, "p").map(openDocumentText).join("\n").trim();
}
