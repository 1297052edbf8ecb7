import type { MessageTool } from "@/lib/chat/message";

/** How a call stands on screen: as it is known, or stopped where its reply is over before it was. */
export type ShownToolState = "writing" | "waiting" | "running" | "done" | "failed" | "stopped";

/** Returns how a call of a reply stands; `isLive`: the reply still grows. */
export function stateOf({ state, result, isError, problem }: MessageTool, isLive: boolean): ShownToolState {
  if (problem === "stopped") return "stopped";
  if (state === "done" || state === "failed") return state;
  if (isLive) return state ?? "writing";
  if (isError) return "failed";
  // Calls of taken-over chats carry no state: those without a result were not run, as were those cut off here.
  return result === undefined ? "stopped" : "done";
}
