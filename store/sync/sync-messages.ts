import type { ErrorCode } from "@/lib/errors";
import type { SyncSettings } from "@/lib/settings/sync-settings";
import type { Ledger } from "@/lib/sync/ledger";
import type { DayRef } from "@/lib/sync/object-index";
import type { Loss } from "@/lib/sync/plan";
import type { Way } from "@/lib/sync/remote";
import type { Cell } from "@/lib/sync/state";
import type { ImportWorld } from "@/store/data/import-context";
import type { DocumentObjects } from "@/store/sync/object-memory";

/** A change of the encryption that a sync makes. */
export type SealingChange =
  | { readonly kind: "set-up" | "renew"; readonly passphrase: string; readonly recoveryCode: string }
  | { readonly kind: "unlock"; readonly secret: string }
  /** Opens the location with the data key of an invitation. */
  | { readonly kind: "invited"; readonly keyId: string; readonly dataKey: Uint8Array<ArrayBuffer> }
  | { readonly kind: "change-passphrase"; readonly current: string; readonly passphrase: string }
  /** Writes the content readable, and forgets the key. */
  | { readonly kind: "turn-off" };

/**
 * A state of the location that a host could have forged. `print` identifies it, so that consent covers only this state.
 */
export interface Doubt {
  readonly reason: "rolled-back" | "emptied" | "readable" | "turned-off";
  readonly print: string;
}

/** A request of the history of an encrypted location. `day` is the object of a daily state. */
export type HistoryRequest =
  | { readonly kind: "list" }
  | { readonly kind: "compare"; readonly day: string }
  | { readonly kind: "restore"; readonly day: string; readonly chats: readonly string[] };

/** The difference of a chat between a daily state and this device. */
export interface ChatChange {
  readonly id: string;
  readonly topic: string;
  /** A chat that is missing here, one that differs, or one that was added later. */
  readonly kind: "missing" | "changed" | "later";
  /** Number of messages that return or change. */
  readonly messages: number;
  /** Number of later messages, which remain. */
  readonly later: number;
}

/** A request to store an invitation for another device at the location. */
export interface InvitationRequest {
  /** The passphrase or the recovery code, because the key that is stored here cannot be read. */
  readonly passphrase: string;
  readonly secret: Uint8Array<ArrayBuffer>;
  /** Time of its expiry, in milliseconds since the epoch. */
  readonly expires: number;
  /** Number of chats on this device. */
  readonly chats: number;
}

/** The content of a location, as far as a host can see it. */
export type LocationContent = "empty" | "readable" | "encrypted";

/** A task for the sync worker. */
export interface SyncOrder {
  readonly settings: SyncSettings;
  readonly way: Way;
  /** The states of this device's documents, by storage key: a worker cannot read localStorage. */
  readonly documents: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The ledger of the documents. */
  readonly documentLedger: Ledger;
  /** The states of the documents at an encrypted location, as they were synced last. */
  readonly documentObjects?: DocumentObjects | undefined;
  /** The default states of documents. */
  readonly defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly world: ImportWorld;
  /** The id of the last clearing of all data on this device. After another one, nothing is written here. */
  readonly clearing?: string | undefined;
  /** True if the user has agreed that most chats are deleted. */
  readonly isAgreed: boolean;
  /** The doubtful state that the user has agreed to merge. */
  readonly accepted?: Doubt | undefined;
  /** The state of the location that the user has agreed to repair: lost and altered objects count as absent. */
  readonly repairs?: string | undefined;
  readonly sealing?: SealingChange | undefined;
  /** Only lists, compares or restores daily states. */
  readonly history?: HistoryRequest | undefined;
  /** Only stores an invitation for another device. */
  readonly invitation?: InvitationRequest | undefined;
  /** True to find out only whether the location is empty or encrypted. */
  readonly isLooking?: boolean;
}

/** The current step of a sync. */
export type SyncPhase = "reading" | "merging" | "sending" | "writing";

/**
 * Called with the current step, its share that is done, if known, and whether the sync can be paused.
 */
export type OnPhase = (phase: SyncPhase, share?: number, isPausable?: boolean) => void;

/** The message that pauses a sync worker. */
export const pauseMessage = "pause";

/** The outcome of a sync. */
export type SyncOutcome =
  | {
      readonly kind: "synced";
      /** The changed cells of this device's documents, by storage key. */
      readonly documents: ReadonlyMap<string, ReadonlyMap<string, Cell>>;
      /** The ledger to store once the documents are written. */
      readonly ledger: Ledger;
      /** To store with the ledger. */
      readonly documentObjects?: DocumentObjects | undefined;
      /** Whether the location is encrypted now. */
      readonly isEncrypted: boolean;
    }
  /** Most chats would be deleted, here or there, so nothing was done. */
  | { readonly kind: "asks"; readonly goesHere: Loss; readonly goesThere: Loss }
  /** The state of the location is doubtful, so nothing was done. */
  | { readonly kind: "doubts"; readonly doubt: Doubt }
  /** The user has paused it. */
  | { readonly kind: "paused" }
  | { readonly kind: "looked"; readonly content: LocationContent }
  /** The daily states, the newest first. */
  | { readonly kind: "days"; readonly days: readonly DayRef[] }
  | { readonly kind: "compared"; readonly chats: readonly ChatChange[] }
  /** An invitation is at the location. */
  | { readonly kind: "invited" }
  /** Number of restored chats. */
  | { readonly kind: "restored"; readonly count: number };

/** A message of the sync worker. */
export type SyncAnswer =
  | { readonly type: "phase"; readonly phase: Parameters<OnPhase> }
  | { readonly type: "done"; readonly outcome: SyncOutcome }
  | {
      readonly type: "failed";
      readonly code: ErrorCode;
      readonly details: Readonly<Record<string, string | number>>;
    };
