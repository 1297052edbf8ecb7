import type { MessageTool } from "@/lib/chat/message";

/** The display state of a call; `stopped` if its reply ended first. */
export type ShownToolState = "writing" | "waiting" | "running" | "done" | "failed" | "stopped";

/** Returns the display state of a call; `isLive`: the reply still grows. */
export function stateOf({ state, result, isError, problem }: MessageTool, isLive: boolean): ShownToolState {
  if (problem === "stopped") return "stopped";
  if (state === "done" || state === "failed") return state;
  if (isLive) return state ?? "writing";
  if (isError) return "failed";
  // Calls of imported chats have no state. Those without a result did not run, like calls that were interrupted here.
  return result === undefined ? "stopped" : "done";
}
