import type { Message } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";

/** What a chat remembers by a place among its shown messages: its cleared context, and how far its memory reaches. */
export type Marks = Pick<ChatSession, "clearContextIndex" | "lastSummarizeIndex" | "memoryPrompt">;

type Shown = readonly Pick<Message, "id">[];

/**
 * Returns what changes of a chat's marks when its shown messages become others: each mark stays between the same
 * messages.
 *
 * @param isOtherBranch true: what is gone was not deleted, another branch is shown in its place; a memory of questions
 *   that were not asked there is forgotten
 */
export function marksAfter(
  session: Marks,
  before: readonly Pick<Message, "id" | "role">[],
  after: Shown,
  isOtherBranch: boolean,
): Partial<Marks> {
  const { clearContextIndex, lastSummarizeIndex, memoryPrompt } = session;
  // A chat that is only being filled has its marks already.
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
 * Returns where a divider stands that stood at `index` of `before`: where the fewest messages change sides. What is new
 * beside it stands behind it.
 */
export function boundaryAfter(before: Shown, after: Shown, index: number): number {
  const above = new Set(before.slice(0, index).map(({ id }) => id));
  const below = new Set(before.slice(index).map(({ id }) => id));
  // Moving the divider down over a message puts that one above it: right for one that was above, wrong for one below.
  let gain = 0;
  let best = { gain, index: 0 };
  for (const [place, { id }] of after.entries()) {
    gain += Number(above.has(id)) - Number(below.has(id));
    if (gain > best.gain) best = { gain, index: place + 1 };
  }
  return best.index;
}
