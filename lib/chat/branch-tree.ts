import { type Branches, chatStart, inOrderOfWriting, type Placed } from "@/lib/chat/versions";

/** A branch of a chat: messages in a row that end with a message that none follows. Each message is in one branch. */
export interface Branch {
  /** The last message. */
  readonly leafId: string;
  /** The first message: where the branch forks off, or the chat's first one. */
  readonly firstId: string;
  /** The first of the messages at the end that only this branch's path has. */
  readonly ownId: string;
  readonly name: string | undefined;
  /** The model of its first reply. */
  readonly model: string | undefined;
  /** Number of messages. */
  readonly count: number;
  /** Position of its first message in the chat, from 1. */
  readonly position: number;
  /** The number of forks between the chat's first branch and this one, plus 1. */
  readonly level: number;
  /** The index of the branch that it forks off from; undefined for a branch that starts the chat. */
  readonly parent: number | undefined;
  /** Whether its path is the visible one. */
  readonly isShown: boolean;
}

/** The messages of a chat with their parents. */
export interface MessageTree<M extends Placed = Placed> {
  readonly byId: ReadonlyMap<string, M>;
  /** The message that each message follows; `chatStart` for those that start the chat. */
  readonly parents: ReadonlyMap<string, string>;
  /** The messages that follow each message, in order of writing. */
  readonly followers: ReadonlyMap<string, readonly M[]>;
  /** All messages, each after its parent. */
  readonly order: readonly M[];
}

/**
 * Reads the tree of a chat's messages. A message whose parent is missing starts the chat; so does the first message of
 * a cycle. Both occur in damaged data only.
 */
export function readTree<M extends Placed>({ shown, hiddenVersions }: Branches<M>): MessageTree<M> {
  const byId = new Map<string, M>();
  for (const message of shown) byId.set(message.id, message);
  for (const message of hiddenVersions) byId.set(message.id, message);
  const parents = new Map<string, string>();
  for (const { id, parentId = chatStart } of hiddenVersions) parents.set(id, byId.has(parentId) ? parentId : chatStart);
  for (const [index, { id }] of shown.entries()) parents.set(id, shown[index - 1]?.id ?? chatStart);
  const followers = followersBy(parents, byId);
  const order = below(followers.get(chatStart) ?? [], followers);
  if (order.length === byId.size) return { byId, parents, followers, order };
  breakCycles(parents, followers, byId, order);
  const tree = followersBy(parents, byId);
  return { byId, parents, followers: tree, order: below(tree.get(chatStart) ?? [], tree) };
}

/** Groups messages by their parent, each group in order of writing. */
function followersBy<M extends Placed>(
  parents: ReadonlyMap<string, string>,
  byId: ReadonlyMap<string, M>,
): ReadonlyMap<string, readonly M[]> {
  const groups = new Map<string, M[]>();
  for (const [id, message] of byId) {
    const parentId = parents.get(id) ?? chatStart;
    const group = groups.get(parentId);
    if (group) group.push(message);
    else groups.set(parentId, [message]);
  }
  // Most messages have one follower, which needs no sorting.
  for (const [parentId, group] of groups) if (group.length > 1) groups.set(parentId, inOrderOfWriting(group));
  return groups;
}

/** Returns messages and all that follow them, each after its parent. */
function below<M extends Placed>(messages: readonly M[], followers: MessageTree<M>["followers"]): M[] {
  const order = [...messages];
  // The list grows while it is read.
  for (const { id } of order) for (const follower of followers.get(id) ?? []) order.push(follower);
  return order;
}

/** Makes the first message of each cycle start the chat. `reached` are the messages that are in no cycle. */
function breakCycles<M extends Placed>(
  parents: Map<string, string>,
  followers: MessageTree<M>["followers"],
  byId: ReadonlyMap<string, M>,
  reached: readonly M[],
): void {
  const visited = new Set(reached.map(({ id }) => id));
  for (const first of inOrderOfWriting([...byId.values()].filter(({ id }) => !visited.has(id)))) {
    if (visited.has(first.id)) continue;
    parents.set(first.id, chatStart);
    const pending = [first];
    for (let message = pending.pop(); message; message = pending.pop()) {
      if (visited.has(message.id)) continue;
      visited.add(message.id);
      for (const follower of followers.get(message.id) ?? []) pending.push(follower);
    }
  }
}

