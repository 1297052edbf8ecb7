import * as v from "valibot";
import { finiteNumber } from "@/lib/fields/strict-schemas";

/** The end of the time range that data may name: the year 2200, in milliseconds. Every date in it can be formatted. */
export const latestTime = Date.UTC(2200, 0, 1);

/** Clocks that count in milliseconds stay below this until the year 5138; larger numbers are micro- or nanoseconds. */
const leastMicroseconds = 1e14;
const leastNanoseconds = 1e17;

/**
 * Returns a time in milliseconds between 1970 and 2200; micro- and nanoseconds are converted. Any other number, negative
 * ones and -0 among them, becomes 0: unknown.
 */
export function boundedTime(value: number): number {
  const time = value >= leastNanoseconds ? value / 1e6 : value >= leastMicroseconds ? value / 1000 : value;
  return boundedMilliseconds(time);
}

/** Returns a time that is known to be in milliseconds; 0 if it is outside 1970 to 2200. */
export function boundedMilliseconds(time: number): number {
  return time > 0 && time <= latestTime ? time : 0;
}

/** Reads a stored time; the stores' fallback for other values is 0. */
export const storedTime = v.pipe(finiteNumber, v.transform(boundedTime));

/** Reads a stored count or list position: a whole number from 0; what no device holds becomes 0. */
export const storedCount = v.pipe(
  finiteNumber,
  v.transform((value) => Math.max(0, value | 0)),
);

/** Reads a chat's position in the list, which is a time or lies between two; one that allows no `+ 1` becomes 0. */
export const storedOrder = v.pipe(
  finiteNumber,
  v.transform((value) => (Math.abs(value) < 4e15 ? value + 0 : 0)),
);
