import { AppError, type ErrorCode, toAppError } from "@/lib/errors";

/** The message a worker sends when its task has ended. Other messages are ignored, such as those about progress. */
type Outcome<Result> =
  | { readonly type: "done"; readonly answer: Result }
  | {
      readonly type: "failed";
      readonly code: ErrorCode;
      readonly details: Readonly<Record<string, string | number>>;
    };

/** Runs one task in a worker, then terminates it. Rethrows the AppError that the task throws. */
export async function runInWorker<Task, Result>(worker: Worker, task: Task): Promise<Result> {
  try {
    return await outcomeOf(worker, task);
  } finally {
    worker.terminate();
  }
}

/**
 * Returns a function that runs tasks one after another in the same worker. The worker ends after a failed task, and after
 * `idleMs` without a task, in milliseconds.
 */
export function createReusableWorker<Task, Result>(
  create: () => Worker,
  idleMs: number,
): (task: Task) => Promise<Result> {
  let worker: Worker | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function end() {
    worker?.terminate();
    worker = undefined;
  }

  async function run(task: Task): Promise<Result> {
    clearTimeout(idle);
    worker ??= create();
    try {
      return await outcomeOf<Task, Result>(worker, task);
    } catch (thrown) {
      end();
      throw thrown;
    } finally {
      idle = setTimeout(end, idleMs);
    }
  }

  return (task) => {
    const running = last.then(() => run(task));
    last = running.catch(() => {});
    return running;
  };
}

function outcomeOf<Task, Result>(worker: Worker, task: Task): Promise<Result> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Outcome<Result>>) => {
      if (data.type === "done") resolve(data.answer);
      else if (data.type === "failed") reject(new AppError(data.code, data.details));
    };
    // Fires if the worker's script cannot be loaded, or if the worker runs out of memory.
    worker.onerror = ({ message }) => reject(new AppError("unexpected", { message }));
    worker.postMessage(task);
  });
}

/** Runs each task that `runInWorker` posts to this worker, and replies with its outcome. */
export function handleWorkerTask<Task, Result>(run: (task: Task) => Promise<Result>): void {
  function reply(outcome: Outcome<Result>) {
    postMessage(outcome);
  }
  addEventListener("message", ({ data }: MessageEvent<Task>) => {
    run(data).then(
      (answer) => reply({ type: "done", answer }),
      (thrown: unknown) => {
        const { code, details } = toAppError(thrown);
        reply({ type: "failed", code, details });
      },
    );
  });
}