/** Returns the path from the start of the chat to a message; empty for an unknown message. */
export function pathTo<M extends Placed>({ byId, parents }: MessageTree<M>, id: string): M[] {
  const path: M[] = [];
  for (let message = byId.get(id); message; message = byId.get(parents.get(message.id) ?? chatStart)) {
    path.push(message);
  }
  return path.reverse();
}

/**
 * Returns the branches of a chat, each before those that fork off from it.
 *
 * At a fork, the branch continues with the message that most messages follow; of several, the one that was written
 * first. So a branch keeps its place when another one is shown, and the levels are few: each halves the messages.
 */
export function branchesIn<M extends Placed>({ shown, hiddenVersions }: Branches<M>): readonly Branch[] {
  const tree = readTree({ shown, hiddenVersions });
  const shownLeaf = shown.at(-1)?.id;
  const weights = weigh(tree);
  const branches: Branch[] = [];
  const starts = tree.followers.get(chatStart) ?? [];
  const pending: Start<M>[] = starts.map((first) => ({ first, position: 1, level: 1, parent: undefined })).reverse();
  for (let start = pending.pop(); start; start = pending.pop()) {
    const { messages, forks } = follow(start, tree, weights);
    const index = branches.length;
    branches.push({ ...factsOf(start, messages, forks), isShown: messages.at(-1)?.id === shownLeaf });
    const { level, position } = start;
    for (const { after, others } of forks.toReversed()) {
      for (const first of others.toReversed()) {
        pending.push({ first, position: position + after, level: level + 1, parent: index });
      }
    }
  }
  return branches;
}

/** The first message of a branch that is still to be followed. */
interface Start<M extends Placed> extends Pick<Branch, "position" | "level" | "parent"> {
  readonly first: M;
}

/** A fork of a branch: the number of its messages above the fork, and the first messages of the other branches. */
interface Fork<M extends Placed> {
  readonly after: number;
  readonly others: readonly M[];
}

/** Returns the messages of a branch and its forks. */
function follow<M extends Placed>(
  { first }: Start<M>,
  { followers }: MessageTree<M>,
  weights: ReadonlyMap<string, number>,
): { messages: M[]; forks: Fork<M>[] } {
  const messages: M[] = [];
  const forks: Fork<M>[] = [];
  for (let message: M | undefined = first; message; ) {
    messages.push(message);
    const next: readonly M[] = followers.get(message.id) ?? [];
    const heaviest: M | undefined = next.length < 2 ? next[0] : heaviestOf(next, weights);
    if (next.length > 1) forks.push({ after: messages.length, others: next.filter((each) => each !== heaviest) });
    message = heaviest;
  }
  return { messages, forks };
}

function factsOf<M extends Placed>(
  { first, position, level, parent }: Start<M>,
  messages: readonly M[],
  forks: readonly Fork<M>[],
): Omit<Branch, "isShown"> {
  return {
    leafId: messages.at(-1)?.id ?? first.id,
    firstId: first.id,
    ownId: messages[forks.at(-1)?.after ?? 0]?.id ?? first.id,
    name: messages.findLast(({ branchName }) => branchName)?.branchName,
    model: messages.find(({ role, model }) => role === "assistant" && model)?.model,
    count: messages.length,
    position,
    level,
    parent,
  };
}

/** Returns the number of messages in the subtree of each message. */
function weigh<M extends Placed>({ parents, order }: MessageTree<M>): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (let index = order.length - 1; index >= 0; index--) {
    const id = order[index]?.id ?? chatStart;
    const weight = (weights.get(id) ?? 0) + 1;
    const parentId = parents.get(id) ?? chatStart;
    weights.set(id, weight);
    weights.set(parentId, (weights.get(parentId) ?? 0) + weight);
  }
  return weights;
}

function heaviestOf<M extends Placed>(messages: readonly M[], weights: ReadonlyMap<string, number>): M | undefined {
  const weightOf = (message: M | undefined) => (message && weights.get(message.id)) ?? 0;
  return messages.reduce<M | undefined>(
    (heaviest, each) => (weightOf(each) > weightOf(heaviest) ? each : heaviest),
    undefined,
  );
}
