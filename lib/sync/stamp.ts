import { conflictCopy, isConflict } from "@/lib/sync/conflicts";
import { fingerprint } from "@/lib/sync/fingerprint";
import type { Ledger, LedgerCell, LedgerGroup } from "@/lib/sync/ledger";
import type { LocalCell, LocalState } from "@/lib/sync/local-state";
import { type Cell, type Group, isAlive, type SyncState } from "@/lib/sync/state";

interface Stamping {
  readonly local: LocalState;
  readonly ledger: Ledger;
  readonly remote: SyncState;
  /** This device's clock, even if it is wrong, in milliseconds since the epoch. */
  readonly now: number;
  /** Whether another device has repaired the other side since the last sync (`isConflict`). */
  readonly isRepaired?: boolean | undefined;
}

/**
 * Assigns times to the local state. Changes since the last sync become newer than everything that this device has seen.
 * Missing cells were deleted. If the other side has changed the same cell meanwhile, an edit wins over a deletion, and
 * of two edits the losing one becomes a copy.
 */
export function stampLocal({ local, ledger, remote, ...facts }: Stamping): SyncState {
  const stamped = new Map<string, Group>();
  for (const name of new Set([...local.keys(), ...ledger.keys()])) {
    const here = local.get(name);
    const base = ledger.get(name);
    const there = remote.get(name);
    const group = here ? stampGroup(here, base, there, facts) : deletedGroup(name, base, there, facts.now);
    if (group) stamped.set(name, group);
  }
  return stamped;
}

/**
 * Returns the group of a missing chat: it was deleted, unless the other side has changed it since. A missing document
 * was never stored, so it has no group.
 */
function deletedGroup(
  name: string,
  base: LedgerGroup | undefined,
  there: Group | undefined,
  now: number,
): Group | undefined {
  if (!base || !name.startsWith("chat/")) return undefined;
  const { deletedAt } = base;
  const seen = newestOf(base.cells);
  if (seen <= deletedAt || (there && isAlive(there) && isBeyond(there, base))) return { deletedAt, cells: new Map() };
  return { deletedAt: Math.max(now, seen, there ? newestOf(there.cells) : 0), cells: new Map() };
}

function isBeyond(there: Group, base: LedgerGroup): boolean {
  return [...there.cells].some(([key, { at }]) => at > (base.cells.get(key)?.at ?? 0));
}

function stampGroup(
  here: ReadonlyMap<string, LocalCell>,
  base: LedgerGroup | undefined,
  there: Group | undefined,
  { now, isRepaired = false }: Pick<Stamping, "now" | "isRepaired">,
): Group {
  const cells = new Map<string, Cell>();
  let isEdited = false;
  for (const key of new Set([...here.keys(), ...(base?.cells.keys() ?? [])])) {
    const known = base?.cells.get(key);
    const found = there?.cells.get(key);
    const cell = stampCell(here.get(key), known, found, now);
    if (!cell) continue;
    cells.set(key, cell);
    isEdited ||= cell.at !== known?.at;
    // The operator's text is on every new device: a copy of it would multiply.
    if (isUntouched(here.get(key)) || !isConflict(key, cell, known, found, isRepaired)) continue;
    const copy = conflictCopy(key, cell, found, here);
    if (copy && !here.has(copy.key)) cells.set(copy.key, copy.cell);
  }
  const deletedAt = base?.deletedAt ?? 0;
  const isDeletedThere = there !== undefined && there.deletedAt > deletedAt && there.deletedAt >= newestOf(cells);
  // A chat that was changed here and deleted there is restored completely.
  if (base && isEdited && isDeletedThere) return { deletedAt, cells: restamped(cells, there.deletedAt + 1) };
  return { deletedAt, cells };
}

function isUntouched(cell: LocalCell | undefined): boolean {
  return cell !== undefined && cell !== "busy" && cell.isUntouched === true;
}

function restamped(cells: ReadonlyMap<string, Cell>, at: number): ReadonlyMap<string, Cell> {
  return new Map([...cells].map(([key, cell]) => [key, { ...cell, at: Math.max(at, cell.at) }]));
}

function stampCell(
  here: LocalCell | undefined,
  base: LedgerCell | undefined,
  there: Cell | undefined,
  now: number,
): Cell | undefined {
  if (here === "busy") return undefined;
  if (!here) return base && deletedCell(base, there, now);
  const { value, since } = here;
  const print = fingerprint(value);
  if (base?.print === print) return { at: base.at, value };
  const isThere = there?.value !== undefined && there.at >= (base?.at ?? 0) && fingerprint(there.value) === print;
  if (isThere) return { at: there.at, value };
  if (!base) return { at: Math.max(1, since), value };
  const afterDeletion = there && there.value === undefined ? there.at + 1 : 0;
  return { at: Math.max(now, base.at + 1, afterDeletion), value };
}

function deletedCell(base: LedgerCell, there: Cell | undefined, now: number): Cell | undefined {
  if (base.print === "") return { at: base.at };
  if (there && there.at > base.at) return undefined;
  return { at: Math.max(now, base.at + 1) };
}

function newestOf(cells: ReadonlyMap<string, { readonly at: number }>): number {
  let newest = 0;
  for (const { at } of cells.values()) newest = Math.max(newest, at);
  return newest;
}
