import { pathTo, readTree } from "@/lib/chat/branch-tree";
import { withoutComparison } from "@/lib/chat/comparison";
import { marksAfter } from "@/lib/chat/marks";
import type { ChatSession } from "@/lib/chat/session";
import { type Branches, inPlace, type Placed } from "@/lib/chat/versions";

/**
 * Returns the part of a chat that is one branch: the path to a message, without other versions and without the mark of a comparison. The memory is dropped
 * if it covers questions of another branch.
 */
export function branchPart<M extends Placed>(
  session: ChatSession,
  branches: Branches<M>,
  leafId: string,
): { readonly session: ChatSession; readonly messages: readonly M[] } {
  const path = pathTo(readTree(branches), leafId);
  const messages = inPlace(
    path.map(withoutComparison),
    path.map((_, index) => index + 1),
  );
  return { session: { ...session, ...marksAfter(session, branches.shown, messages, true) } as ChatSession, messages };
}
