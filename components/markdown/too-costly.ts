/** Deeper quotes and lists are read by nobody, and parsing them costs more than their square. In levels. */
const maxDepth = 32;

/** Marks of emphasis, code, links and HTML in a row of lines; matching them costs their square. In runs of one mark. */
const maxRuns = 1000;

/** In a table every cell is matched by itself, so that it may have more of them. */
const maxTableRuns = 3000;

/** The cells of a table: each is an element of its own, and drawing more of them at once holds the page up. */
const maxCells = 2000;

/** The length of a row of lines without a blank one, unless it is fenced or a table. In characters. */
const maxChars = 20_000;

/**
 * Whether a block would hold the page up while it is parsed (security R7.6): one linear pass over what makes the
 * parser slow.
 */
export function isTooCostly(text: string): boolean {
  return costlyLine(text) !== -1;
}

/**
 * Returns where the line begins with which a text, read from the start of a block, becomes too costly; -1 if none does.
 *
 * Only fences that cannot be anything else are skipped: those at the start of a line, outside of HTML.
 */
export function costlyLine(text: string): number {
  let fence = "";
  let isFenceSure = true;
  let rows = noRows;
  for (let start = 0; start < text.length; ) {
    const end = lineEnd(text, start);
    if (fence) {
      if (closes(text, start, end, fence)) fence = "";
    } else if (isBlank(text, start, end)) {
      rows = noRows;
    } else {
      // What opens here may go on beyond a blank line, and a fence in it is none.
      if (htmlStart.test(text.slice(start, start + 16))) isFenceSure = false;
      const opened = isFenceSure && !rows.hasHtml ? fenceAt(text, start, end) : "";
      if (opened) {
        fence = opened;
        rows = noRows;
      } else {
        if (depthOf(text, start, end) > maxDepth) return start;
        rows = withLine(rows, text, start, end);
        if (rows.runs > (rows.isTable ? maxTableRuns : maxRuns)) return start;
        if (rows.isTable && rows.cells > maxCells) return start;
        if (!rows.isTable && rows.chars > maxChars) return start;
      }
    }
    start = text.startsWith("\r\n", end) ? end + 2 : end + 1;
  }
  return -1;
}

/** What is known of the lines since the last blank one. */
interface Rows {
  readonly chars: number;
  readonly runs: number;
  readonly cells: number;
  readonly isTable: boolean;
  readonly hasHtml: boolean;
}

const noRows: Rows = { chars: 0, runs: 0, cells: 0, isTable: false, hasHtml: false };

const htmlStart = /^[\s>]*<(?:[!?]|script|pre|style|textarea)/i;
const fenceStart = /(?:`{3,}(?=[^`]*$)|~{3,}|\${2,}(?=[^$]*$))/y;
const tableRule = /^[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-*:?\s*)*$/;
const marks = "*_[]`~<$";

function withLine(rows: Rows, text: string, start: number, end: number): Rows {
  const line = text.slice(start, Math.min(end, start + maxChars + 1));
  return {
    chars: rows.chars + (end - start) + 1,
    runs: rows.runs + runsIn(line),
    cells: rows.cells + line.split("|").length - 1,
    isTable: rows.isTable || (rows.chars > 0 && line.length < 1000 && line.includes("|") && tableRule.test(line)),
    hasHtml: rows.hasHtml || /^\s*</.test(line.slice(0, 16)),
  };
}

function runsIn(line: string): number {
  let runs = 0;
  for (let index = 0; index < line.length; index++) {
    if (marks.includes(line.charAt(index)) && line[index] !== line[index - 1]) runs++;
  }
  return runs;
}

/** How deep a line may stand in quotes and lists: its quote and list marks, and its spaces, two to a level. */
function depthOf(text: string, start: number, end: number): number {
  let marksSeen = 0;
  let spaces = 0;
  for (let index = start; index < end; index++) {
    const char = text.charAt(index);
    if (char === " ") spaces++;
    else if (char === "\t") spaces += 4;
    else if (char === ">") marksSeen++;
    else if ("-+*".includes(char) && isSpaceOrEnd(text, index + 1)) marksSeen++;
    else {
      const digits = ordinal(text, index);
      if (digits === 0) break;
      marksSeen++;
      index += digits;
    }
  }
  // The space after each mark is the mark's own.
  return marksSeen + Math.max(0, spaces - marksSeen) / 2;
}

/** How many digits stand before the point of a list number at a place; 0 if there is none. */
function ordinal(text: string, index: number): number {
  let digits = 0;
  while (digits < 10 && /\d/.test(text.charAt(index + digits))) digits++;
  const isNumber = digits > 0 && digits < 10 && ".)".includes(text.charAt(index + digits) || "x");
  return isNumber && isSpaceOrEnd(text, index + digits + 1) ? digits : 0;
}

function isSpaceOrEnd(text: string, index: number): boolean {
  const char = text.charAt(index);
  return char === "" || " \t\n\r".includes(char);
}

function fenceAt(text: string, start: number, end: number): string {
  if (!"`~$".includes(text.charAt(start))) return "";
  fenceStart.lastIndex = 0;
  return fenceStart.exec(text.slice(start, end))?.[0] ?? "";
}

function closes(text: string, start: number, end: number, fence: string): boolean {
  const line = text.slice(start, Math.min(end, start + fence.length + 200)).replace(/^ {0,3}/, "");
  return line.startsWith(fence) && line.replaceAll(fence.charAt(0), "").trim() === "";
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    if (text[index] !== " " && text[index] !== "\t") return false;
  }
  return true;
}

/** A carriage return ends a line too, with a line feed after it or without. */
function lineEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  return end;
}
