/** Number of rows that are read at once. */
export const rowsAtOnce = 500;

/** Yields parts of a list. */
export function* partsOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
