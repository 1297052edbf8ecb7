import { type DayOrder, readDateText, type WrittenDate } from "@/lib/import/date-text";
import { readTime } from "@/lib/import/times";

const minute = 60_000;
const day = 24 * 60 * minute;

/** Zones lie on quarters of an hour, and no farther from Greenwich than this. */
const zoneStep = 15 * minute;
const farthestZone = 14 * 60 * minute;

/** How long after the last date a chat's time may lie for the two to be the same moment. */
const momentSlack = 2 * minute;

/** What is known of a chat besides the dates. */
export interface DateAnchor {
  /** When the last reply of the chat finished, in milliseconds: NextChat stamps it in the same moment as the date. */
  readonly lastUpdate: number | undefined;
  /**
   * The position of that reply's date; the last one where it is absent. Later dates, those of failed messages, have
   * nothing to do with `lastUpdate`.
   */
  readonly anchorIndex?: number;
  /** The zone to assume where none can be inferred, in minutes east of Greenwich. */
  readonly zoneMinutes: number;
}

/**
 * Reads the dates of a whole chat, in its order, and answers one time for each.
 *
 * Day and month are told apart over all dates, the zone by the anchor. A date that cannot be read, or that would stand
 * against the order, gets its neighbour's time: the order of a chat is never changed by its dates.
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

/** Chooses the order in which the most dates can be read, then the one in which they run forward. */
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
    const unusual = known.filter(({ usual }) => usual !== order).length;
    return [times.length - readable.length, backward, Math.floor(distance / (2 * day)), unusual];
  };
  const dayFirst = costOf("day-first");
  const monthFirst = costOf("month-first");
  const place = dayFirst.findIndex((cost, index) => cost !== monthFirst[index]);
  return (dayFirst[place] ?? 0) <= (monthFirst[place] ?? 0) ? "day-first" : "month-first";
}

/** Returns how far the clock of the exporting browser was ahead of Greenwich. */
function zoneOf(last: number | undefined, { lastUpdate, zoneMinutes }: DateAnchor): number {
  const assumed = zoneMinutes * minute;
  if (last === undefined || lastUpdate === undefined) return assumed;
  const ahead = Math.round((last - lastUpdate) / zoneStep) * zoneStep;
  const isSameMoment = Math.abs(last - lastUpdate - ahead) <= momentSlack && Math.abs(ahead) <= farthestZone;
  return isSameMoment ? ahead : assumed;
}

/** Gives up the fewest times that keep the others from running backward, and those up to the anchor that are far after it. */
function inOrder(
  times: readonly (number | undefined)[],
  anchorIndex: number,
  latest = Number.POSITIVE_INFINITY,
): (number | undefined)[] {
  /** `ends[n]` is the place at which the lowest run of n + 1 times ends. */
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

/** Gives each time that is missing the one before it, else the one after it, else the anchor. */
function filled(times: readonly (number | undefined)[], lastUpdate: number | undefined): (number | undefined)[] {
  let known = times.find((time) => time !== undefined) ?? lastUpdate;
  return times.map((time) => {
    known = time ?? known;
    return known;
  });
}
