/** A line of a rendered text: its index in the source text, and its upper edge in the viewport, in pixels. */
interface Line {
  readonly from: number;
  readonly top: number;
}

/** Returns the first line of a rendered text in the viewport of its scroll container, if the text begins above it. */
export function readingLine(content: HTMLElement, scroller: HTMLElement): Line | undefined {
  const { top, bottom } = scroller.getBoundingClientRect();
  const bounds = content.getBoundingClientRect();
  if (bounds.top >= top || bounds.bottom <= top) return undefined;
  const parts = partsOf(content);
  let index = firstIndex(parts.length, (at) => (parts[at]?.getBoundingClientRect().bottom ?? 0) > top + 1);
  for (; index < parts.length; index++) {
    const part = parts[index] as HTMLElement;
    const text = textIn(part);
    if (text) {
      const starts = lineStarts(text.data);
      const line = starts[firstIndex(starts.length, (at) => topAt(text, starts[at] as number) >= top)];
      if (line !== undefined) return { from: indexOf(part) + line, top: topAt(text, line) };
    } else if (topOfBlock(part) >= top) {
      return { from: indexOf(part), top: topOfBlock(part) };
    }
    if (part.getBoundingClientRect().bottom > bottom) return undefined;
  }
  return undefined;
}

/** Returns the upper edge of the rendered text at an index of the source text, in the viewport, in pixels. */
export function topOfLine(content: HTMLElement, from: number): number | undefined {
  const parts = partsOf(content);
  const part = parts[firstIndex(parts.length, (at) => indexOf(parts[at] as HTMLElement) > from) - 1];
  const text = part && textIn(part);
  if (text) return topAt(text, Math.min(from - indexOf(part), text.length - 1));
  return part && topOfBlock(part);
}

/** Returns the parts of a rendered text in order: formatted blocks, and unformatted texts. */
function partsOf(content: HTMLElement): readonly HTMLElement[] {
  return [...content.querySelectorAll<HTMLElement>("[data-from]")];
}

/** Returns the index in the source text from which a part is rendered. */
function indexOf(part: HTMLElement): number {
  return Number(part.dataset.from);
}

/** Returns the text of an unformatted part. */
function textIn(part: HTMLElement): Text | undefined {
  const { firstChild } = part;
  return firstChild instanceof Text && firstChild.length > 0 ? firstChild : undefined;
}

/** Returns the index of the first character of each line with text. */
function lineStarts(text: string): number[] {
  return [...text.matchAll(/^.*\S/gm)].map(({ index }) => index);
}

/**
 * Returns the upper edge of a formatted block: that of its first character, like the edge of an unformatted line. The
 * edge of the element is a few pixels higher, because lines are taller than characters.
 */
function topOfBlock(block: HTMLElement): number {
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const text = texts.nextNode();
  return text instanceof Text && text.length > 0 ? topAt(text, 0) : block.getBoundingClientRect().top;
}

function topAt(text: Text, at: number): number {
  const range = document.createRange();
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  return range.getBoundingClientRect().top;
}

/** Returns the first index of an ordered list at which a condition is true that stays true; else the length. */
function firstIndex(length: number, isAfter: (index: number) => boolean): number {
  let first = 0;
  let end = length;
  while (first < end) {
    const middle = (first + end) >> 1;
    if (isAfter(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}
