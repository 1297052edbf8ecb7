/** A node of a branching conversation, in the order of the file. */
export interface TreeNode {
  readonly id: string;
  readonly parentId?: string | undefined;
  /** False for a node that only connects others and becomes no message. */
  readonly speaks: boolean;
  readonly date?: number | undefined;
}

/** A node that becomes a message, with the message that it follows. */
export interface Unfolded<T> {
  readonly node: T;
  readonly parentId?: string;
  readonly isAside: boolean;
}

/**
 * Converts a branching conversation to a list: the path to the marked leaf, then all other nodes, each after its
 * parent.
 *
 * Without a mark, the path leads to the newest leaf. Cycles and missing parents, as in malicious files, end a path.
 */
export function unfoldTree<T extends TreeNode>(nodes: readonly T[], leafId?: string): Unfolded<T>[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parentOf = (node: T) => (node.parentId === undefined ? undefined : byId.get(node.parentId));
  const marked = leafId === undefined ? undefined : byId.get(leafId);
  const leaf = marked && unplacedAbove(marked, parentOf, new Set()).some(({ speaks }) => speaks) ? marked : undefined;
  const placed = new Set<T>();
  /** The nearest message at or above each processed node. */
  const speakers = new Map<T, string | undefined>();
  const unfolded: Unfolded<T>[] = [];

  const placeWithAncestors = (last: T, isAside: boolean) => {
    for (const node of unplacedAbove(last, parentOf, placed)) {
      placed.add(node);
      const parent = parentOf(node);
      const parentId = parent === undefined ? undefined : speakers.get(parent);
      speakers.set(node, node.speaks ? node.id : parentId);
      if (node.speaks) unfolded.push({ node, isAside, ...(parentId === undefined ? {} : { parentId }) });
    }
  };

  const last = leaf ?? newestLeaf(nodes, parentOf);
  if (last) placeWithAncestors(last, false);
  for (const node of nodes) placeWithAncestors(node, true);
  return unfolded;
}

/** Chains the nodes of a conversation without branches, each to the previous one. */
export function chained<T extends TreeNode>(nodes: readonly T[]): T[] {
  return nodes.map((node, place) => ({ ...node, parentId: nodes[place - 1]?.id }));
}

/** Returns a node and its unprocessed ancestors, the topmost first. */
function unplacedAbove<T extends TreeNode>(last: T, parentOf: (node: T) => T | undefined, placed: ReadonlySet<T>): T[] {
  const chain = new Set<T>();
  for (let node: T | undefined = last; node && !placed.has(node) && !chain.has(node); node = parentOf(node)) {
    chain.add(node);
  }
  return [...chain].reverse();
}

/** Returns the newest message that no other one follows; in a cycle, the last one. */
function newestLeaf<T extends TreeNode>(nodes: readonly T[], parentOf: (node: T) => T | undefined): T | undefined {
  const speakers = nodes.filter(({ speaks }) => speaks);
  const followed = new Set<T>();
  for (const speaker of speakers) {
    for (let node = parentOf(speaker); node && !followed.has(node); node = parentOf(node)) followed.add(node);
  }
  const leaves = speakers.filter((speaker) => !followed.has(speaker));
  const [first, ...others] = leaves.length > 0 ? leaves : speakers.slice(-1);
  let newest = first;
  for (const leaf of others) if ((leaf.date ?? 0) >= (newest?.date ?? 0)) newest = leaf;
  return newest;
}
