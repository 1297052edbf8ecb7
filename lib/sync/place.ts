import { isRecord } from "@/lib/json";
import type { LocalCell } from "@/lib/sync/local-state";

/** The fields of a message that determine its position. */
export interface Placed {
  readonly seq: number;
  readonly date: number;
}

/**
 * Returns positions for messages that are added to a chat, each after older ones and in their own order. Existing
 * messages keep their positions.
 *
 * @param standing existing messages, in order
 */
export function placesAmong(standing: readonly Placed[], added: readonly Pick<Placed, "date">[]): number[] {
  const places: number[] = [];
  let index = 0;
  let before = Number.NEGATIVE_INFINITY;
  for (const { date } of added) {
    while (index < standing.length && (standing[index]?.date ?? 0) <= date) {
      before = Math.max(before, standing[index]?.seq ?? 0);
      index += 1;
    }
    const behind = standing[index]?.seq;
    before = between(before, behind);
    places.push(before);
  }
  return places;
}

function between(before: number, behind: number | undefined): number {
  if (behind === undefined) return Number.isFinite(before) ? before + 1 : 1;
  return Number.isFinite(before) ? (before + behind) / 2 : behind - 1;
}

/** Returns the position of a visible message on this device; undefined for other cells. */
export function placeOf(cell: LocalCell): Placed | undefined {
  if (cell === "busy" || !isRecord(cell.value) || cell.value.isAside === true) return undefined;
  const { seq, date } = cell.value;
  return typeof seq === "number" && typeof date === "number" ? { seq, date } : undefined;
}
