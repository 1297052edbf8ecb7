import { latestTime } from "@/lib/fields/time";

const dayMs = 86_400_000;

/**
 * Returns the start of a day, or of its month, in a time zone, in milliseconds since the epoch.
 *
 * @param date a time in that day
 * @param timeZone an IANA name, such as `Asia/Tokyo`
 * @param options number of days to add, and whether to return the start of the month
 */
export function startOfDay(
  date: number,
  timeZone: string,
  { days = 0, toMonth = false }: { readonly days?: number; readonly toMonth?: boolean } = {},
): number {
  const local = new Date(clockAt(date, timeZone));
  const day = toMonth ? 1 : local.getUTCDate() + days;
  const wanted = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), day);
  // The offset at the wanted time may differ from the offset at a time near it.
  const near = wanted - (clockAt(wanted, timeZone) - wanted);
  const start = wanted - (clockAt(near, timeZone) - near);
  // If the clock skips midnight, the day starts at the jump.
  return Math.floor(clockAt(start, timeZone) / dayMs) * dayMs < wanted ? near : start;
}

/** Returns the local time of a time zone as if it were UTC. */
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
