import { McpFailure } from "@/lib/tools/mcp/failure";
import type { McpPeer, McpRequestOptions } from "@/lib/tools/mcp/peer";
import * as z from "@/lib/zod";

/** Maximum duration of a task, in milliseconds; the server may delete it afterwards. */
const maxTaskMs = 3_600_000;

/** Bounds and default of the pause between two requests for the state, in milliseconds. */
const polling = { min: 500, max: 10_000, usual: 1000 };

const taskSchema = z.object({
  taskId: z.string().check(z.minLength(1), z.maxLength(1000)),
  status: z.enum(["working", "input_required", "completed", "failed", "cancelled"]),
  pollInterval: z.catch(z.optional(z.number()), undefined),
  statusMessage: z.catch(z.string(), ""),
});
type Task = z.output<typeof taskSchema>;

const createdSchema = z.object({ task: taskSchema });

/**
 * Calls a tool that runs only as a task: the server responds at once, and the client asks for the state until the task
 * ends. Returns the tool's result. A stopped call cancels the task. Throws McpFailure.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export async function callAsTask(
  peer: McpPeer,
  params: Readonly<Record<string, unknown>>,
  options: McpRequestOptions & { readonly signal: AbortSignal },
): Promise<unknown> {
  const { signal } = options;
  const endsAt = Date.now() + maxTaskMs;
  const created = await peer.request("tools/call", { ...params, task: { ttl: maxTaskMs } }, { signal });
  let task = readTask(createdSchema, created).task;
  try {
    while (task.status === "working" || task.status === "input_required") {
      options.onProgress?.(task.statusMessage);
      if (task.status === "input_required") {
        const result = await resultOrTimeout(peer, task, options);
        if (result) return result.value;
      } else await pause(task, signal);
      if (signal.aborted) throw new McpFailure("stopped");
      if (Date.now() > endsAt) throw new McpFailure("timeout");
      task = readTask(taskSchema, await peer.request("tasks/get", { taskId: task.taskId }, { signal }));
    }
  } catch (thrown) {
    cancel(peer, task);
    throw thrown;
  }
  if (task.status === "completed") return peer.request("tasks/result", { taskId: task.taskId }, options);
  throw new McpFailure("protocol", task.statusMessage || `The task has ${task.status}.`);
}

/**
 * Waits for the result. The server sends its requests to the user meanwhile. Returns undefined if it is silent for long:
 * the task may still run.
 */
async function resultOrTimeout(peer: McpPeer, { taskId }: Task, options: McpRequestOptions) {
  try {
    return { value: await peer.request("tasks/result", { taskId }, options) };
  } catch (thrown) {
    if (thrown instanceof McpFailure && thrown.kind === "timeout") return undefined;
    throw thrown;
  }
}

/** Cancels a task. The call has already failed, so an error is ignored. */
function cancel(peer: McpPeer, { taskId }: Task): void {
  peer.request("tasks/cancel", { taskId }).catch(() => {});
}

function readTask<T>(schema: z.ZodMiniType<T>, result: unknown): T {
  const { success, data } = z.safeParse(schema, result);
  if (!success) throw new McpFailure("protocol", "The server did not return a task.");
  return data;
}

/** Waits until the state may be requested again, or until the signal is aborted. */
function pause({ pollInterval = polling.usual }: Task, signal: AbortSignal): Promise<void> {
  const ms = Math.min(Math.max(pollInterval, polling.min), polling.max);
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
