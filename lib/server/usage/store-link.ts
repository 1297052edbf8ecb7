import type { Environment } from "@/lib/environment";
import type { UsageStore } from "@/lib/server/usage/usage-store";

/** The way to the store, which may be slow or unreachable. */
export interface StoreLink {
  /** Returns the store, which is opened on first use. */
  store(): Promise<UsageStore>;
  /** Waits for the store, but not long: rejects when the patience is used up. */
  inTime<T>(work: () => Promise<T>, options?: WaitOptions<T>): Promise<T>;
  /** Sends a record until the store has it, with growing pauses. Resolves soon, even if the store does not accept it. */
  recordSoon(work: (store: UsageStore) => Promise<void>): Promise<void>;
  /** Counts a failure of the store, and logs it at most once a minute. */
  logFailure(thrown: unknown): void;
}

/** The time for which a caller still waits for the store, in all its steps together. */
export interface Patience {
  leftMs: number;
}

interface WaitOptions<T> {
  /** Default: a new one. */
  readonly patience?: Patience;
  /** Gets a result that comes later. */
  readonly onLate?: (result: T) => void;
}

interface LinkParts {
  open(): Promise<UsageStore>;
  readonly env: Pick<Environment, "now" | "delay">;
  log(line: string): void;
  /** Counts a failure. */
  onFailure?(): void;
}

/** Maximum time that a caller waits for the store, in milliseconds. */
const maxWaitMs = 200;

/** Creates the patience of a caller. */
export function createPatience(leftMs = maxWaitMs): Patience {
  return { leftMs };
}

/**
 * Parts of that time, in milliseconds. A process that was busy runs its timers before it reads replies that have arrived, so it
 * must get the chance to read between the parts.
 */
const partMs = 25;

/** Minimum time between two log lines about failures, in milliseconds. */
const logMs = 60_000;

/** Waiting times before a record is sent again, in milliseconds. */
const retryMs: readonly number[] = [500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 120_000, 300_000];

/** Maximum number of records that wait to be sent again. */
const maxUnsent = 2000;

/** Creates the function that waits for a store, but not long. */
export function createInTime(env: Pick<Environment, "delay">): StoreLink["inTime"] {
  return (work, { patience = createPatience(), onLate } = {}) =>
    new Promise((resolve, reject) => {
      let isOver = false;
      let isLate = false;
      void waitInParts();
      work().then(
        (value) => {
          isOver = true;
          if (isLate) onLate?.(value);
          resolve(value);
        },
        (thrown: unknown) => {
          isOver = true;
          reject(thrown);
        },
      );

      async function waitInParts(): Promise<void> {
        // The last part is always waited for: a store that has been quick so far may reply in it.
        do {
          // A part is not cancelled: a signal for each call would cost more than a timer that has no effect.
          await env.delay(partMs);
          if (isOver) return;
          patience.leftMs -= partMs;
        } while (patience.leftMs > 0);
        isLate = true;
        reject(new Error("timeout"));
      }
    });
}

/** Creates the way to a store. */
export function createStoreLink({ open, env, log, onFailure }: LinkParts): StoreLink {
  const inTime = createInTime(env);
  let opened: Promise<UsageStore> | undefined;
  let unsent = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function store(): Promise<UsageStore> {
    opened ??= open().catch((thrown: unknown) => {
      opened = undefined;
      throw thrown;
    });
    return opened;
  }

  function logFailure(thrown: unknown): void {
    onFailure?.();
    if (env.now() - loggedAt < logMs) return;
    loggedAt = env.now();
    log(`Usage: the store failed (${failureName(thrown)}).`);
  }

  /** Sends a record until the store has it, with growing pauses. */
  async function record(work: (store: UsageStore) => Promise<void>): Promise<void> {
    let isWaiting = false;
    try {
      for (const pause of [0, ...retryMs]) {
        if (pause > 0) await env.delay(pause);
        try {
          return await work(await store());
        } catch (thrown) {
          logFailure(thrown);
        }
        if (!isWaiting && unsent >= maxUnsent) break;
        if (!isWaiting) unsent++;
        isWaiting = true;
      }
      log("Usage: the record of a call was lost, because the store did not accept it.");
    } finally {
      if (isWaiting) unsent--;
    }
  }

  async function recordSoon(work: (store: UsageStore) => Promise<void>): Promise<void> {
    await inTime(() => record(work)).catch(() => undefined);
  }

  return { store, inTime, recordSoon, logFailure };
}

/** Returns the name of a failure. Its message may contain an address or a code. */
function failureName(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  return /^[A-Z]{3,20}\b|not a count|timeout/.exec(thrown.message)?.[0] ?? thrown.name;
}
