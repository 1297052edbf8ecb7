import type { Environment } from "@/lib/environment";

/** Quiet time after a change before it is synced, in milliseconds. */
export const quietMs = 15_000;
/** Delay after the first failure, in milliseconds; it doubles with each further one. */
export const firstRetryDelayMs = 60_000;
/** Maximum delay after a failure, in milliseconds. */
export const maxRetryDelayMs = 3_600_000;

/** Dependencies of automatic sync. */
interface SyncScheduleDeps {
  readonly env: Pick<Environment, "now" | "delay">;
  /** Whether automatic sync is on, and no question is open. */
  isWanted(): boolean;
  /** Whether a sync must wait: for another sync, or for a reply, which would be sent incomplete. */
  isBusy(): boolean;
  /** Syncs. Returns whether it completed. Never throws. */
  sync(): Promise<boolean>;
}

/** The schedule of automatic sync on this device. */
export interface SyncSchedule {
  /** The app was opened, or the user has requested a sync. */
  start(): void;
  /** Data on this device has changed. */
  noteChange(): void;
  /** The tab is being hidden or closed. */
  leave(): void;
}

/**
 * Syncs at startup, a while after the last of several changes, and when the tab is hidden with unsynced changes. Only
 * one sync runs at a time, and failures increase the delay.
 */
export function createSyncSchedule({ env, isWanted, isBusy, sync }: SyncScheduleDeps): SyncSchedule {
  /** True if something has changed since the last sync began. */
  let isDue = false;
  let isRunning = false;
  let failures = 0;
  let restsUntil = 0;
  let waiting = new AbortController();

  function wait(): void {
    waiting.abort();
    const mine = new AbortController();
    waiting = mine;
    const ms = Math.max(quietMs, restsUntil - env.now());
    void env.delay(ms, mine.signal).then(() => (mine.signal.aborted ? undefined : run()));
  }

  async function run(): Promise<void> {
    if (isRunning || !isWanted()) return;
    isDue = true;
    if (isBusy()) return wait();
    waiting.abort();
    isDue = false;
    isRunning = true;
    const isDone = await sync();
    isRunning = false;
    failures = isDone ? 0 : failures + 1;
    restsUntil = isDone ? 0 : env.now() + Math.min(maxRetryDelayMs, firstRetryDelayMs * 2 ** (failures - 1));
    isDue ||= !isDone;
    if (isDue) wait();
  }

  return {
    start: () => void run(),
    noteChange() {
      isDue = true;
      if (!isRunning) wait();
    },
    leave() {
      if (isDue && env.now() >= restsUntil) void run();
    },
  };
}
