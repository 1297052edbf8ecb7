import { boundedTime } from "@/lib/fields/time";
import { fingerprint } from "@/lib/sync/fingerprint";
import type { SyncState } from "@/lib/sync/state";

/** The last synced state of one cell. */
export interface LedgerCell {
  readonly at: number;
  /** Fingerprint of its value; empty if it was deleted. */
  readonly print: string;
}

/** The last synced state of one group. */
export interface LedgerGroup {
  readonly deletedAt: number;
  readonly cells: ReadonlyMap<string, LedgerCell>;
}

/**
 * The last synced state without the values. From it, a device finds what it has changed or deleted since, so that no
 * other code needs to record changes or deletions.
 */
export type Ledger = ReadonlyMap<string, LedgerGroup>;

/** The ledger before the first sync. */
export const emptyLedger: Ledger = new Map();

/** Returns the ledger of a state. Entries of `before` with the same time are reused without hashing the value. */
export function ledgerOf(state: SyncState, before: Ledger = emptyLedger): Ledger {
  return new Map(
    [...state].map(([name, { deletedAt, cells }]) => {
      const known = before.get(name)?.cells;
      const remembered = [...cells].map(([key, { at, value }]): [string, LedgerCell] => {
        if (value === undefined) return [key, { at, print: "" }];
        const cell = known?.get(key);
        return [key, cell?.at === at && cell.print !== "" ? cell : { at, print: fingerprint(value) }];
      });
      return [name, { deletedAt, cells: new Map(remembered) }];
    }),
  );
}

/** Clamps the times of a stored ledger like the reader of the remote file, so that both agree. */
export function boundedLedger(ledger: Ledger): Ledger {
  return new Map(
    [...ledger].map(([name, { deletedAt, cells }]) => {
      const bounded = [...cells].map(([key, cell]): [string, LedgerCell] => {
        const at = boundedTime(cell.at);
        return [key, at === cell.at ? cell : { ...cell, at }];
      });
      return [name, { deletedAt: boundedTime(deletedAt), cells: new Map(bounded) }];
    }),
  );
}
