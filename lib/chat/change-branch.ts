import { type Branch, branchesIn, type MessageTree, pathTo, readTree } from "@/lib/chat/branch-tree";
import { maxBranchNameChars } from "@/lib/chat/message";
import {
  type Branches,
  chatStart,
  detach,
  detachAll,
  inPlace,
  isSameTree,
  type Placed,
  positionsAfter,
} from "@/lib/chat/versions";

/** Changes of a chat's messages. */
export interface BranchChange<M extends Placed> {
  readonly put: readonly M[];
  readonly removed: readonly M[];
}

/** Returns the messages that change when exactly the path to a message becomes visible. */
export function showPathTo<M extends Placed>(branches: Branches<M>, id: string): M[] {
  const { shown, hiddenVersions } = branches;
  const path = pathTo(readTree(branches), id);
  if (path.length === 0) return [];
  const firstOther = path.findIndex((message, index) => message.id !== shown[index]?.id);
  const shared = firstOther < 0 ? path.length : firstOther;
  const added = path.slice(shared);
  return [
    ...detachAll(shown.slice(shared), shown[shared - 1]?.id),
    ...inPlace(added, positionsAfter([...shown, ...hiddenVersions], added.length)),
  ];
}

/** Returns the messages that would be removed with a branch: those at its end that no other branch's path has. */
export function ownMessages<M extends Placed>(branches: Branches<M>, leafId: string): readonly M[] {
  const branch = branchesIn(branches).find((each) => each.leafId === leafId);
  return branch ? ownMessagesOf(readTree(branches), branch) : [];
}

function ownMessagesOf<M extends Placed>(tree: MessageTree<M>, { leafId, ownId }: Branch): readonly M[] {
  const path = pathTo(tree, leafId);
  return path.slice(path.findIndex(({ id }) => id === ownId));
}

/**
 * Returns the changes that delete a branch: its own messages are removed, and other branches stay. If they are visible,
 * the latest other branch of the last fork becomes visible. The only branch of a chat is not deleted.
 */
export function deleteBranch<M extends Placed>(branches: Branches<M>, leafId: string): BranchChange<M> {
  const own = ownMessages(branches, leafId);
  const tree = readTree(branches);
  const forkId = own[0] && (tree.parents.get(own[0].id) ?? chatStart);
  const others = (tree.followers.get(forkId ?? chatStart) ?? []).filter((message) => message !== own[0]);
  const successor = others.at(-1);
  if (!successor) return { put: [], removed: [] };
  const gone = new Set(own.map(({ id }) => id));
  if (!branches.shown.some(({ id }) => gone.has(id))) return { put: [], removed: own };
  const put = showPathTo(branches, latestLeaf(tree, successor).id);
  const changed = new Map(put.map((message) => [message.id, message]));
  return {
    put: put.filter(({ id }) => !gone.has(id)),
    removed: own.map((message) => changed.get(message.id) ?? message),
  };
}

function latestLeaf<M extends Placed>({ followers }: MessageTree<M>, from: M): M {
  let leaf = from;
  for (let next = followers.get(leaf.id)?.at(-1); next; next = followers.get(leaf.id)?.at(-1)) leaf = next;
  return leaf;
}

/**
 * Returns the messages that change when the deletion of a branch is undone. If the visible path is still the one of
 * `after`, all is as in `before`. Otherwise the branch returns as a hidden one.
 *
 * @param removed the removed messages, as hidden ones
 */
export function undoDeletion<M extends Placed>(
  now: Branches<M>,
  {
    before,
    after,
    removed,
  }: { readonly before: Branches<M>; readonly after: Branches<M>; readonly removed: readonly M[] },
): M[] {
  const idsOf = (branches: Branches<M>) => branches.shown.map(({ id }) => id).join("\n");
  const present = new Map([...now.shown, ...now.hiddenVersions].map((message) => [message.id, message]));
  const gone = new Map(removed.map((message) => [message.id, message]));
  if (idsOf(now) === idsOf(after) && isSameTree(after, now)) return restored(before, present, gone);
  const { parents } = readTree(before);
  return removed.map((message) => {
    let parentId = parents.get(message.id);
    while (parentId && !present.has(parentId) && !gone.has(parentId)) parentId = parents.get(parentId);
    return detach(message, parentId || undefined);
  });
}

/** Returns messages at their earlier places, with what has changed of them since. */
function restored<M extends Placed>(
  before: Branches<M>,
  present: ReadonlyMap<string, M>,
  gone: ReadonlyMap<string, M>,
): M[] {
  return [...before.shown, ...before.hiddenVersions].flatMap((former) => {
    const message = present.get(former.id) ?? gone.get(former.id);
    if (!message) return [];
    const isMoved =
      message.isAside !== former.isAside || message.parentId !== former.parentId || message.seq !== former.seq;
    if (!isMoved && !gone.has(former.id)) return [];
    if (!former.isAside) return inPlace([message], [former.seq]);
    return [{ ...detach(message, former.parentId), seq: former.seq }];
  });
}

/**
 * Returns the messages that change when a branch gets a name; an empty one removes the name. The name is stored in the
 * first message that only this branch's path has.
 */
export function renameBranch<M extends Placed>(branches: Branches<M>, leafId: string, name: string): M[] {
  const branch = branchesIn(branches).find((each) => each.leafId === leafId);
  if (!branch) return [];
  const path = pathTo(readTree(branches), leafId);
  const branchName = name.replace(/\s+/g, " ").trim().slice(0, maxBranchNameChars);
  return path.slice(branch.position - 1).flatMap((message) => {
    const wanted = message.id === branch.ownId && branchName !== "" ? branchName : undefined;
    if (message.branchName === wanted) return [];
    const { branchName: _former, ...unnamed } = message;
    return [{ ...unnamed, ...(wanted !== undefined && { branchName: wanted }) } as unknown as M];
  });
}
