import { closeInline } from "@/lib/markdown/close-inline";

/**
 * Closes the open syntax of a growing block: emphasis, code, links, formulas, the head of a table.
 *
 * Ambiguous marks at the end are hidden, so that the next character does not remove something visible. Only rendering
 * uses the result; the stored text does not change.
 */
export function closeOpen(text: string): string {
  if (indentedOrHtml.test(text)) return text;
  if (isInFence(text)) return withoutHalfFence(text);
  const decided = withoutUndecidedLine(text);
  const table = withTableRule(decided);
  if (table !== null) return table;
  const start = inlineStart(decided);
  return decided.slice(0, start) + closeInline(decided.slice(start));
}

const indentedOrHtml = /^(?: {4}|\t| {0,3}(?:<|\$\$))/;

/** A line that opens or closes a fence, also inside lists and quotes. */
const fenceLine = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^\n]*)/gm;

function isInFence(text: string): boolean {
  let open = "";
  for (const [, marks = "", rest = ""] of text.matchAll(fenceLine)) {
    if (open === "") open = marks;
    else if (marks.startsWith(open) && rest.trim() === "") open = "";
  }
  return open !== "";
}

/** Removes a last line of open code that may be half of its closing fence. */
function withoutHalfFence(text: string): string {
  return text.replace(/\n[ \t>]*(?:`{1,2}|~{1,2})$/, "");
}

/** A last line that may still become a list, a fence, a rule, or the underline of a heading. */
const undecided = /(?:^|\n)[ \t>]*(?:[-*+]|`{1,2}|~{1,2}|#{1,6}|[-*_=]{2,}|[-*_=][ \t]+)$/;
/** Digits at the start of a continuation line, which may become an item of the list before them. */
const undecidedNumber = /\n[ \t>]*\d{1,9}[.)]?$/;

function withoutUndecidedLine(text: string): string {
  const match = undecided.exec(text) ?? undecidedNumber.exec(text);
  return match === null ? text : text.slice(0, match.index);
}

/** Completes the delimiter row under a table's head; null for any other text. */
function withTableRule(text: string): string | null {
  const [head = "", rule = "", ...more] = text.split("\n", 3);
  if (more.length > 0 || !/^ {0,3}\|/.test(head) || !/^[\s|:-]*$/.test(rule)) return null;
  const cells = head
    .trim()
    .replace(/^\|/, "")
    .split(/(?<!\\)\|/);
  const last = cells.pop()?.trim() ?? "";
  if (last !== "") cells.push(` ${closeInline(last)} `);
  if (cells.length === 0) return "";
  return `|${cells.join("|")}|\n|${" --- |".repeat(cells.length)}`;
}

/** Marks before the text of a line: quote, list, task and heading marks. */
const lineStart = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:\[[ xX]\][ \t]+)?(?:#{1,6}[ \t]+)?/;

/** Returns the start of the inline content at the end of a text: emphasis does not reach further back. */
function inlineStart(text: string): number {
  let start = text.length;
  while (start > 0) {
    const from = text.lastIndexOf("\n", start - 1) + 1;
    const line = text.slice(from, start);
    const marks = lineStart.exec(line)?.[0].length ?? 0;
    if (line.trim() === "" && start < text.length) return start + 1;
    if (/^[ \t]*\|/.test(line)) return from + line.replace(/\\\|/g, "  ").lastIndexOf("|") + 1;
    if (from === 0 || line.slice(0, marks).trim() !== "") return from + marks;
    start = from - 1;
  }
  return 0;
}
