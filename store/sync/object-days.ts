import { AppError } from "@/lib/errors";
import { atOnce } from "@/lib/sync/at-once";
import type { DayRef, DayState, ObjectIndex } from "@/lib/sync/object-index";
import type { ObjectPlace } from "@/store/sync/object-place";
import { requestsAtOnce } from "@/store/sync/object-shards";

/** Number of daily states at a location. */
export const listedDays = 30;
/** Number of further ones that the first write of a day may leave to the next write, which has a request to spare. */
const waitingDays = 2;
/** Number of daily states from which the oldest one is removed even if the one after it cannot be read. */
const mostUnread = 60;

const dayMs = 86_400_000;
/** Difference of clocks up to which a change counts as later than the one before it. */
const clockDifferenceMs = 2 * dayMs;

/** Input of the planning of daily states. */
export interface DaysInput {
  readonly index: ObjectIndex;
  readonly place: ObjectPlace;
  readonly now: number;
  /** Whether the new root has other content. */
  readonly hasChanges: boolean;
  /** Whether the new root has another key, with which earlier states cannot be read. */
  readonly isNewKey: boolean;
}

/** The daily states of the new root. */
export interface PlannedDays extends Pick<ObjectIndex, "at" | "days" | "epoch" | "held"> {
  /** Objects of states that are no longer listed. */
  readonly expired: readonly string[];
  /** A daily state to write and to list before the root is sent; `at` is the time of its last change. */
  readonly added?: { readonly state: DayState; readonly at: number } | undefined;
}

/**
 * Adds the state before the first change of a day to the daily states, and removes the oldest ones. At most one state is
 * listed for each day of its last change. So clocks that differ by years add one state for each of their days.
 */
export async function planDays(input: DaysInput): Promise<PlannedDays> {
  const { index, place, now, hasChanges, isNewKey } = input;
  const { at, days, held } = index;
  // Earlier versions knew no epochs, and may have replaced a root that had some. An epoch never comes twice.
  const epoch = at === 0 ? Math.max(index.epoch, Math.floor(now / 1000)) : index.epoch;
  if (isNewKey) return { at: now, days: [], epoch, held: [], expired: [...(await heldByDays(place, index))] };
  if (!hasChanges) return { at, days, epoch: index.epoch, held, expired: [] };
  // Clocks differ a little. Otherwise, a change just after midnight would stand for its whole day.
  const changedAt = now < at && at - now <= clockDifferenceMs ? at : now;
  const isListed = days.some((day) => isSameDay(day.at, at));
  if (index.shards.size === 0 || at === 0 || isSameDay(at, changedAt) || isListed || place.isPartial) {
    return { ...(await withoutExpired(input, listedDays)), epoch, at: changedAt };
  }
  const kept = await withoutExpired(input, listedDays + waitingDays);
  const added = { state: { shards: index.shards, held }, at };
  return { ...kept, at: changedAt, epoch: epoch + 1, held: [], added };
}

function isSameDay(one: number, other: number): boolean {
  return Math.floor(one / dayMs) === Math.floor(other / dayMs);
}

/** Removes the oldest states above a number. What only they needed is listed in the state after them. */
async function withoutExpired({ index, place }: DaysInput, most: number) {
  const { days, epoch, held } = index;
  const expired: string[] = [];
  let first = 0;
  for (; days.length - first > most; first++) {
    const [day, next] = [days[first], days[first + 1]];
    const read = next && (await heldIn(place, next));
    if (!day || (read === "unread" && days.length - first <= mostUnread)) break;
    expired.push(day.object, ...(read === "unread" ? [] : (read ?? [])));
  }
  return { days: days.slice(first), epoch, held, expired };
}

/** Returns the objects that only daily states need, as far as these can be read. */
export async function heldByDays(
  place: ObjectPlace,
  { days, held }: Pick<ObjectIndex, "days" | "held">,
): Promise<ReadonlySet<string>> {
  const read = await atOnce(days.length, requestsAtOnce, async (each) => {
    const day = days[each];
    const found = day ? await heldIn(place, day) : [];
    return found === "unread" ? [] : found;
  });
  return new Set([...held, ...days.map(({ object }) => object), ...read.flat()]);
}

/**
 * Returns the objects that a daily state holds. An altered or missing one holds nothing: some objects then remain at the
 * host. If it could not be read, a later sync reads it.
 */
async function heldIn(place: ObjectPlace, { object }: DayRef): Promise<readonly string[] | "unread"> {
  try {
    return (await place.readDay(object))?.held ?? [];
  } catch (thrown) {
    const isLost = thrown instanceof AppError && thrown.details.problem === "incomplete";
    return isLost ? [] : "unread";
  }
}

/**
 * Returns the objects that only daily states need and that were replaced since an epoch. Undefined if one of the states
 * could not be read.
 */
export async function heldSince(
  place: ObjectPlace,
  { days, epoch, held }: Pick<ObjectIndex, "days" | "epoch" | "held">,
  since: number,
): Promise<ReadonlySet<string> | undefined> {
  const all = new Set([...held, ...days.map(({ object }) => object)]);
  // The state that has begun an epoch holds what was replaced in the epoch before.
  const wanted = days.filter((_day, index) => epoch - (days.length - 1 - index) > since);
  const read = await atOnce(wanted.length, requestsAtOnce, async (each) =>
    place.readDay(wanted[each]?.object ?? "").catch(() => undefined),
  );
  for (const state of read) {
    if (!state) return undefined;
    for (const object of state.held) all.add(object);
  }
  return all;
}
