import type { Environment } from "@/lib/environment";

/** How long a page that is busy is left alone before it is looked at again, in milliseconds. */
export const busyMs = 2000;

/** How long a worker may take for some files, in milliseconds: a browser may have ended it meanwhile. */
const keepMs = 120_000;

/** How long is waited after files could not be kept, in milliseconds. */
const againMs = 10 * 60_000;

interface KeepDependencies extends Pick<Environment, "delay"> {
  /** Whether something goes on in this page that should have the processor and the network for itself. */
  readonly isBusy: () => boolean;
}

/**
 * Lets the worker keep the app, some files at a time, while nothing else goes on in the page: what is under way is ended,
 * and the next is begun when the page has time. A page that goes away meanwhile leaves the rest to the next.
 */
export async function keepApp(
  worker: Pick<ServiceWorker, "postMessage" | "state">,
  { delay, isBusy }: KeepDependencies,
): Promise<void> {
  while (worker.state !== "redundant") {
    while (isBusy()) await delay(busyMs);
    const outcome = await keepSome(worker, delay);
    if (outcome === "whole") return;
    if (outcome !== "more") await delay(againMs);
  }
}

async function keepSome(worker: Pick<ServiceWorker, "postMessage">, delay: Environment["delay"]): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  worker.postMessage("keep", [port2]);
  const waited = new AbortController();
  try {
    return await Promise.race([answer, delay(keepMs, waited.signal)]);
  } finally {
    waited.abort();
    port1.close();
  }
}
