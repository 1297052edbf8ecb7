import type { Message } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";

/** Indexes among the visible messages that a chat stores: its cleared context and the end of its memory. */
export type Marks = Pick<ChatSession, "clearContextIndex" | "lastSummarizeIndex" | "memoryPrompt">;

type Shown = readonly Pick<Message, "id">[];

/**
 * Returns the changes of a chat's marks when its visible messages change: each mark stays between the same messages.
 *
 * @param isOtherBranch true if missing messages were not deleted but another branch is visible; the memory is then
 *  dropped if it covers questions that are not in that branch
 */
export function marksAfter(
  session: Marks,
  before: readonly Pick<Message, "id" | "role">[],
  after: Shown,
  isOtherBranch: boolean,
): Partial<Marks> {
  const { clearContextIndex, lastSummarizeIndex, memoryPrompt } = session;
  // A chat whose messages are only being loaded already has its marks.
  if (before.length === 0) return {};
  const cleared = clearContextIndex === undefined ? undefined : boundaryAfter(before, after, clearContextIndex);
  const shown = new Set(after.map(({ id }) => id));
  const isForgotten =
    isOtherBranch && before.slice(0, lastSummarizeIndex).some(({ id, role }) => role === "user" && !shown.has(id));
  const summarised = isForgotten ? 0 : boundaryAfter(before, after, lastSummarizeIndex);
  return {
    ...(cleared !== clearContextIndex && { clearContextIndex: cleared || undefined }),
    ...(summarised !== lastSummarizeIndex && { lastSummarizeIndex: summarised }),
    ...(isForgotten && memoryPrompt !== "" && { memoryPrompt: "" }),
  };
}

/**
 * Returns the new index of a divider that was at `index` of `before`: the fewest messages change sides. New messages
 * next to the divider are below it.
 */
export function boundaryAfter(before: Shown, after: Shown, index: number): number {
  const above = new Set(before.slice(0, index).map(({ id }) => id));
  const below = new Set(before.slice(index).map(({ id }) => id));
  // Moving the divider down past a message is right if the message was above it and wrong if it was below.
  let gain = 0;
  let best = { gain, index: 0 };
  for (const [place, { id }] of after.entries()) {
    gain += Number(above.has(id)) - Number(below.has(id));
    if (gain > best.gain) best = { gain, index: place + 1 };
  }
  return best.index;
}
