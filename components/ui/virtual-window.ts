/** A column of rows of one height, with captions of another height above some of them. */
export interface Column {
  readonly count: number;
  /** The rows that have a caption above them, ascending. */
  readonly captioned: readonly number[];
}

/** Heights in pixels. */
export interface Heights {
  readonly row: number;
  readonly caption: number;
}

/** Rows from `from` up to and without `to`. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** Spans begin and end at multiples of this, so that they change with every so many rows only. */
const step = 8;

/** Rows that are drawn ahead of what is in sight, at either end. */
const ahead = 12;

/** Returns the rows that are drawn while `height` pixels of the column are in sight from `top` on. */
export function visibleSpan(column: Column, heights: Heights, top: number, height: number): RowSpan {
  const first = rowAt(column, heights, top) - ahead;
  const last = rowAt(column, heights, top + height) + ahead;
  return {
    from: Math.max(0, Math.floor(first / step) * step),
    to: Math.min(column.count, Math.ceil((last + 1) / step) * step),
  };
}

/** Returns the row that stands at so many pixels from the column's beginning; a caption belongs to the row below it. */
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

/** Returns how many pixels from the column's beginning a row begins, below its caption. */
export function topOfRow({ captioned }: Column, heights: Heights, row: number): number {
  return row * heights.row + captionsUpTo(captioned, row) * heights.caption;
}

/** Returns how many captions stand above the rows up to and with this one. */
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

/** Returns how far the view must be scrolled for a row to be in sight, with its caption; none where it is. */
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
