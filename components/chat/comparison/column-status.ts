import type { Message } from "@/lib/chat/message";

/** The state of one reply in a comparison. */
export type ColumnStatus = "waiting" | "writing" | "finished" | "stopped" | "failed";

/** Returns the state of a reply. */
export function columnStatus(message: Message): ColumnStatus {
  if (message.streaming) return message.content.length === 0 && !message.reasoning ? "waiting" : "writing";
  if (message.isError || message.error) return "failed";
  return message.stopped ? "stopped" : "finished";
}

/** Whether a reply in this state is still growing. */
export function isGrowing(status: ColumnStatus): boolean {
  return status === "waiting" || status === "writing";
}

/** Returns the indexes of the replies that have ended between two times. */
export function endedSince(before: readonly ColumnStatus[], now: readonly ColumnStatus[]): readonly number[] {
  return now.flatMap((status, index) => {
    const former = before[index];
    return former !== undefined && isGrowing(former) && !isGrowing(status) ? [index] : [];
  });
}
