import type { ToolOutcome } from "@/lib/chat/tool";
import type { AppTask, AppToolEnvironment } from "@/lib/tools/app/app-tool";
import { runInWorker } from "@/store/base/run-in-worker";

/** Time for a worker to load its code, in milliseconds, besides the time of its task. */
const maxLoadMs = 20_000;

/** Runs a task of a tool in a worker of its own and terminates the worker with it. Never throws. */
export const runAppTask: AppToolEnvironment["runTask"] = async (task, { signal, maxMs }) => {
  const worker = new Worker(new URL("./app-task-worker.ts", import.meta.url), { type: "module" });
  let end: (outcome: ToolOutcome) => void = () => undefined;
  const ended = new Promise<ToolOutcome>((resolve) => {
    end = resolve;
  });
  const stop = () => end({ text: "", problem: "stopped" });
  const timer = setTimeout(() => end({ text: "", problem: "timeout" }), maxLoadMs + maxMs);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([runInWorker<AppTask, ToolOutcome>(worker, task), ended]);
  } catch (error) {
    return { text: error instanceof Error ? error.message : "", problem: "failed" };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    worker.terminate();
  }
};
