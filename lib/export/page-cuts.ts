/** What may not be cut through, from its top to its bottom: a line of text, an image. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Returns where a tall sheet is cut into pages: the places where they begin, the first at 0. A page is at most `most`
 * high, and ends between lines wherever they leave room; what is higher than a page is cut through.
 */
export function pageCuts(height: number, most: number, spans: readonly Span[]): number[] {
  const cuts = [0];
  for (let start = 0; height - start > most; ) {
    start = lastGap(start, start + most, spans);
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
