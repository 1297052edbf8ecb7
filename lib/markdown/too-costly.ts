/** Maximum depth of quotes and lists, in levels: parsing deeper ones takes more than quadratic time. */
const maxDepth = 32;

/**
 * Maximum number of runs of emphasis, code, link and HTML marks in consecutive lines: matching them takes quadratic
 * time.
 */
const maxRuns = 1000;

/** The same for a table. It may have more, because cells are matched separately. */
const maxTableRuns = 3000;

/** Maximum number of cells in a table: each is an element, and rendering more at once would block the tab. */
const maxCells = 2000;

/** Maximum length of consecutive lines without a blank one, unless they are fenced or a table, in characters. */
const maxChars = 20_000;

/** The shortest beginning of a line that is too deep: 17 tabs, each as wide as four spaces. */
const deepStart = /^[ \t>\-+*\d.)]{17}/m;

/**
 * Whether parsing a block would block the tab (docs/security.md#r76). One linear pass over the constructs that slow the
 * parser down.
 */
export function isTooCostly(text: string): boolean {
  return costlyLine(text) !== -1;
}

/**
 * Returns the index of the line with which a block becomes too costly, or -1.
 *
 * Only unambiguous fences are skipped: those at the start of a line, outside of HTML.
 */
export function costlyLine(text: string): number {
  // Most blocks are short: they reach no limit but that of the depth.
  if (text.length <= maxRuns && !deepStart.test(text)) return -1;
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
      // An HTML block may continue after a blank line, and a fence in it does not count.
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

/** The counters of the lines since the last blank one. */
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

/**
 * A citation such as `[report.pdf, p. 12]`. Its brackets are matched in linear time, because nothing between or after
 * them has a meaning in Markdown. A reply may have more than a thousand of them.
 */
const citation = /\[[^[\]*_`~<$\\!\n]{1,200}[.,][^[\]*_`~<$\\!\n]{1,200}\](?![[(:])/y;

function runsIn(line: string): number {
  let runs = 0;
  for (let index = 0; index < line.length; index++) {
    if (line[index] === "[" && line[index - 1] !== "[") {
      citation.lastIndex = index;
      const cited = citation.exec(line)?.[0];
      if (cited) {
        index += cited.length - 1;
        continue;
      }
    }
    if (marks.includes(line.charAt(index)) && line[index] !== line[index - 1]) runs++;
  }
  return runs;
}

/** Returns the depth of a line in quotes and lists: its marks, and its spaces, two to a level. */
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
  // The space after each mark belongs to the mark.
  return marksSeen + Math.max(0, spaces - marksSeen) / 2;
}

/** Returns the number of digits before the point of a list number at an index, or 0. */
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

/** A carriage return ends a line, too, with or without a line feed. */
function lineEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  return end;
}
