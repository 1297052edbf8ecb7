import { isShown, type MessageRecord } from "@/lib/storage/catalogue";
import type { SyncedChanges } from "@/lib/storage/database-records";
import { cellOfMessageId, chatIdOf, chatOf, headFieldOf, messageIdOf, type SyncedChat } from "@/lib/sync/chat-cells";
import { documentKeyOf } from "@/lib/sync/document-cells";
import { isSameValue } from "@/lib/sync/fingerprint";
import { type Ledger, ledgerOf } from "@/lib/sync/ledger";
import type { LocalCell, LocalState } from "@/lib/sync/local-state";
import { changesIn, ledgerWithArrived, type Outbox, withNextOutbox } from "@/lib/sync/outbox";
import { placeOf, placesAmong } from "@/lib/sync/place";
import type { RemoteFile } from "@/lib/sync/remote-file";
import { stampLocal } from "@/lib/sync/stamp";
import { type Cell, type Group, isAlive, mergeStates, type SyncState, withoutDead } from "@/lib/sync/state";

/** Input of a sync. */
export interface SyncStart {
  readonly local: LocalState;
  readonly ledger: Ledger;
  /** The stored outboxes, the oldest first. */
  readonly outboxes: readonly Outbox[];
  readonly remote: Pick<RemoteFile, "state" | "writes">;
  readonly now: number;
  /** Whether another device has repaired the remote since the last sync. */
  readonly isRepaired?: boolean | undefined;
  /** Id of this write. */
  readonly writeId: string;
}

/** The changes that a sync would make on both sides. */
export interface SyncPlan {
  readonly merged: SyncState;
  /** Names of the groups that the remote does not have in this state. */
  readonly newThere: readonly string[];
  /** The outboxes to store before the merged state is sent. */
  readonly outboxes: readonly Outbox[];
  readonly changes: SyncedChanges;
  /** Cells of documents that change here, by storage key. */
  readonly documents: ReadonlyMap<string, ReadonlyMap<string, Cell>>;
  readonly ledger: Ledger;
  /** Number of chats that would be deleted here, and the total. */
  readonly goesHere: Loss;
  readonly goesThere: Loss;
}

export interface Loss {
  readonly count: number;
  readonly of: number;
}

/** Plans a sync: merges the states of both sides and returns what each side lacks. */
export function planSync(start: SyncStart): SyncPlan {
  const { local: found, ledger: remembered, outboxes, remote, now, writeId, isRepaired } = start;
  const ledger = ledgerWithArrived(remembered, outboxes, remote.writes);
  const local = withFreePlaces(found, ledger, remote.state);
  const stamped = stampLocal({ local, ledger, remote: remote.state, now, isRepaired });
  const merged = withoutDead(mergeStates(stamped, remote.state));
  const chats = new Map(
    [...merged].flatMap(([name, group]): [string, SyncedChat][] => {
      const chat = chatOf(name, group);
      return chat ? [[name, chat]] : [];
    }),
  );
  return {
    merged,
    newThere: [...merged].flatMap(([name, group]) => (isNew(group, remote.state.get(name)) ? [name] : [])),
    outboxes: withNextOutbox(outboxes, remote.writes, {
      id: writeId,
      sent: changesIn({ stamped, merged, local, ledger }),
    }),
    changes: changesOfChats(merged, found, chats, now),
    documents: changesOfDocuments(merged, found),
    ledger: ledgerOf(remembering(merged, found, chats), ledger),
    goesHere: lossIn(chatNames(found.keys()), merged),
    goesThere: lossIn(
      [...remote.state].flatMap(([name, group]) => (chatIdOf(name) !== undefined && isAlive(group) ? [name] : [])),
      merged,
    ),
  };
}

/** Number of deleted chats from which a loss can count as great. */
const minLargeLoss = 3;

/** Whether so many chats would be deleted that the user must confirm (docs/security.md#i87). */
export function isLargeLoss({ count, of }: Loss): boolean {
  return count >= minLargeLoss && count > of / 2;
}

function lossIn(names: readonly string[], merged: SyncState): Loss {
  const gone = names.filter((name) => {
    const group = merged.get(name);
    return group && !isAlive(group);
  });
  return { count: gone.length, of: names.length };
}

function chatNames(names: Iterable<string>): string[] {
  return [...names].filter((name) => chatIdOf(name) !== undefined);
}

function isNew(group: Group, there: Group | undefined): boolean {
  if (!there) return group.cells.size > 0 || group.deletedAt > 0;
  if (there.deletedAt !== group.deletedAt) return true;
  for (const [key, cell] of group.cells) {
    const known = there.cells.get(key);
    if (known !== cell && (!known || known.at !== cell.at || !isSameValue(known.value, cell.value))) return true;
  }
  return false;
}

/**
 * Resolves positions of new messages of both sides that would collide, by time; those of the other side do not move.
 */
