/**
 * Turns what models write around formulas into the double dollars that the Markdown parser knows: `\[ … \]`
 * over any number of lines, `\( … \)` and `$ … $` on one line. Code is left alone, and so are prices.
 *
 * Every search is remembered or goes forward only, so that the work is linear whatever the text (security R7.6).
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

/** Fenced and inline code, whose content stays as it is: a fence may still be open at the end. */
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

/** Code within lines: from a run of backticks to the next one of the same length in the same paragraph. */
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

/** For each run its closer: the next one as long, if no end of a paragraph (a length of 0) comes first. */
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

/** A formula in double dollars that has a line to itself: a displayed one, as those over several lines are. */
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
  /** What may not stand between the two. */
  readonly within?: string;
}

/** A formula has at least one letter or number; other brackets with a backslash are only brackets. */
const isFormula = /[\p{L}\p{N}]/u;

/** Replaces what stands between an opener and the nearest closer after it. */
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
    // No opener before the barrier has a nearer closer.
    at = text.indexOf(open, barrier === -1 ? closeAt + close.length : inside + barrier);
  }
  return result + text.slice(from);
}
