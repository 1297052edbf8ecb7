import type { ErrorCode } from "@/lib/errors";
import type { SyncSettings } from "@/lib/settings/sync-settings";
import type { Ledger } from "@/lib/sync/ledger";
import type { Loss } from "@/lib/sync/plan";
import type { Way } from "@/lib/sync/remote";
import type { Cell } from "@/lib/sync/state";
import type { ImportWorld } from "@/store/data/import-context";

/** What the worker that syncs is told. */
export interface SyncOrder {
  readonly settings: SyncSettings;
  readonly way: Way;
  /** The states of the documents of this device, by storage key: a worker cannot read them. */
  readonly documents: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What is remembered of them. */
  readonly documentLedger: Ledger;
  /** What the documents are where nobody has changed them. */
  readonly defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly world: ImportWorld;
  /** True: the user has agreed that many chats go. */
  readonly isAgreed: boolean;
}

/** What a sync does at the moment. */
export type SyncPhase = "reading" | "merging" | "sending" | "writing";

/** What came of it. */
export type SyncOutcome =
  | {
      readonly kind: "synced";
      /** The cells of documents that change here, by storage key. */
      readonly documents: ReadonlyMap<string, ReadonlyMap<string, Cell>>;
      /** What is remembered of documents once they are written. */
      readonly ledger: Ledger;
    }
  /** Most chats would go, here or there: nothing was done. */
  | { readonly kind: "asks"; readonly goesHere: Loss; readonly goesThere: Loss };

/** What the worker says. */
export type SyncAnswer =
  | { readonly type: "phase"; readonly phase: SyncPhase }
  | { readonly type: "done"; readonly outcome: SyncOutcome }
  | {
      readonly type: "failed";
      readonly code: ErrorCode;
      readonly details: Readonly<Record<string, string | number>>;
    };
