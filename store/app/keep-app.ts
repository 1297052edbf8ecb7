import type { Environment } from "@/lib/environment";

/** Time between two checks of a busy tab, in milliseconds. */
export const busyPollMs = 2000;

/** Timeout for the worker to cache a batch of files, in milliseconds: the browser may have stopped the worker. */
const batchTimeoutMs = 120_000;

/** Delay after a failed batch, in milliseconds. */
const retryDelayMs = 10 * 60_000;

/** The message that lets the worker cache a batch of files. */
export interface KeepOrder {
  /**
   * `first`: what a chat needs to open offline, and what this tab has loaded. `core`: the settings, too. `all`: every file
   * of the build.
   */
  readonly keep: "first" | "core" | "all";
  /** The URLs of the files that this tab has loaded. */
  readonly loaded: readonly string[];
}

interface KeepDependencies extends Pick<Environment, "delay"> {
  /** Whether this tab does work that should have the processor and the network for itself. */
  readonly isBusy: () => boolean;
  readonly order: () => KeepOrder;
}

/**
 * Lets the worker cache the app's files, one batch at a time, while the tab is otherwise idle. A batch finishes once
 * begun. A tab that closes leaves the rest to the next one.
 */
export async function keepApp(
  worker: Pick<ServiceWorker, "postMessage" | "state">,
  { delay, isBusy, order }: KeepDependencies,
): Promise<void> {
  while (worker.state !== "redundant") {
    while (isBusy()) await delay(busyPollMs);
    const outcome = await keepSome(worker, order(), delay);
    if (outcome === "whole") return;
    if (outcome !== "more") await delay(retryDelayMs);
  }
}

async function keepSome(
  worker: Pick<ServiceWorker, "postMessage">,
  order: KeepOrder,
  delay: Environment["delay"],
): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  worker.postMessage(order, [port2]);
  const waited = new AbortController();
  try {
    return await Promise.race([answer, delay(batchTimeoutMs, waited.signal)]);
  } finally {
    waited.abort();
    port1.close();
  }
}
