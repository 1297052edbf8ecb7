/** Kinds of pages that a document reader marks. */
export type MarkedKind = "page" | "slide" | "sheet";

/** A line that starts a page, slide or sheet, such as `## Page 12` or `## Sheet: Prices`. */
const markLine = /^## (?:(Page|Slide) (\d{1,9})|Sheet:(?: (.*))?)$/;

/** Lines that would be read as marks. */
const markLines = /^(?=## (?:(?:Page|Slide) \d{1,9}|Sheet:(?: .*)?)$)/gm;

/** A parsed mark: its kind, and the number of the page or slide, or the name of the sheet. */
export interface PageMark {
  readonly kind: MarkedKind;
  readonly label: string;
}

/** Returns the line that starts a page, slide or sheet: a Markdown heading. */
export function pageMark({ kind, label }: PageMark): string {
  if (kind === "sheet") return `## Sheet: ${label.replace(/\s+/g, " ").trim()}`.trimEnd();
  return `## ${kind === "page" ? "Page" : "Slide"} ${label}`;
}

/** Returns the mark that a line is; undefined for other lines. */
export function parsePageMark(line: string): PageMark | undefined {
  const match = markLine.exec(line);
  if (!match) return undefined;
  const [, word, number, name = ""] = match;
  if (number === undefined) return { kind: "sheet", label: name };
  return { kind: word === "Page" ? "page" : "slide", label: number };
}

/** Escapes lines of a document's own text that look like marks, as Markdown does it: `\## Page 12`. */
export function escapePageMarks(text: string): string {
  return text.includes("## ") ? text.replace(markLines, "\\") : text;
}