function withFreePlaces(local: LocalState, ledger: Ledger, remote: SyncState): LocalState {
  const placed = new Map(local);
  for (const [name, cells] of local) {
    const there = remote.get(name);
    if (!there || chatIdOf(name) === undefined) continue;
    const known = ledger.get(name)?.cells;
    const isOwn = (key: string) => !known?.has(key) && !there.cells.has(key);
    const added = [...cells].flatMap(([key, cell]) => {
      const place = isOwn(key) ? placeOf(cell) : undefined;
      return place && cell !== "busy" ? [{ key, cell, ...place }] : [];
    });
    const foreign = [...there.cells].flatMap(([key, { value }]) =>
      messageIdOf(key) === undefined || cells.has(key) ? [] : (placeOf({ value, since: 0 }) ?? []),
    );
    if (added.length === 0 || foreign.length === 0) continue;
    const shared = [...cells].flatMap(([key, cell]) => (isOwn(key) ? [] : (placeOf(cell) ?? [])));
    const standing = [...shared, ...foreign].sort((one, other) => one.seq - other.seq);
    const inOrder = added.toSorted((one, other) => one.seq - other.seq);
    const places = placesAmong(standing, inOrder);
    const moved = new Map(cells);
    for (const [index, { key, cell }] of inOrder.entries()) {
      moved.set(key, { ...cell, value: { ...(cell.value as object), seq: places[index] } });
    }
    placed.set(name, moved);
  }
  return placed;
}

function changesOfChats(
  merged: SyncState,
  local: LocalState,
  chats: ReadonlyMap<string, SyncedChat>,
  now: number,
): SyncedChanges {
  const patchSessions: SyncedChanges["patchSessions"][number][] = [];
  const putMessages: SyncedChanges["putMessages"][number][] = [];
  const deleteMessages: SyncedChanges["deleteMessages"][number][] = [];
  for (const [name, group] of merged) {
    const id = chatIdOf(name);
    if (id === undefined) continue;
    const here = local.get(name);
    const chat = chats.get(name);
    if (!chat) {
      if (here && !isAlive(group)) patchSessions.push({ patch: { id, deletedAt: now }, before: undefined });
      continue;
    }
    const readable = new Set(chat.messages.map(({ id }) => id));
    const head: Record<string, unknown> = {};
    const before: Record<string, unknown> = {};
    let isChanged = false;
    for (const [key, { value }] of group.cells) {
      const stands = here?.get(key);
      const deleted = value === undefined ? messageIdOf(key) : undefined;
      // A chat that comes back from the trash still has the messages that were deleted elsewhere.
      if (!here && deleted !== undefined) deleteMessages.push({ id: deleted, sessionId: id, before: undefined });
      if (stands === "busy" || isSameValue(contentOf(stands), value)) continue;
      const field = headFieldOf(key);
      const messageId = messageIdOf(key);
      if (field !== undefined) {
        head[field] = value ?? null;
        before[field] = contentOf(stands);
      } else if (messageId === undefined) continue;
      else if (value === undefined) deleteMessages.push({ id: messageId, sessionId: id, before: contentOf(stands) });
      else if (readable.has(messageId)) {
        const record = { ...(value as object), sessionId: id } as MessageRecord;
        putMessages.push({ record, before: contentOf(stands) });
      }
      isChanged = true;
    }
    if (!isChanged) continue;
    const messageCount = chat.messages.filter(isShown).length;
    const patch = { id, ...head, messageCount, ...(here ? {} : { deletedAt: null }) };
    patchSessions.push({ patch, before: here && before });
  }
  return { patchSessions, putMessages, deleteMessages };
}

function changesOfDocuments(merged: SyncState, local: LocalState) {
  const documents = new Map<string, ReadonlyMap<string, Cell>>();
  for (const [name, { cells }] of merged) {
    const key = documentKeyOf(name);
    const here = local.get(name);
    if (key === undefined || !here) continue;
    const changed = [...cells].filter(
      ([field, { value }]) => here.get(field) !== "busy" && !isSameValue(contentOf(here.get(field)), value),
    );
    if (changed.length > 0) documents.set(key, new Map(changed));
  }
  return documents;
}

/**
 * Returns the part of the state for the ledger: only what exists here after the sync, because anything else would seem
 * to have been deleted here.
 */
function remembering(merged: SyncState, local: LocalState, chats: ReadonlyMap<string, SyncedChat>): SyncState {
  const remembered = new Map<string, Group>();
  for (const [name, group] of merged) {
    if (chatIdOf(name) === undefined) {
      const here = local.get(name);
      if (here) remembered.set(name, withoutBusy(group, here));
      continue;
    }
    const chat = chats.get(name);
    if (!isAlive(group)) remembered.set(name, group);
    if (!chat) continue;
    const readable = new Set(chat.messages.map(({ id }) => cellOfMessageId(id)));
    const cells = [...group.cells].filter(
      ([key, { value }]) => value === undefined || messageIdOf(key) === undefined || readable.has(key),
    );
    remembered.set(name, { ...group, cells: new Map(cells) });
  }
  return remembered;
}

function withoutBusy(group: Group, here: ReadonlyMap<string, LocalCell>): Group {
  return { ...group, cells: new Map([...group.cells].filter(([key]) => here.get(key) !== "busy")) };
}

function contentOf(cell: ReturnType<ReadonlyMap<string, { value: unknown } | "busy">["get"]>): unknown {
  return cell === "busy" ? undefined : cell?.value;
}
