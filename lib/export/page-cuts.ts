/** An area that must not be split, such as a line of text or an image. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Returns the tops of the pages of a tall sheet; the first is 0. A page is at most `max` high and ends between lines
 * if possible; an area that is higher than a page is split.
 */
export function pageCuts(height: number, max: number, spans: readonly Span[]): number[] {
  const cuts = [0];
  for (let start = 0; height - start > max; ) {
    start = lastGap(start, start + max, spans);
    cuts.push(start);
  }
  return cuts;
}

function lastGap(start: number, limit: number, spans: readonly Span[]): number {
  let gap = limit;
  for (;;) {
    const across = spans.filter(({ top, bottom }) => top < gap && bottom > gap);
    if (across.length === 0) return gap;
    const top = Math.min(...across.map((span) => span.top));
    if (top <= start) return limit;
    gap = top;
  }
}
