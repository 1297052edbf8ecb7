/** A column of rows of equal height, with captions of another height above some of them. */
export interface Column {
  readonly count: number;
  /** Indexes of the rows with a caption above them, ascending. */
  readonly captioned: readonly number[];
}

/** Heights in pixels. */
export interface Heights {
  readonly row: number;
  readonly caption: number;
}

/** Row indexes from `from` up to but not including `to`. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** Granularity of spans in rows, so that they only change every few rows. */
const step = 8;

/** Number of rows rendered outside the viewport, at either end. */
const ahead = 12;

/**
 * Returns the rows to render while `height` pixels of the column are visible from `top` on.
 *
 * @param rowsAhead number of rows rendered outside the viewport, at either end
 */
export function visibleSpan(column: Column, heights: Heights, top: number, height: number, rowsAhead = ahead): RowSpan {
  const first = rowAt(column, heights, top) - rowsAhead;
  const last = rowAt(column, heights, top + height) + rowsAhead;
  return {
    from: Math.max(0, Math.floor(first / step) * step),
    to: Math.min(column.count, Math.ceil((last + 1) / step) * step),
  };
}

/** Returns the row at a distance in pixels from the column's top; a caption belongs to the row below it. */
export function rowAt(column: Column, heights: Heights, y: number): number {
  let low = 0;
  let high = column.count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (topOfRow(column, heights, middle) + heights.row > y) high = middle;
    else low = middle + 1;
  }
  return Math.max(low, 0);
}

/** Returns the heights of the parts of a column above and below a span, in pixels. */
export function heightsAround(column: Column, heights: Heights, { from, to }: RowSpan) {
  const startOf = (row: number) =>
    topOfRow(column, heights, row) - (column.captioned.includes(row) ? heights.caption : 0);
  return { above: startOf(from), below: Math.max(0, startOf(column.count) - startOf(to)) };
}

/** Returns the distance in pixels from the column's top to a row, below its caption. */
export function topOfRow({ captioned }: Column, heights: Heights, row: number): number {
  return row * heights.row + captionsUpTo(captioned, row) * heights.caption;
}

/** Returns the number of captions above the rows up to and including this one. */
export function captionsUpTo(captioned: readonly number[], row: number): number {
  let low = 0;
  let high = captioned.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((captioned[middle] ?? 0) <= row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the scroll position that reveals a row with its caption; undefined if it is visible. */
export function scrollToReveal(
  column: Column,
  heights: Heights,
  row: number,
  { top, height }: { readonly top: number; readonly height: number },
): number | undefined {
  const begin = topOfRow(column, heights, row);
  const above = column.captioned.includes(row) ? begin - heights.caption : begin;
  if (above < top) return above;
  if (begin + heights.row > top + height) return begin + heights.row - height;
  return undefined;
}
