import { boundedTime } from "@/lib/fields/time";
import { fingerprint } from "@/lib/sync/fingerprint";
import type { SyncState } from "@/lib/sync/state";

/** What a device remembers of one cell as it was when it was last synced. */
export interface LedgerCell {
  readonly at: number;
  /** The fingerprint of its value; empty: it was deleted. */
  readonly print: string;
}

/** What a device remembers of one whole. */
export interface LedgerGroup {
  readonly deletedAt: number;
  readonly cells: ReadonlyMap<string, LedgerCell>;
}

/**
 * What was synced last, without the values: by it a device sees what it has changed or deleted since, so that nothing
 * else has to keep times of changes or traces of deletions.
 */
export type Ledger = ReadonlyMap<string, LedgerGroup>;

/** Before the first sync nothing is remembered. */
export const emptyLedger: Ledger = new Map();

/** Remembers a state. What is remembered already with the same time is not looked at again. */
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

/** Bounds the times of a stored ledger as the reader of the remote file does, so that the two agree. */
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
