import { fingerprint } from "@/lib/sync/fingerprint";
import { emptyLedger, type Ledger, type LedgerCell } from "@/lib/sync/ledger";
import type { LocalState } from "@/lib/sync/local-state";
import type { Cell, SyncState } from "@/lib/sync/state";

/**
 * The changes that are being sent, stored before sending. If the response is lost, the next sync finds the id among the
 * writes of the remote file and knows that these changes have arrived.
 */
export interface Outbox {
  readonly id: string;
  readonly sent: Ledger;
  /** Whether an earlier sync has found it among the writes of the remote file. */
  readonly hasArrived?: true;
}

/** Maximum number of stored outboxes of which it is unknown whether they have arrived: a slow write may arrive late. */
const maxUnknown = 4;

/** Reads the stored outboxes, the oldest first. Earlier versions stored one. */
export function readOutboxes(stored: unknown): readonly Outbox[] {
  if (Array.isArray(stored)) return stored as readonly Outbox[];
  return stored === undefined ? [] : [stored as Outbox];
}

/** Adds the changes of all outboxes that have arrived to the ledger. */
export function ledgerWithArrived(ledger: Ledger, outboxes: readonly Outbox[], writes: readonly string[]): Ledger {
  return outboxes.filter((outbox) => isAmong(writes, outbox)).reduce(withArrived, ledger);
}

/**
 * Returns the outboxes to store before the next one is sent. The earlier ones remain, because the ledger is stored only
 * after a complete sync; those that have arrived are joined.
 */
export function withNextOutbox(
  outboxes: readonly Outbox[],
  writes: readonly string[],
  next: Outbox,
): readonly Outbox[] {
  const arrived = outboxes.filter((outbox) => isAmong(writes, outbox));
  const [last] = arrived.slice(-1);
  const joined: Outbox[] = last
    ? [{ id: last.id, sent: arrived.reduce(withArrived, emptyLedger), hasArrived: true }]
    : [];
  const unknown = outboxes.filter((outbox) => !arrived.includes(outbox)).slice(-maxUnknown);
  return [...joined, ...unknown, next];
}

function isAmong(writes: readonly string[], { id, hasArrived }: Outbox): boolean {
  return hasArrived === true || writes.includes(id);
}

interface Sending {
  readonly stamped: SyncState;
  readonly merged: SyncState;
  readonly local: LocalState;
  readonly ledger: Ledger;
}

/** Returns the changes of this device in the merged state. */
export function changesIn({ stamped, merged, local, ledger }: Sending): Ledger {
  const changes = new Map<string, { deletedAt: number; cells: Map<string, LedgerCell> }>();
  for (const [name, group] of stamped) {
    const here = local.get(name);
    const base = ledger.get(name);
    const sent = merged.get(name);
    const own = [...group.cells].filter(([key, cell]) => {
      const isOwn = cell.value === undefined ? base?.cells.has(key) : here?.has(key);
      return isOwn && base?.cells.get(key)?.at !== cell.at && sent?.cells.get(key)?.at === cell.at;
    });
    const isDeleted = group.deletedAt > (base?.deletedAt ?? 0);
    if (own.length === 0 && !isDeleted) continue;
    changes.set(name, { deletedAt: group.deletedAt, cells: new Map(own.map(noted)) });
  }
  return changes;
}

function noted([key, { at, value }]: [string, Cell]): [string, LedgerCell] {
  return [key, { at, print: value === undefined ? "" : fingerprint(value) }];
}

/** Adds the changes of an outbox that has arrived to the ledger. */
function withArrived(ledger: Ledger, { sent }: Outbox): Ledger {
  const joined = new Map(ledger);
  for (const [name, { deletedAt, cells }] of sent) {
    const known = ledger.get(name);
    joined.set(name, {
      deletedAt: Math.max(deletedAt, known?.deletedAt ?? 0),
      // Cells of a deleted group are not retained.
      cells: deletedAt > (known?.deletedAt ?? 0) ? cells : newerCells(known?.cells, cells),
    });
  }
  return joined;
}

/** Merges cells: those that were synced later override those that were sent earlier. */
function newerCells(known: ReadonlyMap<string, LedgerCell> = new Map(), sent: ReadonlyMap<string, LedgerCell>) {
  return new Map([...known, ...[...sent].filter(([key, { at }]) => at >= (known.get(key)?.at ?? 0))]);
}
