import { type ChatSession, pinnedCountOf } from "@/lib/chat/session";
import { startOfDay } from "@/lib/chat/time-zone";

/** What a caption in the list of chats says; `line` parts what stands in the user's own order from what is above. */
export type CaptionContent =
  | { readonly kind: "pinned" | "today" | "yesterday" | "previous7Days" | "line" }
  /** A month of chats; `start` is its beginning, in milliseconds. */
  | { readonly kind: "month"; readonly start: number };

/** A caption of the list and the place of the chat that stands below it. */
export type ListCaption = CaptionContent & { readonly index: number };

/** Chats this far back stand under a span of their own; older ones under their month. */
const recentDays = 7;

/**
 * Returns the captions of the list of chats: one over the pinned chats, and the dates of the others as far as they stand
 * in that order. They never move a chat.
 *
 * Chats that were put elsewhere stand below a plain line, and so does all that follows up to the next date that was not
 * said yet: no caption stands over a chat that does not belong to it, and none stands there twice. Where most chats stand
 * in the user's own order, there are no dates at all.
 *
 * @param listed the chats in list order
 * @param now the present moment, in milliseconds
 * @param timeZone the IANA name of the zone in which days begin
 */
export function listCaptions(listed: readonly ChatSession[], now: number, timeZone: string): ListCaption[] {
  const pinned = pinnedCountOf(listed);
  const dated = datedCaptions(listed.slice(pinned), now, timeZone);
  const first: ListCaption[] = pinned > 0 ? [{ kind: "pinned", index: 0 }] : [];
  // The group of pinned chats ends somewhere.
  const isParted = pinned === 0 || pinned === listed.length || dated[0]?.index === 0;
  if (!isParted) first.push({ kind: "line", index: pinned });
  return [...first, ...dated.map((caption) => ({ ...caption, index: caption.index + pinned }))];
}

function datedCaptions(chats: readonly ChatSession[], now: number, timeZone: string): ListCaption[] {
  const sections = sectionsOf(now, timeZone);
  const numbers = chats.map(({ lastUpdate }) => sections.numberOf(lastUpdate));
  const isInOrder = longestInOrder(numbers);
  const captions: ListCaption[] = [];
  /** The last section that was said, and whether chats below still belong to its caption. */
  let said = -1;
  let isBroken = false;
  let captioned = 0;
  for (const [index, section] of numbers.entries()) {
    if (isInOrder[index] && section > said) {
      captions.push({ ...sections.contentOf(section), index });
      said = section;
      isBroken = false;
    } else if (!isBroken && (!isInOrder[index] || section !== said)) {
      captions.push({ kind: "line", index });
      isBroken = true;
    }
    if (!isBroken) captioned += 1;
  }
  return captioned * 2 >= chats.length ? captions.filter(({ kind, index }) => kind !== "line" || index > 0) : [];
}

/** The spans of time in which chats are told apart, numbered from the newest; months are made as they are come upon. */
function sectionsOf(now: number, timeZone: string) {
  const starts = [0, -1, -recentDays].map((days) => startOfDay(now, timeZone, { days }));
  return {
    numberOf(date: number): number {
      // A date that makes no sense is an old one.
      const known = Math.max(date, 0);
      // A list that is mostly sorted asks for the same few over and over.
      while (known < (starts.at(-1) ?? 0))
        starts.push(startOfDay((starts.at(-1) ?? 0) - 1, timeZone, { toMonth: true }));
      return starts.findIndex((start) => known >= start);
    },
    contentOf(section: number): CaptionContent {
      const kind = (["today", "yesterday", "previous7Days"] as const)[section];
      return kind ? { kind } : { kind: "month", start: starts[section] ?? 0 };
    },
  };
}

/** Tells of each number whether it belongs to the longest series of numbers that never falls. */
function longestInOrder(numbers: readonly number[]): boolean[] {
  /** The place of the last number of the best series of each length, and the place before each in its series. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [place, number] of numbers.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) <= number) low = middle + 1;
      else high = middle;
    }
    before[place] = ends[low - 1];
    ends[low] = place;
  }
  const isInOrder = numbers.map(() => false);
  for (let place = ends.at(-1); place !== undefined; place = before[place]) isInOrder[place] = true;
  return isInOrder;
}
