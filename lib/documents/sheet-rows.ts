import type { TextWriter } from "@/lib/documents/text-writer";

/** Collects the rows of a sheet. Empty rows and columns around the values are left out. */
export interface SheetRows {
  put(column: number, text: string): void;
  endRow(): void;
  /** Whether the rows have more characters than the document may still have. */
  isFull(): boolean;
  rows(): string[][];
}

interface Cell {
  readonly column: number;
  readonly text: string;
}

/** Columns of the largest sheets. */
const maxColumns = 16_384;

/** Characters between two cells of a Markdown table. */
const separatorSize = 3;

/** Creates the rows of a sheet that fit into the rest of a document. */
export function createSheetRows(writer: TextWriter): SheetRows {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let size = 0;
  let firstColumn = maxColumns;
  return {
    put(column, text) {
      if (text.trim() === "" || column < 0 || column >= maxColumns) return;
      row.push({ column, text });
    },
    endRow() {
      const last = row.reduce((most, { column }) => Math.max(most, column), -1);
      const first = row.reduce((least, { column }) => Math.min(least, column), maxColumns);
      if (last >= 0) {
        rows.push(row);
        firstColumn = Math.min(firstColumn, first);
        size += row.reduce((sum, { text }) => sum + text.length, 0) + (last + 1) * separatorSize;
      }
      row = [];
    },
    isFull: () => size > writer.left(),
    rows: () =>
      rows.map((cells) => {
        const texts: string[] = [];
        for (const { column, text } of cells) texts[column - firstColumn] = text;
        return Array.from(texts, (text) => text ?? "");
      }),
  };
}
