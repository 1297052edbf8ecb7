import type { Environment } from "@/lib/environment";

/** How long nothing must have changed before what changed is synced, in milliseconds. */
export const quietMs = 15_000;
/** How long the first failure is left alone, in milliseconds; each further one twice as long as the one before. */
export const restMs = 60_000;
/** The longest rest after a failure, in milliseconds. */
export const longestRestMs = 3_600_000;

/** What automatic syncing knows of the app, and what it may do. */
interface SyncScheduleDeps {
  readonly env: Pick<Environment, "now" | "delay">;
  /** Whether the user wants it, and is not being asked anything. */
  isWanted(): boolean;
  /** Whether it has to wait: for a sync that is under way, or for a reply, which would be sent half. */
  isBusy(): boolean;
  /** Syncs; returns whether it came to its end. Never throws. */
  sync(): Promise<boolean>;
}

/** When this device syncs by itself. */
export interface SyncSchedule {
  /** The app has been opened, or the user has just asked for it. */
  start(): void;
  /** Something has changed here. */
  noteChange(): void;
  /** The page is being left. */
  leave(): void;
}

/**
 * Syncs at the start, a while after the last of several changes, and when the page is left with changes; one at a time,
 * and after failures ever more seldom.
 */
export function createSyncSchedule({ env, isWanted, isBusy, sync }: SyncScheduleDeps): SyncSchedule {
  /** True: something has changed since the last sync began. */
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
    restsUntil = isDone ? 0 : env.now() + Math.min(longestRestMs, restMs * 2 ** (failures - 1));
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
