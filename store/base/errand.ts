import { AppError, type ErrorCode, toAppError } from "@/lib/errors";

/** What a worker comes back with. */
type Outcome<Answer> =
  | { readonly type: "done"; readonly answer: Answer }
  | {
      readonly type: "failed";
      readonly code: ErrorCode;
      readonly details: Readonly<Record<string, string | number>>;
    };

/** Has a worker do one thing, and ends it. Throws the AppError that was thrown there. */
export async function sendOnErrand<Order, Answer>(worker: Worker, order: Order): Promise<Answer> {
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Outcome<Answer>>) => {
        if (data.type === "done") resolve(data.answer);
        else reject(new AppError(data.code, data.details));
      };
      // Its program could not be loaded, or it has run out of memory.
      worker.onerror = ({ message }) => reject(new AppError("unexpected", { message }));
      worker.postMessage(order);
    });
  } finally {
    worker.terminate();
  }
}

/** In a worker: does the one thing that it is sent for. */
export function goOnErrand<Order, Answer>(run: (order: Order) => Promise<Answer>): void {
  function comeBack(outcome: Outcome<Answer>) {
    postMessage(outcome);
  }
  addEventListener("message", ({ data }: MessageEvent<Order>) => {
    run(data).then(
      (answer) => comeBack({ type: "done", answer }),
      (thrown: unknown) => {
        const { code, details } = toAppError(thrown);
        comeBack({ type: "failed", code, details });
      },
    );
  });
}
