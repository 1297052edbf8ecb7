import { toAppError } from "@/lib/errors";
import { runUnlessLocked, withTabLock } from "@/lib/platform/tab-locks";
import { type SyncSettings, syncLocation, withoutJoin } from "@/lib/settings/sync-settings";
import type { TabContext } from "@/store/records/records";
import type { RunSync } from "@/store/sync/run-sync";
import type { OnPhase, SyncOutcome } from "@/store/sync/sync-messages";
import { syncOnce } from "@/store/sync/sync-once";
import type { SyncRequest } from "@/store/sync/sync-order";
import type { SyncStore } from "@/store/sync/sync-state";

/** Name of the lock that a tab holds while it joins another location. */
export const joinLock = "parley-join";

interface SessionParts {
  readonly context: TabContext;
  readonly run: RunSync;
  set(state: Partial<SyncStore>): void;
  get(): SyncStore;
}

/** The syncs of this tab, one at a time. */
export class SyncSession {
  private readonly parts: SessionParts;
  /** The sync that has asked the open question. It may contain a passphrase, so it is not part of the state. */
  private asked: SyncRequest | undefined;
  /** The sync that has found lost objects. */
  private incomplete: SyncRequest | undefined;
  private pausing = new AbortController();
  /** Set once the stored settings were read. Resolves when the former ones are back if a join was interrupted. */
  private restoring: Promise<void> | undefined;

  constructor(parts: SessionParts) {
    this.parts = parts;
  }

  /** Replaces the settings by the stored ones. */
  hydrate(settings: SyncSettings): void {
    const { get } = this.parts;
    this.replace(settings);
    // A join was interrupted, unless another tab is still at it.
    this.restoring ??= get().settings.formerSync
      ? runUnlessLocked(joinLock, async () => this.replace(withoutJoin(get().settings)))
      : Promise.resolve();
  }

  /** Replaces the settings. Consent and questions do not apply to another location. */
  replace(settings: SyncSettings): void {
    const { set, get } = this.parts;
    const isSame = syncLocation(settings) === syncLocation(get().settings);
    if (!isSame) {
      this.asked = undefined;
      this.incomplete = undefined;
    }
    set(isSame ? { settings } : { settings, question: undefined });
  }

  /** Starts a sync, unless one is running. Returns whether it completed. Never throws. */
  async start(request: SyncRequest): Promise<boolean> {
    const { set, get } = this.parts;
    const { phase, settings } = get();
    if (phase !== undefined) return false;
    this.asked = undefined;
    this.incomplete = undefined;
    this.pausing = new AbortController();
    if (settings.isPaused) get().change({ isPaused: false });
    set({ phase: "reading", share: undefined, isPausable: false, error: undefined, question: undefined });
    try {
      const { outcome, settings: synced } = await this.runLocked(request, settings, this.pausing.signal);
      return this.conclude(request, outcome, synced);
    } catch (thrown) {
      this.fail(request, thrown);
      return false;
    }
  }

  /**
   * Holds the lock from reading the documents until they and the ledger are written. Otherwise a second tab would mistake
   * the first tab's changes for its own.
   */
  private runLocked(request: SyncRequest, before: SyncSettings, signal: AbortSignal) {
    const { context, run, set, get } = this.parts;
    const onPhase: OnPhase = (reached, share, isPausable = false) => set({ phase: reached, share, isPausable });
    return withTabLock("sync", async () => {
      // Another tab may have paused while this sync waited.
      if (get().settings.isPaused) return { outcome: { kind: "paused" } as const, settings: before };
      await this.restoring;
      // Meanwhile, the user may have chosen another location. A consent or a change is for the one before.
      const settings = isPlain(request) ? get().settings : before;
      return { outcome: await syncOnce({ settings, request, run, context, onPhase, signal }), settings };
    });
  }

  /** Takes the outcome of a sync into the state. Returns whether the sync completed. */
  private conclude(request: SyncRequest, outcome: SyncOutcome, settings: SyncSettings): boolean {
    const { set } = this.parts;
    if (outcome.kind === "paused") {
      set({ phase: undefined });
      return false;
    }
    if (outcome.kind === "asks" || outcome.kind === "doubts") {
      this.asked = request;
      set({ phase: undefined, question: outcome });
      return false;
    }
    this.onSynced(outcome, settings);
    set({ phase: undefined });
    return true;
  }

  private fail(request: SyncRequest, thrown: unknown): void {
    const { set, get } = this.parts;
    const error = toAppError(thrown);
    const { problem, print } = error.details;
    // The settings offer to enter the passphrase, also if another device has turned encryption on.
    const needsKey = problem === "needs-passphrase" || problem === "needs-setup";
    if (needsKey) get().change({ isEncrypted: true, encryptedLocation: "" });
    if (problem === "incomplete") this.incomplete = { ...request, repairs: String(print) };
    set({ phase: undefined, error });
  }

  /** Notes a sync that has completed. */
  onSynced(outcome: SyncOutcome, settings: SyncSettings): void {
    const { context, set, get } = this.parts;
    const { provider: lastProvider } = settings;
    const current = get().settings;
    set({ error: undefined });
    // Meanwhile, another tab may have joined another location, of which this sync says nothing.
    if (syncLocation(current) !== syncLocation(settings)) return;
    const { formerSync: _left, ...known } = { ...current, ...encryptionAfter(outcome, settings) };
    this.replace({ ...known, lastSyncTime: context.env.now(), lastProvider });
  }

  /** Continues the sync that has asked the open question. */
  answer(consent: Partial<SyncRequest>): Promise<boolean> {
    return this.start({ isAgreed: false, ...this.asked, ...consent });
  }

  /** Forgets the sync that has asked the open question. */
  dropQuestion(): void {
    this.asked = undefined;
  }

  /** Syncs again after lost objects were found. */
  async repair(): Promise<boolean> {
    return this.incomplete ? this.start(this.incomplete) : false;
  }

  /** Pauses the sync that runs. */
  pause(): void {
    this.pausing.abort();
  }
}

/** Whether a sync has no part of the user that belongs to one location. */
function isPlain({ isAgreed, accepted, repairs, sealing }: SyncRequest): boolean {
  return !isAgreed && (accepted ?? repairs ?? sealing) === undefined;
}

/** Returns the settings of the encryption after a sync. */
function encryptionAfter(outcome: SyncOutcome, settings: SyncSettings): Partial<SyncSettings> {
  const isEncrypted = outcome.kind === "synced" && outcome.isEncrypted;
  return { isEncrypted, encryptedLocation: isEncrypted ? syncLocation(settings) : "" };
}
