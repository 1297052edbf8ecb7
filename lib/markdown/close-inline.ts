/**
 * Closes emphasis, code, links and formulas at the end of a line that is still growing.
 *
 * It is simpler than the parser. Where the two differ, a mark is visible for a moment.
 */
export function closeInline(text: string): string {
  const formula = openFormula(text);
  const scanned = scan(text.slice(0, formula?.start ?? text.length), formula !== null);
  return scanned.text + (formula === null ? "" : text.slice(formula.start) + formula.close) + scanned.close;
}

interface Scanned {
  readonly text: string;
  /** The marks that close the open ones. */
  readonly close: string;
}

/** A formula in brackets without its end. */
function openFormula(text: string): { start: number; close: string } | null {
  for (const [open, close] of [
    ["\\(", "\\)"],
    ["\\[", "\\]"],
  ] as const) {
    const start = text.lastIndexOf(open);
    const isOpen = start !== -1 && text.indexOf(close, start) === -1 && !isInCode(text.slice(0, start));
    if (isOpen) return { start, close };
  }
  return null;
}

function isInCode(before: string): boolean {
  return (before.match(/`+/g)?.length ?? 0) % 2 === 1;
}

interface Emphasis {
  readonly mark: string;
  length: number;
}

/** Scans a line; `isFollowed` is true if a formula follows it. */
function scan(text: string, isFollowed: boolean): Scanned {
  const open: Emphasis[] = [];
  const brackets: number[] = [];
  let index = 0;
  while (index < text.length) {
    const char = text.charAt(index);
    const run = runAt(text, index);
    const isEnd = index + run === text.length && !isFollowed;
    if (char === "\\") {
      if (isEnd) return { text: text.slice(0, index), close: closing(open) };
      index += 2;
    } else if (char === "`") {
      const close = closingRun(text, index + run, run);
      if (close === -1) return { text: isEnd ? text.slice(0, index) : text, close: closeCode(isEnd, run, open) };
      index = close + run;
    } else if ("*_~".includes(char)) {
      if (isEnd) return { text: text.slice(0, index), close: closing(open) };
      readEmphasis(open, char, run, text.charAt(index - 1), text.charAt(index + run));
      index += run;
    } else if (char === "[") {
      brackets.push(index);
      index += 1;
    } else if (char === "]") {
      const start = brackets.pop();
      const end = text.charAt(index + 1) === "(" ? addressEnd(text, index + 2) : index;
      if (start !== undefined && isUndecided(text, start, index, end)) {
        return { text: withoutBracket(text, start, index), close: closing(open) };
      }
      index = Math.max(index, end) + 1;
    } else index = afterAddress(text, index);
  }
  const start = brackets.at(-1);
  const shown = start === undefined || isFollowed ? text : withoutBracket(text, start, text.length);
  return { text: shown, close: closing(open) };
}

function runAt(text: string, index: number): number {
  const char = text.charAt(index);
  let end = index + 1;
  if ("*_~`".includes(char)) while (text.charAt(end) === char) end++;
  return end - index;
}

function closingRun(text: string, from: number, length: number): number {
  for (let index = text.indexOf("`", from); index !== -1; ) {
    const run = runAt(text, index);
    if (run === length) return index;
    index = text.indexOf("`", index + run);
  }
  return -1;
}

function closeCode(isEnd: boolean, run: number, open: readonly Emphasis[]): string {
  return (isEnd ? "" : "`".repeat(run)) + closing(open);
}

/** Closes the emphasis that a run of marks can close, and opens what it can open. */
function readEmphasis(open: Emphasis[], mark: string, run: number, before: string, after: string): void {
  let left = run;
  if (before.trim() !== "") {
    for (let index = open.findLastIndex((other) => other.mark === mark); left > 0 && index !== -1; ) {
      const opened = open[index];
      if (!opened) return;
      const used = Math.min(left, opened.length);
      left -= used;
      opened.length -= used;
      open.splice(opened.length === 0 ? index : index + 1);
      index = open.findLastIndex((other) => other.mark === mark);
    }
  }
  // A single mark between letters is usually a product or part of a name, not emphasis.
  const isInWord = isWordChar(before) && isWordChar(after) && (mark === "_" || left === 1);
  const isShort = mark === "~" ? left !== 2 : left > 3;
  if (left > 0 && after.trim() !== "" && !isInWord && !isShort) open.push({ mark, length: left });
}

function isWordChar(char: string): boolean {
  return /^[\p{L}\p{N}]$/u.test(char) && !/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(char);
}

function closing(open: readonly Emphasis[]): string {
  return open.map(({ mark, length }) => mark.repeat(length)).reduceRight((all, marks) => all + marks, "");
}

/** Whether brackets may still become a link, or are a link with an incomplete address. */
function isUndecided(text: string, start: number, index: number, end: number): boolean {
  if (end === -1) return true;
  // Numbers in brackets are references and stay unchanged.
  return index + 1 === text.length && !/^[\d^ xX]/.test(text.slice(start + 1, index));
}

/** Returns the index of the bracket that ends an address, or -1. */
function addressEnd(text: string, from: number): number {
  let depth = 1;
  for (let index = from; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === "\\") index++;
    else if (char === "(") depth++;
    else if (char === ")") depth--;
    if (depth === 0) return index;
  }
  return -1;
}

/** Returns the index after a character, or after a whole address, whose marks do not count. */
function afterAddress(text: string, index: number): number {
  address.lastIndex = index;
  return address.test(text) ? address.lastIndex : index + 1;
}

const address = /https?:\/\/[^\s<>()[\]*`]*/y;

/** Returns the text of a link without its marks; empty for an image or a note. An index as in `list[0` stays. */
function withoutBracket(text: string, start: number, end: number): string {
  if (text.charAt(start - 1) === "!") return text.slice(0, start - 1);
  const label = text.slice(start + 1, end);
  if (label.startsWith("^")) return text.slice(0, start);
  if (isWordChar(text.charAt(start - 1)) || label.length > 200) return text;
  return text.slice(0, start) + label;
}
