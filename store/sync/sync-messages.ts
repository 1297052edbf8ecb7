import type { ErrorCode } from "@/lib/errors";
import type { SyncSettings } from "@/lib/settings/sync-settings";
import type { Ledger } from "@/lib/sync/ledger";
import type { Loss } from "@/lib/sync/plan";
import type { Way } from "@/lib/sync/remote";
import type { Cell } from "@/lib/sync/state";
import type { ImportWorld } from "@/store/data/import-context";

/** A task for the sync worker. */
export interface SyncOrder {
  readonly settings: SyncSettings;
  readonly way: Way;
  /** The states of this device's documents, by storage key: a worker cannot read localStorage. */
  readonly documents: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The ledger of the documents. */
  readonly documentLedger: Ledger;
  /** The default states of documents. */
  readonly defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly world: ImportWorld;
  /** True if the user has agreed that most chats are deleted. */
  readonly isAgreed: boolean;
}

/** The current step of a sync. */
export type SyncPhase = "reading" | "merging" | "sending" | "writing";

/** The outcome of a sync. */
export type SyncOutcome =
  | {
      readonly kind: "synced";
      /** The changed cells of this device's documents, by storage key. */
      readonly documents: ReadonlyMap<string, ReadonlyMap<string, Cell>>;
      /** The ledger to store once the documents are written. */
      readonly ledger: Ledger;
    }
  /** Most chats would be deleted, here or there, so nothing was done. */
  | { readonly kind: "asks"; readonly goesHere: Loss; readonly goesThere: Loss };

/** A message of the sync worker. */
export type SyncAnswer =
  | { readonly type: "phase"; readonly phase: SyncPhase }
  | { readonly type: "done"; readonly outcome: SyncOutcome }
  | {
      readonly type: "failed";
      readonly code: ErrorCode;
      readonly details: Readonly<Record<string, string | number>>;
    };
