import { headFieldOf } from "@/lib/sync/chat-cells";
import { fingerprint, isSameValue } from "@/lib/sync/fingerprint";
import type { LedgerGroup } from "@/lib/sync/ledger";
import type { LocalCell } from "@/lib/sync/local-state";
import type { PageCells, PageRef } from "@/lib/sync/object-index";
import type { Cell, Group } from "@/lib/sync/state";

/** A page with the keys of its cells. */
export interface KnownPage extends PageRef {
  readonly keys: readonly string[];
}

/** Stands for a value at the remote that was replaced or deleted here since. A merge never keeps it. */
export const unknownValue: unknown = Object.freeze({ isUnknown: true });

/** Length of a page from which it is split, and the length of the parts, in characters of JSON. */
const splitChars = 32_000;
const partChars = 16_000;

/** The cells of one side of a group that was compared: those of this device, and as they were synced last. */
export interface ComparedGroup {
  readonly here: ReadonlyMap<string, LocalCell> | undefined;
  readonly base: LedgerGroup | undefined;
}

/**
 * Returns the cells of an unchanged page without reading it: their times from the ledger, their values from this device.
 * Undefined if one of them is unknown.
 */
export function recalledPage(keys: readonly string[], { here, base }: ComparedGroup): PageCells | undefined {
  const cells = new Map<string, Cell>();
  for (const key of keys) {
    const known = base?.cells.get(key);
    const cell = here?.get(key);
    if (!known || cell === "busy") return undefined;
    if (known.print === "") cells.set(key, { at: known.at });
    else {
      const isSame = cell !== undefined && fingerprint(cell.value) === known.print;
      cells.set(key, { at: known.at, value: isSame ? cell.value : unknownValue });
    }
  }
  return cells;
}

/** Whether a group contains a value that was not read. */
export function hasUnknown({ cells }: Group): boolean {
  for (const { value } of cells.values()) if (value === unknownValue) return true;
  return false;
}

/** Whether a group is here as it was synced last. */
export function isSettled(name: string, { here, base }: ComparedGroup): boolean {
  if (!here)
    return !name.startsWith("chat/") || !base || ![...base.cells.values()].some(({ at }) => at > base.deletedAt);
  for (const [key, cell] of here) {
    if (cell !== "busy" && base?.cells.get(key)?.print !== fingerprint(cell.value)) return false;
  }
  for (const [key, { print }] of base?.cells ?? []) if (print !== "" && !here.has(key)) return false;
  return true;
}

/** A page of the remote with its cells. */
export interface FoundPage {
  readonly page: KnownPage;
  readonly cells: PageCells;
}

/** A page of a group that is written: an existing one, or cells for a new one. */
export type PlannedPage = { readonly kept: KnownPage } | { readonly cells: PageCells };

/**
 * Distributes the cells of a group to pages. Unchanged pages remain; new cells join a page that changes anyway, so that a
 * new message of a long chat sends little.
 */
export function planPages({ cells }: Group, found: readonly FoundPage[]): PlannedPage[] {
  const placed = new Set<string>();
  const planned: PlannedPage[] = [];
  const changed: Map<string, Cell>[] = [];
  for (const { page, cells: before } of found) {
    const left = new Map([...before.keys()].flatMap((key) => entryOf(cells, key, placed)));
    for (const key of left.keys()) placed.add(key);
    if (left.size === page.keys.length && [...left].every(([key, cell]) => isSameCell(before.get(key), cell))) {
      planned.push({ kept: page });
    } else changed.push(left);
  }
  const added = [...cells].filter(([key]) => !placed.has(key));
  if (added.length > 0 && changed.length === 0) changed.push(new Map());
  const last = changed.at(-1);
  for (const [key, cell] of added) last?.set(key, cell);
  return [...planned, ...changed.flatMap(splitPage).map((each) => ({ cells: each }))];
}

function entryOf(cells: PageCells, key: string, placed: ReadonlySet<string>): [string, Cell][] {
  const cell = cells.get(key);
  return cell && !placed.has(key) ? [[key, cell]] : [];
}

function isSameCell(one: Cell | undefined, other: Cell): boolean {
  return one === other || (one?.at === other.at && isSameValue(one.value, other.value));
}

/** Splits a long page. The head comes last, because it changes with each new message. */
function splitPage(cells: PageCells): PageCells[] {
  const sizes = new Map([...cells].map(([key, { value }]) => [key, key.length + (JSON.stringify(value)?.length ?? 0)]));
  let total = 0;
  for (const size of sizes.values()) total += size;
  if (cells.size === 0) return [];
  if (total <= splitChars) return [cells];
  const isHead = ([key]: [string, Cell]) => headFieldOf(key) !== undefined;
  const ordered = [...cells].sort((one, other) => Number(isHead(one)) - Number(isHead(other)));
  const parts: Map<string, Cell>[] = [];
  let room = 0;
  for (const [key, cell] of ordered) {
    const size = sizes.get(key) ?? 0;
    if (room < size) {
      parts.push(new Map());
      room = partChars;
    }
    parts.at(-1)?.set(key, cell);
    room -= size;
  }
  return parts;
}
