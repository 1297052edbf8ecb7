import { escapePageMarks, type PageMark, pageMark, parsePageMark } from "@/lib/documents/page-marks";

/** Thrown when a document has more text than the limit; what was written before it is the result. */
export class TextLimitReached extends Error {
  override readonly name = "TextLimitReached";
}

/** Collects the text of a document as Markdown, up to a number of characters. */
export interface TextWriter {
  /** Adds a block. Blocks are separated by an empty line, but items of a list are not. Throws TextLimitReached. */
  block(text: string, kind?: "item"): void;
  /** Adds a heading of level 1 to 6. Throws TextLimitReached. */
  heading(level: number, text: string): void;
  /** Starts a page, slide or sheet. Other blocks and headings cannot be mistaken for its line. Throws TextLimitReached. */
  page(mark: PageMark): void;
  /** Adds a table whose first row is the header. Throws TextLimitReached. */
  table(rows: readonly (readonly string[])[]): void;
  /** The remaining number of characters. */
  left(): number;
  text(): string;
}

/** Creates a writer for at most `maxChars` characters. The pages of a document in another one are plain headings. */
export function createTextWriter(maxChars: number, part: "whole" | "attachment" = "whole"): TextWriter {
  const parts: string[] = [];
  let left = maxChars;
  let previous: string | undefined;

  function add(text: string, kind: string) {
    if (text.trim() === "") return;
    const gap = previous === undefined ? "" : previous === "item" && kind === "item" ? "\n" : "\n\n";
    previous = kind;
    const added = gap + text;
    parts.push(added.slice(0, left));
    left -= added.length;
    if (left < 0) throw new TextLimitReached();
  }

  return {
    block: (text, kind) => add(escapePageMarks(text), kind ?? "block"),
    heading(level, text) {
      const line = text.replace(/\s+/g, " ").trim();
      const heading = `${"#".repeat(Math.min(6, Math.max(1, level)))} ${line}`;
      if (line) add(parsePageMark(heading) ? `#${heading}` : heading, "block");
    },
    page: (mark) => add(part === "whole" ? pageMark(mark) : `#${pageMark(mark)}`, "block"),
    table: (rows) => add(tableText(rows), "block"),
    left: () => left,
    text: () => parts.join("").trimEnd(),
  };
}

/** Returns a Markdown table. The header has as many columns as the longest row; other rows are not filled up. */
function tableText(rows: readonly (readonly string[])[]): string {
  const [header, ...others] = rows.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell !== ""));
  if (!header) return "";
  const width = others.reduce((most, row) => Math.max(most, row.length), header.length);
  const filled = [...header, ...Array.from({ length: width - header.length }, () => "")];
  return [filled, filled.map(() => "---"), ...others].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function cellText(text: string): string {
  return text
    .trim()
    .replace(/\|/g, "\\|")
    .replace(/[^\S\n]+/g, " ")
    .replace(/\s*\n\s*/g, "<br>");
}
