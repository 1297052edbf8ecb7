import { runInWorker } from "@/store/base/run-in-worker";

/** Time after which a file is given up, in milliseconds. */
const maxReadMs = 120_000;

interface RunOptions<Result> {
  readonly signal: AbortSignal;
  /** The result of a task that takes longer than two minutes. */
  readonly onTimeout: Result;
}

/** Runs one task in a worker until it ends, the time is over, or the signal aborts, which returns undefined. */
export async function runCancellable<Task, Result>(
  worker: Worker,
  task: Task,
  { signal, onTimeout }: RunOptions<Result>,
): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = new AbortController();
  const end = new Promise<Result | undefined>((resolve) => {
    timer = setTimeout(() => resolve(onTimeout), maxReadMs);
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { signal: stop.signal });
  });
  try {
    return await Promise.race([runInWorker<Task, Result>(worker, task), end]);
  } finally {
    clearTimeout(timer);
    stop.abort();
    worker.terminate();
  }
}
