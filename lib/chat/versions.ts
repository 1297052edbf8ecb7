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

/** Returns the ids of asides by the message that they follow, each list in the order in which they were written. */
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
 * Returns what changes beside the removal when shown messages are removed: their asides hold on to what stays above.
 */
export function keepAsides<M extends Placed>({ shown, asides }: Branches<M>, removed: ReadonlySet<string>): M[] {
  const stays = ({ id }: M) => !removed.has(id);
  return followAsides(
    { shown, asides: asides.filter(stays) },
    shown.filter(stays).map(({ id }) => id),
  );
}

/**
 * Returns what changes beside the removal when a single shown message is removed. Another version of it shows in its
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
 * Returns which asides change when the shown messages become those with the given ids, in their order: a version goes
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

/** Whether what stood in a chat at one time stands there still as it stood, beside what was added or removed. */
export function isSameTree<M extends Placed>(one: Branches<M>, other: Branches<M>): boolean {
  const places = new Map(treeOf(other));
  return treeOf(one).every(([id, place]) => (places.get(id) ?? place) === place);
}

/** Where each message stands: aside of which message, or shown, with no need to say where. */
function treeOf<M extends Placed>({ shown, asides }: Branches<M>): [string, string][] {
  const shownPlaces = shown.map(({ id }): [string, string] => [id, "shown"]);
  return [...shownPlaces, ...asides.map(({ id, parentId = chatStart }): [string, string] => [id, `aside ${parentId}`])];
}

/**
 * Returns what changes when a chat goes back to a tree that it was, with messages that were removed from it since. What
 * was written since and is shown goes aside, as another version of what stood in its place; what else was removed since
 * stays so.
 */
export function goBack<M extends Placed>(now: Branches<M>, before: Branches<M>, removed: readonly M[]): M[] {
  const present = new Map([...now.shown, ...now.asides, ...removed].map((message) => [message.id, message]));
  const known = new Set([...before.shown, ...before.asides].map(({ id }) => id));
  const isThere = (message: M) => present.has(message.id);
  const shown = before.shown.filter(isThere);
  const asides = before.asides.filter(isThere);
  const held = new Map(
    keepAsides({ shown: before.shown, asides }, new Set(ids(before.shown.filter((message) => !isThere(message))))).map(
      (aside) => [aside.id, aside],
    ),
  );
  const above = new Map(shown.map(({ id }, index) => [id, shown[index - 1]?.id]));
  const added = now.shown.map((message, index) => {
    const parentId = now.shown[index - 1]?.id;
    // A new version of a message goes where that goes.
    const former = now.asides.find(
      (aside) => aside.parentId === parentId && aside.role === message.role && above.has(aside.id),
    );
    return putAside(message, former ? above.get(former.id) : parentId);
  });
  return [
    ...inPlace(
      shown.map((message) => present.get(message.id) ?? message),
      shown.map(({ seq }) => seq),
    ),
    ...asides.map((aside) => putAside(present.get(aside.id) ?? aside, parentOf(held.get(aside.id) ?? aside, present))),
    ...added.filter(({ id }) => !known.has(id)),
  ];
}

/** Returns removed messages as other versions beside what is shown, each of what followed the same message. */
export function backAside<M extends Placed>(now: Branches<M>, before: Branches<M>, removed: readonly M[]): M[] {
  const present = new Set(ids([...now.shown, ...now.asides, ...removed]));
  const path = before.shown.filter(({ id }) => present.has(id));
  return removed.map((message) => putAside(message, path[path.findIndex(({ id }) => id === message.id) - 1]?.id));
}

function parentOf<M extends Placed>({ parentId }: M, present: ReadonlyMap<string, M>): string | undefined {
  return parentId !== undefined && present.has(parentId) ? parentId : undefined;
}

function ids(messages: readonly Placed[]): string[] {
  return messages.map(({ id }) => id);
}

/** Returns what follows an aside: of several versions the one that was written last. */
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
