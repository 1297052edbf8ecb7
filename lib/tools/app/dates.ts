/** Units that can be added to a date. */
export interface DateSteps {
  readonly years?: number;
  readonly months?: number;
  readonly days?: number;
}

const millisecondsPerDay = 86_400_000;

/** Returns the time in a zone, such as `Thursday, 2026-11-26 14:05:09 Europe/Berlin (UTC+01:00)`; undefined for an unknown zone. */
export function timeIn(zone: string, now: number): string | undefined {
  const formatOptions = { timeZone: zone, hourCycle: "h23", weekday: "long", timeZoneName: "longOffset" } as const;
  const digits = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const clock = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  try {
    const format = new Intl.DateTimeFormat("en", { ...formatOptions, ...digits, ...clock });
    const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
    const offset = of("timeZoneName") === "GMT" ? "UTC+00:00" : of("timeZoneName").replace("GMT", "UTC");
    const day = `${of("weekday")}, ${of("year")}-${of("month")}-${of("day")}`;
    return `${day} ${of("hour")}:${of("minute")}:${of("second")} ${zone} (${offset})`;
  } catch {
    return undefined;
  }
}

/**
 * Adds to a date of the form `2026-11-26`. Months end at their last day: a month after January 31 is the end of
 * February. Returns undefined if the date does not exist or the result is outside the years 1 to 9999.
 */
export function addToDate(date: string, { years = 0, months = 0, days = 0 }: DateSteps): string | undefined {
  const start = parseDate(date);
  if (start === undefined) return undefined;
  const day = new Date(start);
  const firstOfMonth = utc(day.getUTCFullYear() + years, day.getUTCMonth() + months, 1);
  const lastDay = new Date(utc(firstOfMonth.year, firstOfMonth.month + 1, 0).time).getUTCDate();
  const result = utc(firstOfMonth.year, firstOfMonth.month, Math.min(day.getUTCDate(), lastDay) + days);
  return result.year >= 1 && result.year <= 9999 ? new Date(result.time).toISOString().slice(0, 10) : undefined;
}

/** Returns the number of days from one date to another; undefined if one does not exist. */
export function daysBetween(from: string, to: string): number | undefined {
  const [start, end] = [parseDate(from), parseDate(to)];
  return start === undefined || end === undefined ? undefined : Math.round((end - start) / millisecondsPerDay);
}

/** Returns the English name of a date's day of the week and its ISO week, such as `Thursday, week 48 of 2026`. */
export function weekOf(date: string): string | undefined {
  const time = parseDate(date);
  if (time === undefined) return undefined;
  const name = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" }).format(time);
  const weekday = (new Date(time).getUTCDay() + 6) % 7;
  // The year of a week is the year of its Thursday (ISO 8601).
  const thursday = new Date(time + (3 - weekday) * millisecondsPerDay);
  const newYear = utc(thursday.getUTCFullYear(), 0, 1).time;
  const week = Math.floor((thursday.getTime() - newYear) / millisecondsPerDay / 7) + 1;
  return `${name}, week ${week} of ${thursday.getUTCFullYear()}`;
}

/** Returns the time of a date at 00:00 UTC; undefined if it does not exist, such as `2026-02-30`. */
function parseDate(date: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  if (year === undefined) return undefined;
  const { time } = utc(Number(year), Number(month) - 1, Number(day));
  return Number(year) > 0 && new Date(time).toISOString().startsWith(date) ? time : undefined;
}

/** Returns a UTC date; months and days outside their range move it. `Date.UTC` reads years under 100 as 19xx. */
function utc(year: number, month: number, day: number) {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return { time: date.getTime(), year: date.getUTCFullYear(), month: date.getUTCMonth() };
}
