/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** A day and its month, in UTC, as numbers that can be compared. */
export interface CalendarDay {
  /** Days since 1970. */
  readonly day: number;
  /** Months since the year 0. */
  readonly month: number;
}

/** Returns the day of a time in milliseconds since 1970. */
export function calendarDay(ms: number): CalendarDay {
  const day = Math.floor(ms / dayMs);
  const date = new Date(day * dayMs);
  return { day, month: 12 * date.getUTCFullYear() + date.getUTCMonth() };
}

/** Returns a day since 1970 as text, such as `2026-11-27`. */
export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** Returns the day of a text such as `2026-11-27`. Throws a RangeError for any other text. */
export function dayOfText(text: string): CalendarDay {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms) || dayText(Math.floor(ms / dayMs)) !== text) throw new RangeError("Not a day.");
  return calendarDay(ms);
}

/** Returns the time at which a month ends, in milliseconds since 1970. */
export function monthEnd(month: number): number {
  return Date.UTC(Math.floor(month / 12), (month % 12) + 1, 1);
}

/** Returns the days of a period, both ends included, as texts. Throws a RangeError for more than `maxDays`. */
export function daysBetween({ from, to }: { readonly from: string; readonly to: string }, maxDays: number): string[] {
  const [first, last] = [dayOfText(from).day, dayOfText(to).day];
  if (last - first >= maxDays) throw new RangeError(`More than ${maxDays} days.`);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => dayText(first + index));
}
