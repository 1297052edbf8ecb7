/** Distance that counts as none, in pixels: browsers round scroll positions. */
const tolerance = 2;

/** The position in a row of columns. */
export interface ColumnPosition {
  /** The index of the column at the start of the box; at the end of the row, that of the last column. */
  readonly index: number;
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
}

/**
 * Returns the position in a row of columns, of which several may be visible at once.
 *
 * @param distances from the start of the box to the starts of the columns
 * @param rest distance that the box can still scroll
 */
export function columnPosition(distances: readonly number[], rest: number): ColumnPosition {
  const sizes = distances.map(Math.abs);
  const nearest = Math.max(0, sizes.indexOf(Math.min(...sizes)));
  const isAtEnd = rest <= tolerance;
  const isAtStart = (distances[0] ?? 0) >= -tolerance;
  return { index: isAtEnd && !isAtStart ? distances.length - 1 : nearest, isAtStart, isAtEnd };
}

/**
 * Returns the index of the column to scroll to; undefined at the end of the row.
 *
 * @param target the column to which the box is scrolling already, from which the step counts
 */
export function nextColumn(distances: readonly number[], by: 1 | -1, target: number | undefined): number | undefined {
  if (target !== undefined) return distances[target + by] === undefined ? undefined : target + by;
  const found =
    by > 0
      ? distances.findIndex((distance) => distance > tolerance)
      : distances.findLastIndex((distance) => distance < -tolerance);
  return found < 0 ? undefined : found;
}
