import { readBlend } from "@/lib/chat/blend";
import { pathTo, readTree } from "@/lib/chat/branch-tree";
import { withoutComparison } from "@/lib/chat/comparison";
import { marksAfter } from "@/lib/chat/marks";
import type { ChatSession } from "@/lib/chat/session";
import { type Branches, detach, inPlace, type Placed } from "@/lib/chat/versions";

/**
 * Returns the part of a chat that is one branch: the path to a message, without the mark of a comparison. Of other
 * versions, it has only the sources of blended replies. The memory is dropped if it covers questions of another branch.
 */
export function branchPart<M extends Placed>(
  session: ChatSession,
  branches: Branches<M>,
  leafId: string,
): { readonly session: ChatSession; readonly messages: readonly M[] } {
  const tree = readTree(branches);
  const path = pathTo(tree, leafId);
  const shown = inPlace(
    path.map(withoutComparison),
    path.map((_, index) => index + 1),
  );
  const head = { ...session, ...marksAfter(session, branches.shown, shown, true) } as ChatSession;
  return { session: head, messages: [...shown, ...sourcesOf(shown, tree.followers)] };
}

/** Returns the replies of which the blended ones among the messages were written, as hidden versions. */
function sourcesOf<M extends Placed>(shown: readonly M[], followers: ReadonlyMap<string, readonly M[]>): M[] {
  const shownIds = new Set(shown.map(({ id }) => id));
  return shown.flatMap(({ blend, seq }, index) => {
    const ids = readBlend(blend)?.answers.map(({ id }) => id) ?? [];
    const questionId = shown[index - 1]?.id;
    if (ids.length === 0 || questionId === undefined) return [];
    return (followers.get(questionId) ?? [])
      .filter(({ id }) => ids.includes(id) && !shownIds.has(id))
      .map((source) => ({ ...detach(withoutComparison(source), questionId), seq }));
  });
}
