import type { Message } from "@/lib/chat/message";

/** A message of a chat with its position on the visible path. */
export type Placed = Message & { readonly seq: number };

/**
 * The messages of a chat as a tree. One path is visible, in order; hidden messages are other versions of a message and
 * the messages that followed them. A visible message follows the one before it. A hidden message follows its
 * `parentId`, or starts the chat if it has none.
 */
export interface Branches<M extends Placed = Placed> {
  readonly shown: readonly M[];
  readonly hiddenVersions: readonly M[];
}

/** Key for the parent of messages that start a chat. */
export const chatStart = "";

/** Returns the ids of hidden messages by the message that they follow, each list in order of writing. */
export function hiddenVersionsByParent(hiddenVersions: readonly Message[]): Record<string, readonly string[]> {
  const byParent = new Map<string, string[]>();
  for (const { id, parentId = chatStart } of inOrderOfWriting(hiddenVersions)) {
    byParent.set(parentId, [...(byParent.get(parentId) ?? []), id]);
  }
  return Object.fromEntries(byParent);
}

/** Sorts versions by time of writing; equal times by id, so that all devices agree. */
export function inOrderOfWriting<M extends Message>(messages: readonly M[]): M[] {
  return messages.toSorted((one, other) => one.date - other.date || (one.id < other.id ? -1 : 1));
}

/**
 * Shows another version in place of a visible message and returns the changed messages.
 *
 * The messages that followed the version become visible with it, and those after the replaced message are hidden with
 * it. An answer that no message follows only swaps places: the conversation below continues from either.
 */
export function showVersion<M extends Placed>(
  { shown, hiddenVersions }: Branches<M>,
  fromId: string,
  toId: string,
): M[] {
  const index = shown.findIndex(({ id }) => id === fromId);
  const from = shown[index];
  const to = hiddenVersions.find(({ id }) => id === toId);
  if (!from || !to) return [];
  const parentId = shown[index - 1]?.id;
  const follow = descendantsOf(to, hiddenVersions);
  if (follow.length === 0 && to.role === "assistant") {
    return [detach(from, parentId), ...inPlace([to], [from.seq]), ...inherit(hiddenVersions, from.id, to.id)];
  }
  const tail = shown.slice(index + 1);
  const places = [from.seq, ...positionsAfter([...shown, ...hiddenVersions], follow.length)];
  return [...detachAll([from, ...tail], parentId), ...inPlace([to, ...follow], places)];
}

/** Hides a visible message and all that follow it, so that another version can take their place. */
export function branchOff<M extends Placed>({ shown }: Pick<Branches<M>, "shown">, id: string): M[] {
  const index = shown.findIndex((message) => message.id === id);
  return index < 0 ? [] : detachAll(shown.slice(index), shown[index - 1]?.id);
}

/**
 * Hides one visible message and gives its hidden versions of later messages to its replacement. Later messages stay.
 */
export function hideVersion<M extends Placed>(
  { shown, hiddenVersions }: Branches<M>,
  id: string,
  replacementId: string,
): M[] {
  const index = shown.findIndex((message) => message.id === id);
  const message = shown[index];
  return message ? [detach(message, shown[index - 1]?.id), ...inherit(hiddenVersions, id, replacementId)] : [];
}

/** Re-parents the hidden messages that follow a message. */
function inherit<M extends Placed>(hiddenVersions: readonly M[], fromId: string, toId: string): M[] {
  return hiddenVersions.filter(({ parentId }) => parentId === fromId).map((hidden) => detach(hidden, toId));
}

/**
 * Returns the further changes when visible messages are removed: their hidden versions are re-parented to the nearest
 * remaining message.
 */
export function reparentHidden<M extends Placed>(
  { shown, hiddenVersions }: Branches<M>,
  removed: ReadonlySet<string>,
): M[] {
  const stays = ({ id }: M) => !removed.has(id);
  return moveHidden(
    { shown, hiddenVersions: hiddenVersions.filter(stays) },
    shown.filter(stays).map(({ id }) => id),
  );
}

/**
 * Returns the further changes when one visible message is removed. Another version becomes visible in its place, unless
 * that would hide the messages after it. Hidden messages that followed it are re-parented to the nearest remaining
 * message.
 */
export function replaceRemoved<M extends Placed>(branches: Branches<M>, id: string): M[] {
  const { shown, hiddenVersions } = branches;
  const index = shown.findIndex((message) => message.id === id);
  const removed = shown[index];
  if (!removed) return [];
  const parentId = shown[index - 1]?.id;
  const versions = inOrderOfWriting(
    hiddenVersions.filter((hidden) => (hidden.parentId ?? chatStart) === (parentId ?? chatStart)),
  );
  const successor = versions.findLast(({ role }) => role === removed.role);
  const changed = successor ? showVersion(branches, id, successor.id) : [];
  const tail = new Set(shown.slice(index + 1).map((message) => message.id));
  if (!successor || changed.some((message) => tail.has(message.id))) return reparentHidden(branches, new Set([id]));
  const changedIds = new Set(changed.map((message) => message.id));
  const orphans = hiddenVersions.filter((hidden) => hidden.parentId === id && !changedIds.has(hidden.id));
  return [...changed.filter((message) => message.id !== id), ...orphans.map((hidden) => detach(hidden, parentId))];
}

/**
 * Returns the hidden messages that change when the visible messages become those with the given ids, in their order. A
 * version stays with its message; if that is removed, it is re-parented to the nearest remaining message.
 */
