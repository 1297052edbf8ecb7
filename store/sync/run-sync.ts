import { AppError } from "@/lib/errors";
import {
  type OnPhase,
  pauseMessage,
  type SyncAnswer,
  type SyncOrder,
  type SyncOutcome,
} from "@/store/sync/sync-messages";

/** Runs one sync in a worker. Rejects with an AppError. */
export type RunSync = (order: SyncOrder, onPhase: OnPhase, signal?: AbortSignal) => Promise<SyncOutcome>;

/** Runs one order of a sync outside of the page's thread, if possible. Rejects with an AppError. */
export const runInBackground: RunSync = process.env.BUILD_APP ? inPage : inWorker;

/** Runs a sync in the page: in the desktop app, a worker cannot reach the shell, which sends the calls. */
async function inPage(order: SyncOrder, onPhase: OnPhase, signal?: AbortSignal): Promise<SyncOutcome> {
  const { runOrder } = await import("@/store/sync/run-order");
  return runOrder(order, onPhase, signal);
}

async function inWorker(order: SyncOrder, onPhase: OnPhase, signal?: AbortSignal): Promise<SyncOutcome> {
  const worker = new Worker(new URL("./sync-worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<SyncAnswer>) => {
        if (data.type === "phase") onPhase(...data.phase);
        else if (data.type === "done") resolve(data.outcome);
        else reject(new AppError(data.code, data.details));
      };
      // Fires if the worker's script cannot be loaded, or if the worker runs out of memory.
      worker.onerror = ({ message }) => reject(new AppError("unexpected", { message }));
      worker.postMessage(order);
      signal?.addEventListener("abort", () => worker.postMessage(pauseMessage));
    });
  } finally {
    worker.terminate();
  }
}
