import { type DocumentPage, pagesOf } from "@/lib/documents/document-pages";

/** A part of a document's text. All passages together are the whole text. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  /** Index of the page. A passage of short sections names the first of them. */
  readonly page: number;
  /** The first rows of the table that the passage continues. */
  readonly header?: { readonly start: number; readonly end: number };
}

/** Maximum length of a passage, in characters. */
const maxChars = 1200;

/** A section that is shorter is joined with the next one. */
const minSectionChars = 400;

/** Maximum length of the header rows of a table that is repeated. */
const maxHeaderChars = 600;

/** Splits a text into passages, at paragraphs, rows, sentences or words. A passage belongs to one page. */
export function passagesOf(text: string, pages: readonly DocumentPage[] = pagesOf(text)): Passage[] {
  const passages: Passage[] = [];
  for (let page = 0; page < pages.length; ) {
    const next = endOfRegion(pages, page);
    splitRegion(text, pages[page]?.start ?? 0, pages[next - 1]?.end ?? 0, page, passages);
    page = next;
  }
  return passages;
}

/** Returns a passage's text, below the header of the table that it continues. */
export function passageText(text: string, { start, end, header }: Passage): string {
  const own = text.slice(start, end);
  return header ? `${text.slice(header.start, header.end)}${own}` : own;
}

/** Returns the index after the last of the short sections that are joined with the first one. */
function endOfRegion(pages: readonly DocumentPage[], first: number): number {
  const start = pages[first]?.start ?? 0;
  let next = first + 1;
  while (pages[first]?.kind === "section" && next < pages.length) {
    const length = (pages[next - 1]?.end ?? 0) - start;
    if (length >= minSectionChars || (pages[next]?.end ?? 0) - start > maxChars) break;
    next += 1;
  }
  return next;
}

function splitRegion(text: string, start: number, end: number, page: number, passages: Passage[]): void {
  let place = start;
  let previous: Passage | undefined;
  while (place < end) {
    const cut = cutAfter(text, place, end);
    const header: Passage["header"] = previous && headerAt(text, previous, place);
    previous = { start: place, end: cut, page, ...(header && { header }) };
    passages.push(previous);
    place = cut;
  }
}

/** Returns the end of the passage that starts at a place. */
function cutAfter(text: string, start: number, end: number): number {
  const left = end - start;
  if (left <= maxChars) return end;
  // The rest of a page is halved, so that its last passage is not tiny.
  const max = left < 1.5 * maxChars ? Math.ceil(left * 0.6) : maxChars;
  const part = text.slice(start, start + max);
  return start + (borderIn(part, max) ?? (isHigh(part.charCodeAt(max - 1)) ? max - 1 : max));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

const sentenceEnd = /[.!?…][\p{Pe}\p{Pf}"']*\s+|[。！？｡؟۔।॥][\p{Pe}\p{Pf}"']*\s*/gu;

/** Returns the offset of the best border in the first part of a text, in its second half if possible. */
function borderIn(part: string, max: number): number | undefined {
  const paragraph = part.lastIndexOf("\n\n");
  if (paragraph >= max * 0.4) return beforeHeading(part, paragraph + 2, max * 0.3);
  const line = part.lastIndexOf("\n");
  if (line >= max * 0.5) return line + 1;
  let sentence = 0;
  for (const { 0: match, index } of part.matchAll(sentenceEnd)) sentence = index + match.length;
  if (sentence >= max * 0.5) return sentence;
  if (line >= max * 0.25) return line + 1;
  const space = Math.max(part.lastIndexOf(" "), part.lastIndexOf("\t"), part.lastIndexOf("\u3000"));
  return space >= max * 0.25 ? space + 1 : undefined;
}

/** Moves a border before the headings that it would separate from their text. */
function beforeHeading(part: string, border: number, min: number): number {
  const lineStart = part.lastIndexOf("\n", border - 3) + 1;
  return lineStart > min && part[lineStart] === "#" ? lineStart : border;
}

const delimiterRow = /^\|(?: *:?-+:? *\|)+ *$/;

/** Returns the header rows of the table that goes on at a place, which is the end of the previous passage. */
function headerAt(text: string, previous: Passage, place: number): Passage["header"] {
  if (text[place] !== "|" || text[place - 1] !== "\n") return undefined;
  let first = place;
  while (first > previous.start) {
    const lineStart = Math.max(previous.start, text.lastIndexOf("\n", first - 2) + 1);
    if (text[lineStart] !== "|") break;
    first = lineStart;
  }
  if (first === previous.start && previous.header) return previous.header;
  if (first === place) return undefined;
  const rows = text.slice(first, Math.min(place, first + maxHeaderChars));
  const firstEnd = rows.indexOf("\n") + 1;
  const end = rows.indexOf("\n", firstEnd) + 1;
  return firstEnd > 0 && end > 0 && delimiterRow.test(rows.slice(firstEnd, end - 1))
    ? { start: first, end: first + end }
    : undefined;
}