export function moveHidden<M extends Placed>({ shown, hiddenVersions }: Branches<M>, ids: readonly string[]): M[] {
  const above = new Map(ids.map((id, index) => [id, ids[index - 1] ?? chatStart]));
  /** New parent of versions, by their current parent. */
  const parents = new Map<string, string>();
  let kept = chatStart;
  for (const [index, id] of [chatStart, ...shown.map((message) => message.id)].entries()) {
    if (above.has(id)) kept = id;
    parents.set(id, above.get(shown[index]?.id ?? chatStart) ?? kept);
  }
  return hiddenVersions.flatMap((hidden) => {
    const { parentId = chatStart } = hidden;
    const parent = parents.get(parentId) ?? parentId;
    return parent === parentId ? [] : [detach(hidden, parent || undefined)];
  });
}

/**
 * Whether all messages of one tree that still exist have the same place in another. Added and removed messages are
 * ignored.
 */
export function isSameTree<M extends Placed>(one: Branches<M>, other: Branches<M>): boolean {
  const places = new Map(treeOf(other));
  return treeOf(one).every(([id, place]) => (places.get(id) ?? place) === place);
}

/** Returns the place of each message: hidden after which message, or visible. */
function treeOf<M extends Placed>({ shown, hiddenVersions }: Branches<M>): [string, string][] {
  const shownPlaces = shown.map(({ id }): [string, string] => [id, "shown"]);
  return [
    ...shownPlaces,
    ...hiddenVersions.map(({ id, parentId = chatStart }): [string, string] => [id, `hidden ${parentId}`]),
  ];
}

/**
 * Returns the changes that restore an earlier tree of a chat, including messages that were removed since. Messages that
 * were added since and are visible become hidden versions of those in their place; other removed messages stay removed.
 */
export function restoreTree<M extends Placed>(now: Branches<M>, before: Branches<M>, removed: readonly M[]): M[] {
  const present = new Map([...now.shown, ...now.hiddenVersions, ...removed].map((message) => [message.id, message]));
  const known = new Set([...before.shown, ...before.hiddenVersions].map(({ id }) => id));
  const isThere = (message: M) => present.has(message.id);
  const shown = before.shown.filter(isThere);
  const hiddenVersions = before.hiddenVersions.filter(isThere);
  const reparented = new Map(
    reparentHidden(
      { shown: before.shown, hiddenVersions },
      new Set(ids(before.shown.filter((message) => !isThere(message)))),
    ).map((hidden) => [hidden.id, hidden]),
  );
  const above = new Map(shown.map(({ id }, index) => [id, shown[index - 1]?.id]));
  const added = now.shown.map((message, index) => {
    const parentId = now.shown[index - 1]?.id;
    // A new version of a message moves with that message.
    const former = now.hiddenVersions.find(
      (hidden) => hidden.parentId === parentId && hidden.role === message.role && above.has(hidden.id),
    );
    return detach(message, former ? above.get(former.id) : parentId);
  });
  return [
    ...inPlace(
      shown.map((message) => present.get(message.id) ?? message),
      shown.map(({ seq }) => seq),
    ),
    ...hiddenVersions.map((hidden) =>
      detach(present.get(hidden.id) ?? hidden, parentOf(reparented.get(hidden.id) ?? hidden, present)),
    ),
    ...added.filter(({ id }) => !known.has(id)),
  ];
}

/** Returns removed messages as hidden versions, each after the message that it followed. */
export function restoreHidden<M extends Placed>(now: Branches<M>, before: Branches<M>, removed: readonly M[]): M[] {
  const present = new Set(ids([...now.shown, ...now.hiddenVersions, ...removed]));
  const path = before.shown.filter(({ id }) => present.has(id));
  return removed.map((message) => detach(message, path[path.findIndex(({ id }) => id === message.id) - 1]?.id));
}

function parentOf<M extends Placed>({ parentId }: M, present: ReadonlyMap<string, M>): string | undefined {
  return parentId !== undefined && present.has(parentId) ? parentId : undefined;
}

function ids(messages: readonly Placed[]): string[] {
  return messages.map(({ id }) => id);
}

/** Returns the messages after a hidden message; of several versions, the one that was written last. */
function descendantsOf<M extends Placed>(hidden: M, hiddenVersions: readonly M[]): M[] {
  const path: M[] = [];
  for (let last = hidden; ; ) {
    const next = inOrderOfWriting(hiddenVersions.filter(({ parentId }) => parentId === last.id)).at(-1);
    // Damaged data may contain cycles.
    if (!next || next === hidden || path.includes(next)) return path;
    path.push(next);
    last = next;
  }
}

/** Hides messages in a row, the first one after `parentId`. */
export function detachAll<M extends Placed>(messages: readonly M[], parentId: string | undefined): M[] {
  return messages.map((message, index) => detach(message, index === 0 ? parentId : messages[index - 1]?.id));
}

/** Hides a message after `parentId`; without one, at the start of the chat. */
export function detach<M extends Placed>({ parentId: _former, ...message }: M, parentId: string | undefined): M {
  return { ...message, isAside: true, ...(parentId === undefined ? {} : { parentId }) } as M;
}

/** Makes messages visible at positions. */
export function inPlace<M extends Placed>(messages: readonly M[], places: readonly number[]): M[] {
  return messages.map(({ parentId: _former, isAside: _was, ...message }, index) => {
    return { ...message, seq: places[index] ?? message.seq } as M;
  });
}

/** Returns positions after all existing ones. */
export function positionsAfter(taken: readonly Placed[], count: number): number[] {
  const last = taken.reduce((highest, { seq }) => Math.max(highest, seq), 0);
  return Array.from({ length: count }, (_, index) => last + 1 + index);
}
