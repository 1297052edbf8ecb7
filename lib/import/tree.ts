/** A piece of a branching conversation, in the order of the file. */
export interface TreeNode {
  readonly id: string;
  readonly parentId?: string | undefined;
  /** False for what only holds the tree together and becomes no message. */
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
 * Puts a branching conversation in a row: the path to the marked leaf, then everything else, each after its parent.
 *
 * Without a mark the path leads to the newest leaf. Circles and missing parents, as hostile files have them, end a path.
 */
export function unfoldTree<T extends TreeNode>(nodes: readonly T[], leafId?: string): Unfolded<T>[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parentOf = (node: T) => (node.parentId === undefined ? undefined : byId.get(node.parentId));
  const marked = leafId === undefined ? undefined : byId.get(leafId);
  const leaf = marked && unplacedAbove(marked, parentOf, new Set()).some(({ speaks }) => speaks) ? marked : undefined;
  const placed = new Set<T>();
  /** The nearest message at or above a node that has been placed. */
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

/** Chains the nodes of a conversation that does not branch, each to the one before it. */
export function chained<T extends TreeNode>(nodes: readonly T[]): T[] {
  return nodes.map((node, place) => ({ ...node, parentId: nodes[place - 1]?.id }));
}

/** Returns a node and those above it that have no place yet, the uppermost first. */
function unplacedAbove<T extends TreeNode>(last: T, parentOf: (node: T) => T | undefined, placed: ReadonlySet<T>): T[] {
  const chain = new Set<T>();
  for (let node: T | undefined = last; node && !placed.has(node) && !chain.has(node); node = parentOf(node)) {
    chain.add(node);
  }
  return [...chain].reverse();
}

/** Returns the newest message that no other one follows; of a circle, the last one. */
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
