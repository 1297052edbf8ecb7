/** Maximum time in data: the year 2200, in milliseconds since the epoch. Every earlier date can be formatted. */
export const latestTime = Date.UTC(2200, 0, 1);

/** Millisecond times stay below this until the year 5138; larger numbers are micro- or nanoseconds. */
const minMicroseconds = 1e14;
const minNanoseconds = 1e17;

/**
 * Returns a time in milliseconds between 1970 and 2200; micro- and nanoseconds are converted. All other numbers,
 * including negative ones and -0, become 0, which means unknown.
 */
export function boundedTime(value: number): number {
  const time = value >= minNanoseconds ? value / 1e6 : value >= minMicroseconds ? value / 1000 : value;
  return boundedMilliseconds(time);
}

/** Returns a time that is known to be in milliseconds; 0 if it is outside 1970 to 2200. */
export function boundedMilliseconds(time: number): number {
  return time > 0 && time <= latestTime ? time : 0;
}

/** Returns a whole number of at least 0; implausibly large ones become 0. */
export function boundedCount(value: number): number {
  return Math.max(0, value | 0);
}

/** Returns a chat's sort key, which is a time or a number between two; one for which `+ 1` has no effect becomes 0. */
export function boundedOrder(value: number): number {
  return Math.abs(value) < 4e15 ? value + 0 : 0;
}
