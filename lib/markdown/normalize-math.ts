/**
 * Converts the formula syntax of models to the double dollars of the Markdown parser: `\[ … \]` over any number of
 * lines, `\( … \)` and `$ … $` on one line. Code and prices stay unchanged.
 *
 * Every search is cached or only moves forward, so the work is linear for any text (docs/security.md#r76).
 */
export function normalizeMath(text: string): string {
  if (!/\\[([]|\$/.test(text) || /^(?: {4}|\t)/.test(text)) return text;
  let result = "";
  let from = 0;
  for (const { start, end } of codeIn(text)) {
    result += replaceBrackets(text.slice(from, start)) + text.slice(start, end);
    from = end;
  }
  return result + replaceBrackets(text.slice(from));
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the ranges of fenced and inline code, which stay unchanged; the last fence may be open. */
function codeIn(text: string): Range[] {
  const ranges: Range[] = [];
  const fence = /(?:^|\n)(`{3,}|~{3,})/g;
  let from = 0;
  for (let opened = fence.exec(text); opened; opened = fence.exec(text)) {
    const marks = opened[1] ?? "";
    const close = text.indexOf(`\n${marks}`, fence.lastIndex);
    const end = close === -1 ? text.length : close + 1 + marks.length;
    ranges.push(...spansIn(text, { start: from, end: opened.index }), { start: opened.index, end });
    fence.lastIndex = end;
    from = end;
  }
  return [...ranges, ...spansIn(text, { start: from, end: text.length })];
}

/**
 * Returns the ranges of inline code: from a run of backticks to the next run of the same length in the same paragraph.
 */
function spansIn(text: string, { start, end }: Range): Range[] {
  const part = text.slice(start, end);
  const marks = [...part.matchAll(/`+|\n[ \t]*\n/g)];
  const spans: Range[] = [];
  const closers = closersOf(marks.map((mark) => (mark[0].startsWith("`") ? mark[0].length : 0)));
  for (let index = 0; index < marks.length; index++) {
    const closer = closers[index];
    const open = marks[index];
    const close = closer === undefined ? undefined : marks[closer];
    if (!open || !close || closer === undefined) continue;
    spans.push({ start: start + open.index, end: start + close.index + close[0].length });
    index = closer;
  }
  return spans;
}

/** Returns the closer of each run: the next run of equal length, unless a paragraph ends first (a length of 0). */
function closersOf(lengths: readonly number[]): (number | undefined)[] {
  const closers: (number | undefined)[] = [];
  let next = new Map<number, number>();
  for (let index = lengths.length - 1; index >= 0; index--) {
    const length = lengths[index] ?? 0;
    closers[index] = next.get(length);
    if (length === 0) next = new Map();
    else next.set(length, index);
  }
  return closers;
}

/**
 * A pair of single dollars around a formula: no space inside at either end, no digit after it, no word before it. So
 * "$5 and $6", "$5-$10" and "US$5" are prices.
 */
const dollars = /(?<![\\$\w])\$(?![\s$])([^$\n]*?[^\s$\\])\$(?![\d$])/g;

/** A formula in double dollars on its own line, which is a display formula, like those of several lines. */
const wholeLine = /^[ \t]*\$\$([^$\n]+)\$\$[ \t]*$/gm;

function replaceBrackets(text: string): string {
  const displayed = replacePairs(text, { open: "\\[", close: "\\]" }, (tex) => `\n$$\n${tex.trim()}\n$$\n`);
  const parted = displayed.replace(wholeLine, (_whole, tex: string) => `\n$$\n${tex.trim()}\n$$\n`);
  const dollared = parted.replace(dollars, (_whole, tex: string) => `$$${tex}$$`);
  return replacePairs(dollared, { open: "\\(", close: "\\)", within: "\n" }, (tex) => `$$${tex.trim()}$$`);
}

interface Pair {
  readonly open: string;
  readonly close: string;
  /** A pattern that may not occur between the two. */
  readonly within?: string;
}

/** A formula has at least one letter or digit; otherwise the brackets are only escaped brackets. */
const isFormula = /[\p{L}\p{N}]/u;

/** Replaces the text between an opener and the nearest closer after it. */
function replacePairs(text: string, { open, close, within }: Pair, replace: (tex: string) => string): string {
  let result = "";
  let from = 0;
  for (let at = text.indexOf(open); at !== -1; ) {
    const inside = at + open.length;
    const closeAt = text.indexOf(close, inside);
    if (closeAt === -1) break;
    const tex = text.slice(inside, closeAt);
    const barrier = within === undefined ? -1 : tex.lastIndexOf(within);
    if (barrier === -1 && isFormula.test(tex)) {
      result += text.slice(from, at) + replace(tex);
      from = closeAt + close.length;
    }
    // Openers before the barrier have no nearer closer.
    at = text.indexOf(open, barrier === -1 ? closeAt + close.length : inside + barrier);
  }
  return result + text.slice(from);
}
