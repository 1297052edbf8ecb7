import { type ChatSession, pinnedCountOf } from "@/lib/chat/session";

/** The content of a caption in the chat list. A `line` separates manually ordered chats from those above. */
export type CaptionContent =
  | { readonly kind: "pinned" | "today" | "yesterday" | "previous7Days" | "line" }
  /** A month of chats; `start` is its beginning, in milliseconds since the epoch. */
  | { readonly kind: "month"; readonly start: number };

/** A caption and the index of the chat below it. */
export type ListCaption = CaptionContent & { readonly index: number };

/** Returns the start of the user's day that contains a time, or of its month. `days` is the number of days to add. */
export type StartOfDay = (date: number, options: { readonly days?: number; readonly toMonth?: boolean }) => number;

/** Number of days before today with a shared caption; older chats are grouped by month. */
const recentDays = 7;

/**
 * Returns the captions of the chat list: one above the pinned chats, and dates above the others as far as they are
 * sorted by date. Captions never change the order of chats.
 *
 * Manually ordered chats are below a plain line, with all chats that follow up to the next new date. So every caption
 * is above chats that belong to it, and no caption appears twice. If most chats are ordered manually, there are no
 * dates.
 *
 * @param listed the chats in list order
 * @param now the current time, in milliseconds since the epoch
 * @param startOfDay returns the start of a day in the user's time zone
 */
export function listCaptions(listed: readonly ChatSession[], now: number, startOfDay: StartOfDay): ListCaption[] {
  const pinned = pinnedCountOf(listed);
  const dated = datedCaptions(listed.slice(pinned), now, startOfDay);
  const first: ListCaption[] = pinned > 0 ? [{ kind: "pinned", index: 0 }] : [];
  // Without a date below the pinned chats, a line marks their end.
  const isParted = pinned === 0 || pinned === listed.length || dated[0]?.index === 0;
  if (!isParted) first.push({ kind: "line", index: pinned });
  return [...first, ...dated.map((caption) => ({ ...caption, index: caption.index + pinned }))];
}

function datedCaptions(chats: readonly ChatSession[], now: number, startOfDay: StartOfDay): ListCaption[] {
  const sections = sectionsOf(now, startOfDay);
  const numbers = chats.map(({ lastUpdate }) => sections.numberOf(lastUpdate));
  const isInOrder = longestInOrder(numbers);
  const captions: ListCaption[] = [];
  /** The section of the last caption, and whether a line has ended it. */
  let lastSection = -1;
  let isBroken = false;
  let captioned = 0;
  for (const [index, section] of numbers.entries()) {
    if (isInOrder[index] && section > lastSection) {
      captions.push({ ...sections.contentOf(section), index });
      lastSection = section;
      isBroken = false;
    } else if (!isBroken && (!isInOrder[index] || section !== lastSection)) {
      captions.push({ kind: "line", index });
      isBroken = true;
    }
    if (!isBroken) captioned += 1;
  }
  return captioned * 2 >= chats.length ? captions.filter(({ kind, index }) => kind !== "line" || index > 0) : [];
}

/** Returns the time spans of the captions, numbered from the newest. Months are computed on demand. */
function sectionsOf(now: number, startOfDay: StartOfDay) {
  const starts = [0, -1, -recentDays].map((days) => startOfDay(now, { days }));
  return {
    numberOf(date: number): number {
      // Negative dates are invalid and count as old.
      const known = Math.max(date, 0);
      // Months are cached because a mostly sorted list asks for the same few repeatedly.
      while (known < (starts.at(-1) ?? 0)) starts.push(startOfDay((starts.at(-1) ?? 0) - 1, { toMonth: true }));
      return starts.findIndex((start) => known >= start);
    },
    contentOf(section: number): CaptionContent {
      const kind = (["today", "yesterday", "previous7Days"] as const)[section];
      return kind ? { kind } : { kind: "month", start: starts[section] ?? 0 };
    },
  };
}

/** Returns for each number whether it belongs to a longest non-decreasing subsequence. */
function longestInOrder(numbers: readonly number[]): boolean[] {
  /** For each length, the index of the last number of the best subsequence, and for each number the index before it. */
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
