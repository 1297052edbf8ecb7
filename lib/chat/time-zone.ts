import { latestTime } from "@/lib/fields/time";

const dayMs = 86_400_000;

/**
 * Returns when a day, or the month of it, begins in a time zone, in milliseconds.
 *
 * @param date a moment of the day
 * @param timeZone an IANA name, such as `Asia/Tokyo`
 * @param options how many days later, and whether the beginning of the month is meant
 */
export function startOfDay(
  date: number,
  timeZone: string,
  { days = 0, toMonth = false }: { readonly days?: number; readonly toMonth?: boolean } = {},
): number {
  const local = new Date(clockAt(date, timeZone));
  const day = toMonth ? 1 : local.getUTCDate() + days;
  const wanted = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), day);
  // The offset at the wanted moment may be another than at a moment near it.
  const near = wanted - (clockAt(wanted, timeZone) - wanted);
  const start = wanted - (clockAt(near, timeZone) - near);
  // Where the clock jumps over midnight, the day begins at the jump.
  return Math.floor(clockAt(start, timeZone) / dayMs) * dayMs < wanted ? near : start;
}

/** Returns what the clock of a time zone shows, as if it were the clock of UTC. */
function clockAt(date: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(Math.min(latestTime, date));
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value ?? 0);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const numeric = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const made = new Intl.DateTimeFormat("en-US", { ...numeric, second: "numeric", hourCycle: "h23", timeZone });
  formats.set(timeZone, made);
  return made;
}
