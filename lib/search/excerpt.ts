import { foldWithPlaces } from "@/lib/chat/fold-text";
import { joined, markupIn, type Span } from "@/lib/search/markup";

/** A part of a text, marked if it matches. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Maximum length of an excerpt before its first match, and in total, in characters. */
const leadChars = 40;
const maxChars = 240;

/** Maximum number of marks per search text; more never fit into an excerpt. */
const maxMarks = leadChars + maxChars;

/**
 * Returns the part of a Markdown text around the first match of the folded search texts, with all matches marked. It is
 * on one line and without markup, except in the matches.
 */
export function excerptOf(text: string, wanted: readonly string[]): Piece[] {
  const marks = marksIn(text, wanted);
  const first = marks[0]?.start ?? 0;
  const start = first <= leadChars ? 0 : wordStart(text, first - leadChars, first);
  const end = Math.min(text.length, start + maxChars);
  const pieces = piecesOf(text, { start, end }, marks, markupIn(text, start, end));
  const ellipsis = { text: "…", isMarked: false };
  return [...(start > 0 ? [ellipsis] : []), ...pieces, ...(end < text.length ? [ellipsis] : [])];
}

/** Returns a whole text with all matches of the folded search texts marked. */
export function markedText(text: string, wanted: readonly string[]): Piece[] {
  return piecesOf(text, { start: 0, end: text.length }, marksIn(text, wanted), []);
}

/** Returns all matches in order; overlapping ones are merged. */
function marksIn(text: string, wanted: readonly string[]): Span[] {
  const folded = foldWithPlaces(text);
  const found: Span[] = [];
  for (const each of wanted) {
    let at = folded.text.indexOf(each);
    for (let count = 0; at !== -1 && count < maxMarks; count++) {
      found.push({ start: folded.starts[at] ?? 0, end: endOf(folded.starts, at + each.length) });
      at = folded.text.indexOf(each, at + each.length);
    }
  }
  return joined(found);
}

/** Returns the end of a match. A letter that was folded to several is marked completely. */
function endOf(starts: readonly number[], place: number): number {
  let next = place;
  while (next < starts.length - 1 && starts[next] === starts[place - 1]) next += 1;
  return starts[next] ?? 0;
}

/** Returns the start of an excerpt, at the start of a word if possible. */
function wordStart(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s\S/);
  if (space !== -1) return from + space + 1;
  const isLow = /[\udc00-\udfff]/.test(text.charAt(from));
  return isLow ? from - 1 : from;
}

/** Splits a part of a text at its marks and removes hidden spans between them. */
function piecesOf(text: string, { start, end }: Span, marks: readonly Span[], hidden: readonly Span[]): Piece[] {
  const pieces: Piece[] = [];
  let at = start;
  for (const mark of marks) {
    if (mark.end <= start || mark.start >= end) continue;
    const markEnd = Math.min(mark.end, end);
    pieces.push(
      pieceOf(without(text, { start: at, end: mark.start }, hidden), false),
      pieceOf(text.slice(mark.start, markEnd), true),
    );
    at = markEnd;
  }
  pieces.push(pieceOf(without(text, { start: at, end }, hidden), false));
  return pieces.filter((piece) => piece.text !== "");
}

/** Returns a part of a text without the hidden spans. */
function without(text: string, { start, end }: Span, hidden: readonly Span[]): string {
  let shown = "";
  let at = start;
  for (const span of hidden) {
    if (span.end <= at || span.start >= end) continue;
    shown += text.slice(at, span.start);
    at = span.end;
  }
  return at < end ? shown + text.slice(at, end) : shown;
}

function pieceOf(text: string, isMarked: boolean): Piece {
  return { text: text.replace(/\s+/g, " "), isMarked };
}
