/**
 * Returns the source of all tables of a Markdown text, in order. Fenced code is ignored.
 *
 * A table is a line of cells, a line of dashes with as many cells, and the rows up to the next block
 * (https://github.github.com/gfm/#tables-extension-).
 */
export function tablesIn(text: string): readonly string[] {
  const lines = text.split("\n");
  const tables: string[] = [];
  let fence = "";
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const [, mark = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== "") {
      if (line.trim() === mark && mark.startsWith(fence)) fence = "";
    } else if (mark !== "") fence = mark;
    else if (isTableHead(line, lines[index + 1] ?? "")) {
      const end = endOfTable(lines, index + 2);
      tables.push(lines.slice(index, end).join("\n"));
      index = end - 1;
    }
  }
  return tables;
}

function isTableHead(line: string, next: string): boolean {
  if (!next.includes("|") || !line.includes("|")) return false;
  const dashes = cellsOf(next);
  return dashes.every((cell) => /^:?-+:?$/.test(cell)) && dashes.length === cellsOf(line).length;
}

/** A line that ends a table: a blank line, a heading, a quote or a fence. */
const otherBlock = /^\s*$|^ {0,3}(#{1,6}\s|>|`{3}|~{3})/;

function endOfTable(lines: readonly string[], start: number): number {
  const end = lines.findIndex((line, index) => index >= start && otherBlock.test(line));
  return end === -1 ? lines.length : end;
}

/** Returns the cells of a line. Bars at its ends are optional borders; an escaped bar is part of its cell. */
function cellsOf(line: string): readonly string[] {
  const cells = line.trim().split(/(?<!\\)\|/);
  if (cells[0] === "") cells.shift();
  if (cells.at(-1) === "") cells.pop();
  return cells.map((cell) => cell.trim());
}
