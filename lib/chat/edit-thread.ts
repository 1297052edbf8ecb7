import { boundaryAfter } from "@/lib/chat/marks";
import type { Message } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import { type Branches, followAsides, type Placed } from "@/lib/chat/versions";

type Indexes = Pick<ChatSession, "clearContextIndex" | "lastSummarizeIndex">;

/** Changes from editing all messages of a chat at once. */
export interface ThreadEdit<M extends Placed> {
  /**
   * New messages, messages with another content or position, and hidden versions that move along with their message.
   */
  readonly put: readonly Placed[];
  readonly removed: readonly M[];
  readonly head: Indexes;
}

/**
 * Returns the changes that turn a chat's messages into `edited`, a list that was based on `base`.
 *
 * `branches` are the current messages. Messages that were added since remain, after the others. Messages that were
 * removed since stay removed. Messages that the edit did not change keep their current state.
 */
export function editThread<M extends Placed>(
  session: Indexes,
  branches: Branches<M>,
  { base: began, edited }: { readonly base: readonly Message[]; readonly edited: readonly Message[] },
): ThreadEdit<M> {
  const { shown } = branches;
  const base = new Map(began.map((message) => [message.id, message]));
  const present = new Map(shown.map((message) => [message.id, message]));
  const wanted = edited
    .filter(({ id }) => present.has(id) || !base.has(id))
    .map((message) => (message === base.get(message.id) ? (present.get(message.id) ?? message) : message));
  const messages = [...wanted, ...shown.filter(({ id }) => !base.has(id))];
  const placed = withPlaces(messages, present);
  const ids = placed.map(({ id }) => id);
  const kept = new Set(ids);
  const clearContextIndex = boundaryAfter(shown, placed, session.clearContextIndex ?? 0);
  return {
    put: [...placed.filter((message) => message !== present.get(message.id)), ...followAsides(branches, ids)],
    removed: shown.filter(({ id }) => !kept.has(id)),
    head: {
      clearContextIndex: clearContextIndex || undefined,
      lastSummarizeIndex: boundaryAfter(shown, placed, session.lastSummarizeIndex),
    },
  };
}

/** Assigns increasing positions to messages and changes as few positions as possible. */
function withPlaces(messages: readonly Message[], present: ReadonlyMap<string, Placed>): readonly Placed[] {
  const places = messages.map(({ id }) => present.get(id)?.seq);
  const staying = longestRise(places);
  const filled = fillGaps(places.map((place, index) => (staying.has(index) ? place : undefined)));
  return messages.map((message, index) => {
    const known = present.get(message.id);
    const seq = filled[index] ?? index + 1;
    return known && known === message && known.seq === seq ? known : { ...message, seq };
  });
}

/** Returns the indexes of a longest increasing subsequence. Undefined values are skipped. */
function longestRise(values: readonly (number | undefined)[]): ReadonlySet<number> {
  /** For each length, the index of the smallest value that ends a subsequence of that length. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue;
    const length = lengthOfRiseBelow(value, ends, values);
    previous[index] = ends[length - 1];
    ends[length] = index;
  }
  const rise = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) rise.add(index);
  return rise;
}

/** Returns the length of the longest subsequence that `value` can extend, by binary search. */
function lengthOfRiseBelow(value: number, ends: readonly number[], values: readonly (number | undefined)[]): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const end = values[ends[middle] ?? 0] ?? 0;
    if (end < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Distributes missing positions between their neighbors. If no number is left between them, all are renumbered. */
function fillGaps(places: readonly (number | undefined)[]): readonly number[] {
  const filled: number[] = [];
  for (let start = 0; start < places.length; ) {
    const place = places[start];
    if (place !== undefined) {
      filled.push(place);
      start += 1;
      continue;
    }
    const after = places.findIndex((each, index) => index > start && each !== undefined);
    const end = after === -1 ? places.length : after;
    filled.push(...placesBetween(filled.at(-1), places[end], end - start));
    start = end;
  }
  const isRising = filled.every((place, index) => index === 0 || place > (filled[index - 1] ?? 0));
  return isRising ? filled : filled.map((_, index) => index + 1);
}

function placesBetween(above: number | undefined, below: number | undefined, count: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  if (above !== undefined && below !== undefined) {
    return numbers.map((number) => above + ((below - above) * number) / (count + 1));
  }
  if (below !== undefined) return numbers.map((number) => below - count - 1 + number);
  return numbers.map((number) => (above ?? 0) + number);
}
