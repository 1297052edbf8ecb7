import { type DayOrder, readDateText, type WrittenDate } from "@/lib/import/date-text";
import { readTime } from "@/lib/import/times";

const minute = 60_000;
const day = 24 * 60 * minute;

/** Time zone offsets are multiples of 15 minutes, and at most 14 hours. */
const zoneStep = 15 * minute;
const farthestZone = 14 * 60 * minute;

/** Maximum difference between the last date and the chat's time for the two to be the same moment, in milliseconds. */
const momentSlack = 2 * minute;

/** Known facts of a chat besides the dates. */
export interface DateAnchor {
  /**
   * Time when the last reply ended, in milliseconds since the epoch: NextChat sets it at the same moment as the reply's
   * date.
   */
  readonly lastUpdate: number | undefined;
  /**
   * Index of that reply's date; the last date by default. Later dates, of failed messages, are unrelated to
   * `lastUpdate`.
   */
  readonly anchorIndex?: number;
  /** The default time zone if none can be inferred, in minutes east of UTC. */
  readonly zoneMinutes: number;
}

/**
 * Parses the dates of a whole chat, in order, and returns one time for each.
 *
 * The order of day and month is inferred from all dates, the zone from the anchor. A date that is invalid or out of
 * order gets its neighbor's time, so that dates never change the order of a chat.
 */
export function readDates(texts: readonly (string | number | undefined)[], anchor: DateAnchor): (number | undefined)[] {
  const written = texts.map((text) => (typeof text === "string" ? readDateText(text) : undefined));
  const { lastUpdate, anchorIndex = texts.length - 1 } = anchor;
  const order = dayOrderOf(written, written.slice(0, anchorIndex + 1), lastUpdate);
  const zone = zoneOf(written[anchorIndex]?.times[order], anchor);
  const times = texts.map((text, place) => {
    if (typeof text === "number") return readTime(text);
    const date = written[place];
    const time = date?.times[order];
    return date === undefined || time === undefined || date.isExact ? time : time - zone;
  });
  return filled(inOrder(times, anchorIndex, lastUpdate), lastUpdate);
}

/** Returns the order in which most dates are valid, then the one in which they increase. */
function dayOrderOf(
  dates: readonly (WrittenDate | undefined)[],
  anchored: readonly (WrittenDate | undefined)[],
  lastUpdate: number | undefined,
): DayOrder {
  const known = dates.filter((date) => date !== undefined);
  const costOf = (order: DayOrder): readonly number[] => {
    const times = known.map(({ times }) => times[order]);
    const readable = times.filter((time) => time !== undefined);
    const backward = readable.filter((time, place) => time < (readable[place - 1] ?? time)).length;
    const last = anchored.flatMap((date) => date?.times[order] ?? []).at(-1);
    const distance = last === undefined || lastUpdate === undefined ? 0 : Math.abs(lastUpdate - last);
    const overrides = known.filter(({ defaultOrder }) => defaultOrder !== order).length;
    return [times.length - readable.length, backward, Math.floor(distance / (2 * day)), overrides];
  };
  const dayFirst = costOf("day-first");
  const monthFirst = costOf("month-first");
  const place = dayFirst.findIndex((cost, index) => cost !== monthFirst[index]);
  return (dayFirst[place] ?? 0) <= (monthFirst[place] ?? 0) ? "day-first" : "month-first";
}

/** Returns the UTC offset of the exporting browser, in milliseconds. */
function zoneOf(last: number | undefined, { lastUpdate, zoneMinutes }: DateAnchor): number {
  const assumed = zoneMinutes * minute;
  if (last === undefined || lastUpdate === undefined) return assumed;
  const ahead = Math.round((last - lastUpdate) / zoneStep) * zoneStep;
  const isSameMoment = Math.abs(last - lastUpdate - ahead) <= momentSlack && Math.abs(ahead) <= farthestZone;
  return isSameMoment ? ahead : assumed;
}

/** Drops the fewest times so that the others increase, and those up to the anchor that are far after it. */
function inOrder(
  times: readonly (number | undefined)[],
  anchorIndex: number,
  latest = Number.POSITIVE_INFINITY,
): (number | undefined)[] {
  /** `ends[n]` is the index at which the lowest subsequence of n + 1 times ends. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [place, time] of times.entries()) {
    if (time === undefined || (place <= anchorIndex && time > latest + day)) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((times[ends[middle] ?? 0] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    before[place] = ends[low - 1];
    ends[low] = place;
  }
  const kept = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = before[place]) kept.add(place);
  return times.map((time, place) => (kept.has(place) ? time : undefined));
}

/** Fills each missing time with the previous one, else the next one, else the anchor. */
function filled(times: readonly (number | undefined)[], lastUpdate: number | undefined): (number | undefined)[] {
  let known = times.find((time) => time !== undefined) ?? lastUpdate;
  return times.map((time) => {
    known = time ?? known;
    return known;
  });
}
