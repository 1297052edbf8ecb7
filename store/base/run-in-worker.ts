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
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Outcome<Result>>) => {
        if (data.type === "done") resolve(data.answer);
        else if (data.type === "failed") reject(new AppError(data.code, data.details));
      };
      // Fires if the worker's script cannot be loaded, or if the worker runs out of memory.
      worker.onerror = ({ message }) => reject(new AppError("unexpected", { message }));
      worker.postMessage(task);
    });
  } finally {
    worker.terminate();
  }
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
