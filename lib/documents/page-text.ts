import { horizontalForms } from "@/lib/documents/vertical-forms";
import { joinBrokenWords, withAccents } from "@/lib/documents/whole-words";

/** A piece of text on a page of a PDF, as the library returns it. */
export interface PageItem {
  readonly str: string;
  /** "ttb" for vertical text. */
  readonly dir: string;
  /** A matrix, whose last two numbers are the distances from the left and from the bottom of the page. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

/** Distance of two lines of different paragraphs, in heights of a line. */
const paragraphGap = 1.7;
/** The same for columns of vertical text, which are farther apart, in widths of a column. */
const columnGap = 2.5;

/** Maximum distances of two characters in a column, in heights of a character: across the column and along it. */
const maxAcross = 0.25;
const maxAlong = 1.25;

/** Minimum width of a space, in heights of a line. */
const minSpace = 0.15;

/** A Chinese, Japanese or Korean character or mark. */
const oneCharacter =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\u30fb-\u30fe\ufe10-\uff65]$/u;

/**
 * Joins the pieces of a page in the order of the document, with an empty line between distant lines.
 *
 * Some programs, such as browsers, write vertical text one character at a time. Those characters become one line. Words
 * that are hyphenated at the end of a line are joined.
 *
 * @param isOfTeX whether letters and their accents may be apart
 */
export function pageText(items: readonly PageItem[], isOfTeX = false): string {
  let text = "";
  let before: PageItem | undefined;
  /** The last piece, which may be a space. */
  let last = "";
  let isNewLine = false;
  let isInColumn = false;
  for (const item of items) {
    if (item.str.trim() !== "") {
      const isNext: boolean = before !== undefined && isBelow(before, item);
      const isVertical = isInColumn || item.dir === "ttb";
      if (isNext) text = text.trimEnd();
      else if (before && !isNewLine && isApart(before, item) && !/\s$/.test(last)) text += " ";
      else if (isNewLine && before && isDistant(before, item, isVertical)) text += "\n";
      isInColumn = isNext;
      before = item;
      isNewLine = false;
    }
    text += item.str;
    last = item.str;
    if (!item.hasEOL) continue;
    text += "\n";
    isNewLine = true;
  }
  const lines = horizontalForms(text)
    .replaceAll("\0", "")
    .replace(/[^\S\n]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n");
  return joinBrokenWords(isOfTeX ? withAccents(lines) : lines).trim();
}

/**
 * Returns whether there is a space between two pieces of a line that is written from right to left. The library adds
 * those of lines in the other direction, but misses spaces between Arabic or Hebrew words and numbers.
 */
function isApart(before: PageItem, item: PageItem): boolean {
  const isLeftward = before.dir === "rtl" || item.dir === "rtl";
  if (!isLeftward || item.dir === "ttb" || /^\s/.test(item.str)) return false;
  const isSameLine = Math.abs(distance(before, item, 5)) < item.height / 2;
  return isSameLine && distance(before, item, 4) - item.width > minSpace * item.height;
}

/** Returns whether two lines are so far apart that the second one begins a paragraph. */
function isDistant(before: PageItem, item: PageItem, isVertical: boolean): boolean {
  const gap = isVertical ? columnGap * item.width : paragraphGap * item.height;
  return gap > 0 && Math.abs(distance(before, item, isVertical ? 4 : 5)) > gap;
}

/** Returns whether an item is the next character of a column of vertical text. */
function isBelow(before: PageItem, item: PageItem): boolean {
  if (!isInVerticalText(before) || !isInVerticalText(item)) return false;
  const along = distance(before, item, 5);
  const length = isTurned(before) ? before.width : 0;
  return (
    Math.abs(distance(before, item, 4)) <= maxAcross * item.height &&
    along > 0 &&
    along <= maxAlong * item.height + length
  );
}

/** Returns whether an item can be a part of vertical text that was written one character at a time. */
function isInVerticalText(item: PageItem): boolean {
  return item.dir !== "ttb" && (isTurned(item) || oneCharacter.test(item.str.trim()));
}

/** Returns whether the item is turned by a quarter to the right, as Latin letters in vertical text are. */
function isTurned({ transform: [a = 0, b = 0] }: PageItem): boolean {
  return Math.abs(a) < 0.01 && b < 0;
}

/** Returns how far an item is to the left of the previous one (4), or below it (5). */
function distance(before: PageItem, item: PageItem, axis: 4 | 5): number {
  return (before.transform[axis] ?? 0) - (item.transform[axis] ?? 0);
}
