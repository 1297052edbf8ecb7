/**
 * Maximum length of a paragraph or heading that is found without the parser, in characters. Longer ones may be too costly
 * to parse (`too-costly.ts`).
 */
const maxChars = 1000;

/** Lines that begin with a letter are a paragraph. Blank lines and a line that is not indented after them end it. */
const paragraph = /(?:\p{L}[^\n\r]*\n)+(?:[ \t]*\n)+(?=\S)/uy;
const heading = /#{1,6}[ \t][^\n\r]*\n(?:[ \t]*\n)*(?=\S)/y;

/** Longer fences go to the parser: a pattern of their marks would be too large. */
const fenceStart = /(`{3,20}|~{3,20})[^`~\n\r]*\n/y;
/** The blank lines after a fence, and a line that is not indented after them. */
const afterFence = /\n(?:[ \t]*\n)*(?=\S)/y;

/** A paragraph that may grow. */
const openParagraph = /^(?:\p{L}[^\n\r]*(?:\n|$))+[ \t\n]*$/u;

/**
 * Returns the ends of the blocks at the start of a text that are found without the parser: paragraphs, headings and
 * fenced code. These are most of a reply. Each is followed by another block, so it is complete.
 */
export function simpleBlockEnds(text: string): number[] {
  const ends: number[] = [];
  for (let end = simpleBlockEnd(text, 0); end !== undefined; end = simpleBlockEnd(text, end)) ends.push(end);
  return ends;
}

function simpleBlockEnd(text: string, from: number): number | undefined {
  const start = text.slice(from, from + maxChars + 1);
  const length = matchEnd(paragraph, start, 0) ?? matchEnd(heading, start, 0);
  if (length !== undefined) return from + length;
  const closedAt = fenceEnd(text, from) ?? undefined;
  // A carriage return ends a line, too.
  if (closedAt === undefined || text.slice(from, closedAt).includes("\r")) return undefined;
  return matchEnd(afterFence, text, closedAt);
}

/** Whether a text is a single block for sure, so that the parser would find nothing else: a paragraph, or open code. */
export function isSimpleBlock(text: string): boolean {
  if (text.length <= maxChars && openParagraph.test(text)) return true;
  return fenceEnd(text, 0) === undefined && !text.includes("\r");
}

/** A letter after a blank line, without indentation: it ends lists, quotes, tables and notes. */
const surelyNew = /\n[ \t]*\n(?=\p{L})/gu;
/**
 * The starts of code, formulas and HTML, which may contain blank lines, and definitions: adding those of each block to
 * the ones before takes longer than parsing them together.
 */
const forParser = /`{3}|~{3}|\$\$|<|\]:/;

/** Returns the index of the first block that surely does not belong to the blocks before it, or -1. */
export function surelyNewBlock(text: string): number {
  // Blank lines at the start belong to the first block.
  if (/^\s/.test(text)) return -1;
  const start = matchEnd(surelyNew, text, 0) ?? -1;
  return forParser.test(text.slice(0, start)) ? -1 : start;
}

/** Returns the index after the marks that close fenced code, undefined while it is open; null for another block. */
function fenceEnd(text: string, from: number): number | undefined | null {
  fenceStart.lastIndex = from;
  const [line, marks = ""] = fenceStart.exec(text) ?? [];
  if (line === undefined) return null;
  // The break of the first line may be the one before the closing marks.
  return matchEnd(closingOf(marks), text, from + line.length - 1);
}

function closingOf(marks: string): RegExp {
  return new RegExp(`\\n {0,3}${marks}${marks.charAt(0)}*[ \\t]*(?=\\n|$)`, "g");
}

function matchEnd(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The first line of code whose language needs no unescaping. */
const codeStart = /^(`{3,20}|~{3,20})([\w+#.-]*)(?:\n|$)/;

/** Returns the language and the text of a block that is only fenced code; undefined for others. */
export function simpleCode(block: string): { readonly language: string; readonly code: string } | undefined {
  const [line, marks = "", language = ""] = codeStart.exec(block) ?? [];
  if (line === undefined || /[\0\r]/.test(block)) return undefined;
  const close = closingOf(marks).exec(block);
  const end = close?.index ?? block.length;
  if (close && block.slice(end + close[0].length).trim() !== "") return undefined;
  const code = block.slice(Math.min(line.length, end + 1), close ? end + 1 : undefined);
  return { language, code: code.replace(/\n$/, "") };
}
