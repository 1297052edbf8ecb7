import { canonicalText, isSameValue } from "@/lib/sync/fingerprint";

/** The smallest unit of merging: a message, a field of a chat's head, a setting, a mask. */
export interface Cell {
  /**
   * Time of the change, in milliseconds by the clock of the changing device, and always later than the change that this
   * device had seen. 0 if unknown.
   */
  readonly at: number;
  /** Absent if the cell was deleted. */
  readonly value?: unknown;
}

/** Cells that are deleted together: a chat with its head and messages, or the fields of a document. */
export interface Group {
  /** Time of the latest deletion of the whole group; 0 for never. Only newer cells are alive. */
  readonly deletedAt: number;
  readonly cells: ReadonlyMap<string, Cell>;
}

/** All synced data, by group name (`chat/{id}`, `document/{key}`) and cell name. */
export type SyncState = ReadonlyMap<string, Group>;

/** The state before the first sync. */
export const emptyState: SyncState = new Map();

/** Whether a group exists: it has a cell that is newer than its deletion. */
export function isAlive({ deletedAt, cells }: Group): boolean {
  if (deletedAt === 0) return cells.size > 0;
  for (const { at } of cells.values()) if (at > deletedAt) return true;
  return false;
}

/**
 * Merges two states: the newer cell wins, and of two equally new ones the same on every device. The merge is
 * commutative, associative and idempotent.
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

/** Returns the newer of two cells. At equal times, a value wins over a deletion, then the canonical texts decide. */
export function newerOf(one: Cell, other: Cell): Cell {
  if (one.at !== other.at) return one.at > other.at ? one : other;
  if (one.value === undefined) return other;
  if (other.value === undefined || isSameValue(one.value, other.value)) return one;
  return canonicalText(one.value) >= canonicalText(other.value) ? one : other;
}

/** Removes the cells of deleted groups; only the deletion time remains. */
export function withoutDead(state: SyncState): SyncState {
  return new Map(
    [...state].map(([name, group]) => [name, isAlive(group) ? group : { deletedAt: group.deletedAt, cells: noCells }]),
  );
}

const noCells: ReadonlyMap<string, Cell> = new Map();
