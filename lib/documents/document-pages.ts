import { type PageMark, parsePageMark } from "@/lib/documents/page-marks";

/** A page, slide or sheet of a document's text, or a section below a heading. All together are the whole text. */
export interface DocumentPage {
  /** Number of the page or slide, name of the sheet, or heading; empty for the text before the first heading. */
  readonly label: string;
  readonly kind: PageMark["kind"] | "section";
  readonly start: number;
  readonly end: number;
  /** Start of the text below the line of the mark. A section contains its heading. */
  readonly bodyStart: number;
  /** Headings of higher levels that a section belongs to, separated by spaces. */
  readonly above: string;
}

/** Maximum length of a section's label, in characters. */
const maxLabelChars = 200;

/** Returns the pages of a document that was read by `readDocument`, or of a text. A text without headings is one section. */
export function pagesOf(text: string): DocumentPage[] {
  return parsePageMark(lineAt(text, 0)) ? markedPages(text) : sectionsOf(text);
}

function lineAt(text: string, start: number): string {
  // A mark is short, except for the name of a sheet.
  const line = text.slice(start, start + 1000);
  const end = line.indexOf("\n");
  return end < 0 ? line : line.slice(0, end);
}

/** Returns the pages of a text that starts with a mark. Marks of other kinds, or with another number, are its text. */
function markedPages(text: string): DocumentPage[] {
  const pages: DocumentPage[] = [];
  const kind = parsePageMark(lineAt(text, 0))?.kind;
  let previous: { readonly start: number; readonly mark: PageMark } | undefined;
  let start = 0;
  let number = 0;

  function endPage(end: number) {
    if (!previous) return;
    const lineEnd = text.indexOf("\n", previous.start);
    const bodyStart = lineEnd < 0 || lineEnd >= end ? end : lineEnd + 1;
    pages.push({ ...previous.mark, start: previous.start, end, bodyStart, above: "" });
  }

  while (true) {
    const mark = parsePageMark(lineAt(text, start));
    const isNext = mark?.kind === kind && (kind === "sheet" || number === 0 || Number(mark?.label) === number + 1);
    if (mark && isNext) {
      endPage(start);
      previous = { start, mark };
      number = Number(mark.label);
    }
    const next = text.indexOf("\n## ", start);
    if (next < 0) break;
    start = next + 1;
  }
  endPage(text.length);
  return pages;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const heading = /^(#{1,6}) +(.*)/s;

/** Returns the sections of a Markdown text. Headings in code blocks do not count. */
function sectionsOf(text: string): DocumentPage[] {
  const pages: DocumentPage[] = [];
  const above: string[] = [];
  let current = { label: "", start: 0, above: "" };
  let openFence: string | undefined;

  function endSection(end: number) {
    // White space before the first heading is part of the section below it.
    if (pages.length === 0 && current.label === "" && isBlank(text, end) && end < text.length) return;
    if (end > 0) pages.push({ ...current, kind: "section", end, bodyStart: current.start });
  }

  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, Math.min(end, start + 2 * maxLabelChars));
    const ticks = fence.exec(line)?.[1];
    const match = openFence === undefined && line.startsWith("#") ? heading.exec(line) : undefined;
    if (ticks !== undefined) openFence = nextFence(openFence, ticks);
    else if (match) {
      endSection(start);
      const level = match[1]?.length ?? 1;
      const label = cutLabel(match[2] ?? "");
      current = {
        label,
        start: pages.length === 0 ? 0 : start,
        above: above
          .slice(0, level - 1)
          .filter(Boolean)
          .join(" "),
      };
      above.length = level - 1;
      above.push(label);
    }
    start = end + 1;
  }
  endSection(text.length);
  return pages;
}

function isBlank(text: string, end: number): boolean {
  return /^\s*$/.test(text.slice(0, Math.min(end, 1000))) && end <= 1000;
}

function nextFence(open: string | undefined, ticks: string): string | undefined {
  if (open === undefined) return ticks;
  return ticks.startsWith(open) ? undefined : open;
}

/** Returns a heading without closing number signs, and cut before half a character. */
function cutLabel(text: string): string {
  const label = text.replace(/ +#+ *$/, "").trim();
  return label.slice(0, maxLabelChars).replace(/[\ud800-\udbff]$/, "");
}

/** The text of chosen pages, or the part of the choice that is wrong. */
export type ChosenPages =
  | {
      readonly kind: "text";
      readonly text: string /** Positions of the pages, from 1. */;
      readonly pages: readonly number[];
    }
  | { readonly kind: "unreadable"; readonly part: string }
  | { readonly kind: "missing"; readonly part: string /** Number of pages. */; readonly count: number };

/** Maximum length of a choice of pages, in characters. */
const maxChoiceChars = 1000;

const choiceOfPages = /^(\d{1,9})?( *[-‐‑‒–—~〜～] *)?(\d{1,9})?$/;

/**
 * Returns the text of pages such as `1-3, 7, 12-`, in the order of the document. Sheets and sections count by their
 * position.
 */
export function textOfPages(text: string, choice: string, pages: readonly DocumentPage[] = pagesOf(text)): ChosenPages {
  const chosen = new Set<number>();
  if (choice.length > maxChoiceChars) return { kind: "unreadable", part: choice.slice(0, 20) };
  const parts = westernDigits(choice)
    .split(/[,;،、，；\n]/)
    .map((part) => part.trim());
  for (const part of parts.filter((each) => each !== "")) {
    const range = rangeOf(part, pages.length);
    if (!range) return { kind: "unreadable", part };
    if (range.first < 1 || range.last > pages.length) return { kind: "missing", part, count: pages.length };
    for (let page = range.first; page <= range.last; page++) chosen.add(page);
  }
  if (chosen.size === 0) return { kind: "unreadable", part: choice.trim() };
  const sorted = [...chosen].sort((a, b) => a - b);
  const texts = sorted.map((page) => text.slice(pages[page - 1]?.start, pages[page - 1]?.end).trim());
  return { kind: "text", text: texts.join("\n\n"), pages: sorted };
}

function rangeOf(part: string, count: number): { readonly first: number; readonly last: number } | undefined {
  const match = choiceOfPages.exec(part);
  if (!match) return undefined;
  const [, from, dash, to] = match;
  if (dash === undefined) return from !== undefined && to === undefined ? single(from) : undefined;
  if (from === undefined && to === undefined) return undefined;
  const first = Number(from ?? 1);
  const last = to === undefined ? Math.max(first, count) : Number(to);
  return first > last ? undefined : { first, last };
}

function single(number: string): { readonly first: number; readonly last: number } {
  return { first: Number(number), last: Number(number) };
}

/** Replaces full-width, Arabic, Persian, Bengali and Devanagari digits. */
function westernDigits(text: string): string {
  return text.replace(/[０-９٠-٩۰-۹০-৯०-९]/g, (digit) => String((digit.charCodeAt(0) - zeroOf(digit)) % 10));
}

function zeroOf(digit: string): number {
  const code = digit.charCodeAt(0);
  return [0xff10, 0x9e6, 0x966, 0x6f0, 0x660].find((zero) => code >= zero) ?? 0x30;
}
