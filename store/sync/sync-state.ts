import type { AppError } from "@/lib/errors";
import type { SyncSettings } from "@/lib/settings/sync-settings";
import type {
  HistoryRequest,
  LocationContent,
  SealingChange,
  SyncOutcome,
  SyncPhase,
} from "@/store/sync/sync-messages";

/** The state of cloud sync, and its actions. */
export interface SyncStore {
  readonly settings: SyncSettings;
  /** The current step; undefined if no sync is running. */
  readonly phase: SyncPhase | undefined;
  /** The share of that step that is done, from 0 to 1, if it is known. */
  readonly share: number | undefined;
  /** Whether the sync that runs can be paused. */
  readonly isPausable: boolean;
  /** The reason the last sync failed. */
  readonly error: AppError | undefined;
  /** The question before most chats of one side are deleted, or before a doubtful state of the location is merged. */
  readonly question: SyncQuestion | undefined;
  hydrate(stored: unknown): void;
  change(patch: Partial<SyncSettings>): void;
  /** Whether the remote responds as expected. Rejects with an AppError if the reason is known. */
  check(): Promise<boolean>;
  /**
   * Syncs, unless a sync is running. Returns whether it completed. Never throws.
   *
   * @param isAgreed the user's consent to the question of the previous sync
   */
  sync(isAgreed?: boolean): Promise<boolean>;
  /**
   * Pauses the sync that runs or waits, and automatic sync. The next `sync` goes on where it was, also after a reload.
   * Only the pause is remembered: no consent, and no change of the encryption.
   */
  pause(): void;
  /** Changes the encryption of the location with a sync. Returns like `sync`. */
  changeSealing(change: SealingChange): Promise<boolean>;
  /**
   * Lists the daily states of an encrypted location, compares one with this device, or restores chats of it. Syncs
   * before, except for the list. Throws AppError.
   */
  history(request: HistoryRequest): Promise<SyncOutcome>;
  /** Finds out whether the location is encrypted. Undefined if that failed; the error is stored. */
  look(): Promise<LocationContent | undefined>;
  /**
   * Syncs again after lost objects were reported, and writes everything that this device has. Returns like `sync`.
   */
  repair(): Promise<boolean>;
  /** Rejects the question; nothing changes. A doubtful state stays an error. */
  decline(): void;
}

/** A question of a sync. */
export type SyncQuestion = Extract<SyncOutcome, { kind: "asks" | "doubts" }>;
