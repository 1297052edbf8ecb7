import type { Message } from "@/lib/chat/message";

/** A message of a chat with its place on the path that is shown. */
export type Placed = Message & { readonly seq: number };

/**
 * The messages of a chat as the tree that they are: one path is shown, in order, and beside it stand asides, which are
 * other versions of a message and what followed them. A shown message follows the one before it; an aside follows its
 * `parentId`, and opens the chat where it has none.
 */
export interface Branches<M extends Placed = Placed> {
  readonly shown: readonly M[];
  readonly asides: readonly M[];
}

/** Stands for the parent of what opens a chat. */
export const chatStart = "";

/** Answers the ids of asides by the message that they follow, each list in the order in which they were written. */
export function asidesByParent(asides: readonly Message[]): Record<string, readonly string[]> {
  const byParent = new Map<string, string[]>();
  for (const { id, parentId = chatStart } of inOrderOfWriting(asides)) {
    byParent.set(parentId, [...(byParent.get(parentId) ?? []), id]);
  }
  return Object.fromEntries(byParent);
}

/** Sorts versions by when they were written; of two of one moment the id decides, alike on every device. */
export function inOrderOfWriting<M extends Message>(messages: readonly M[]): M[] {
  return messages.toSorted((one, other) => one.date - other.date || (one.id < other.id ? -1 : 1));
}

/**
 * Shows another version in the place of a shown message and answers the messages that change by it.
 *
 * What followed the version comes with it, and what followed the shown one goes with that. An answer that nothing
 * follows yet changes places alone: the conversation under it goes on from either.
 */
export function showVersion<M extends Placed>({ shown, asides }: Branches<M>, fromId: string, toId: string): M[] {
  const index = shown.findIndex(({ id }) => id === fromId);
  const from = shown[index];
  const to = asides.find(({ id }) => id === toId);
  if (!from || !to) return [];
  const parentId = shown[index - 1]?.id;
  const follow = descendantsOf(to, asides);
  if (follow.length === 0 && to.role === "assistant") {
    return [putAside(from, parentId), ...inPlace([to], [from.seq]), ...inherit(asides, from.id, to.id)];
  }
  const tail = shown.slice(index + 1);
  const places = [from.seq, ...placesBehind([...shown, ...asides], follow.length)];
  return [...putAllAside([from, ...tail], parentId), ...inPlace([to, ...follow], places)];
}

/** Puts a shown message and all that follows it aside, so that another version can take their place. */
export function branchOff<M extends Placed>({ shown }: Pick<Branches<M>, "shown">, id: string): M[] {
  const index = shown.findIndex((message) => message.id === id);
  return index < 0 ? [] : putAllAside(shown.slice(index), shown[index - 1]?.id);
}

/** Puts one shown message aside for its heir, which takes its place; what follows stays where it is. */
export function stepAside<M extends Placed>({ shown, asides }: Branches<M>, id: string, heirId: string): M[] {
  const index = shown.findIndex((message) => message.id === id);
  const message = shown[index];
  return message ? [putAside(message, shown[index - 1]?.id), ...inherit(asides, id, heirId)] : [];
}

/** Other versions of what follows go with what follows. */
function inherit<M extends Placed>(asides: readonly M[], fromId: string, toId: string): M[] {
  return asides.filter(({ parentId }) => parentId === fromId).map((aside) => putAside(aside, toId));
}

/**
 * Answers what changes beside the removal when shown messages are removed: their asides hold on to what stays above.
 */
export function keepAsides<M extends Placed>({ shown, asides }: Branches<M>, removed: ReadonlySet<string>): M[] {
  const stays = ({ id }: M) => !removed.has(id);
  return followAsides(
    { shown, asides: asides.filter(stays) },
    shown.filter(stays).map(({ id }) => id),
  );
}

/**
 * Answers what changes beside the removal when a single shown message is removed. Another version of it shows in its
 * place, unless that would take what follows off the screen; what hung on it holds on to what stays above.
 */
export function keepVersions<M extends Placed>(branches: Branches<M>, id: string): M[] {
  const { shown, asides } = branches;
  const index = shown.findIndex((message) => message.id === id);
  const removed = shown[index];
  if (!removed) return [];
  const parentId = shown[index - 1]?.id;
  const versions = inOrderOfWriting(
    asides.filter((aside) => (aside.parentId ?? chatStart) === (parentId ?? chatStart)),
  );
  const successor = versions.findLast(({ role }) => role === removed.role);
  const changed = successor ? showVersion(branches, id, successor.id) : [];
  const tail = new Set(shown.slice(index + 1).map((message) => message.id));
  if (!successor || changed.some((message) => tail.has(message.id))) return keepAsides(branches, new Set([id]));
  const changedIds = new Set(changed.map((message) => message.id));
  const orphans = asides.filter((aside) => aside.parentId === id && !changedIds.has(aside.id));
  return [...changed.filter((message) => message.id !== id), ...orphans.map((aside) => putAside(aside, parentId))];
}

/**
 * Answers which asides change when the shown messages become those with the given ids, in their order: a version goes
 * with the message that it is one of; where that is gone, it holds on to what stays above.
 */
export function followAsides<M extends Placed>({ shown, asides }: Branches<M>, ids: readonly string[]): M[] {
  const above = new Map(ids.map((id, index) => [id, ids[index - 1] ?? chatStart]));
  /** The parent of versions, by their parent so far. */
  const parents = new Map<string, string>();
  let kept = chatStart;
  for (const [index, id] of [chatStart, ...shown.map((message) => message.id)].entries()) {
    if (above.has(id)) kept = id;
    parents.set(id, above.get(shown[index]?.id ?? chatStart) ?? kept);
  }
  return asides.flatMap((aside) => {
    const { parentId = chatStart } = aside;
    const parent = parents.get(parentId) ?? parentId;
    return parent === parentId ? [] : [putAside(aside, parent || undefined)];
  });
}

/** Answers what follows an aside: of several versions the one that was written last. */
function descendantsOf<M extends Placed>(aside: M, asides: readonly M[]): M[] {
  const path: M[] = [];
  for (let last = aside; ; ) {
    const next = inOrderOfWriting(asides.filter(({ parentId }) => parentId === last.id)).at(-1);
    // Damaged data may bite its own tail.
    if (!next || next === aside || path.includes(next)) return path;
    path.push(next);
    last = next;
  }
}

function putAllAside<M extends Placed>(messages: readonly M[], parentId: string | undefined): M[] {
  return messages.map((message, index) => putAside(message, index === 0 ? parentId : messages[index - 1]?.id));
}

function putAside<M extends Placed>({ parentId: _former, ...message }: M, parentId: string | undefined): M {
  return { ...message, isAside: true, ...(parentId === undefined ? {} : { parentId }) } as M;
}

function inPlace<M extends Placed>(messages: readonly M[], places: readonly number[]): M[] {
  return messages.map(({ parentId: _former, isAside: _was, ...message }, index) => {
    return { ...message, seq: places[index] ?? message.seq } as M;
  });
}

/** Places behind all that are taken. */
function placesBehind(taken: readonly Placed[], count: number): number[] {
  const last = taken.reduce((highest, { seq }) => Math.max(highest, seq), 0);
  return Array.from({ length: count }, (_, index) => last + 1 + index);
}
