import { canonicalText, isSameValue } from "@/lib/sync/fingerprint";

/** The smallest thing that is merged: a message, a field of a chat's head, a setting, a mask. */
export interface Cell {
  /**
   * When it was changed, in milliseconds by the clock of the device that did it, and always later than the change that
   * this device had seen. 0 where nothing says so.
   */
  readonly at: number;
  /** Absent: it was deleted. */
  readonly value?: unknown;
}

/** Cells that stand and fall together: a chat with its head and its messages, or the fields of a document. */
export interface Group {
  /** The newest time of a deletion of the whole; 0 for never. Only what is newer is alive. */
  readonly deletedAt: number;
  readonly cells: ReadonlyMap<string, Cell>;
}

/** All that is synced, by the names of groups (`chat/{id}`, `document/{key}`) and of cells. */
export type SyncState = ReadonlyMap<string, Group>;

/** Nothing was ever synced. */
export const emptyState: SyncState = new Map();

/** Whether a whole is there: something in it is newer than its deletion. */
export function isAlive({ deletedAt, cells }: Group): boolean {
  if (deletedAt === 0) return cells.size > 0;
  for (const { at } of cells.values()) if (at > deletedAt) return true;
  return false;
}

/**
 * Joins two states: of each cell the newer, of two equally new ones the same on every device. The order in which states
 * are joined, and how often, makes no difference.
 */
export function mergeStates(one: SyncState, other: SyncState): SyncState {
  const merged = new Map(one);
  for (const [name, group] of other) {
    const known = merged.get(name);
    merged.set(name, known ? mergeGroups(known, group) : group);
  }
  return merged;
}

function mergeGroups(one: Group, other: Group): Group {
  const cells = new Map(one.cells);
  for (const [key, cell] of other.cells) {
    const known = cells.get(key);
    cells.set(key, known ? newerOf(known, cell) : cell);
  }
  return { deletedAt: Math.max(one.deletedAt, other.deletedAt), cells };
}

/** Returns the newer of two cells; at the same time what is there wins over what was deleted, then the texts decide. */
export function newerOf(one: Cell, other: Cell): Cell {
  if (one.at !== other.at) return one.at > other.at ? one : other;
  if (one.value === undefined) return other;
  if (other.value === undefined || isSameValue(one.value, other.value)) return one;
  return canonicalText(one.value) >= canonicalText(other.value) ? one : other;
}

/** Leaves out what is in wholes that are deleted: of these only the time stays. */
export function withoutDead(state: SyncState): SyncState {
  return new Map(
    [...state].map(([name, group]) => [name, isAlive(group) ? group : { deletedAt: group.deletedAt, cells: noCells }]),
  );
}

const noCells: ReadonlyMap<string, Cell> = new Map();
