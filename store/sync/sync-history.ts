import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { isRecord } from "@/lib/json";
import { blobIdsOf, type StoredBlob } from "@/lib/storage/blobs";
import { isShown, type MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import type { SessionPatch } from "@/lib/storage/database-records";
import { atOnce } from "@/lib/sync/at-once";
import {
  cellOfMessageId,
  cellsOfChats,
  chatIdOf,
  chatOf,
  groupOfChat,
  messageIdOf,
  type SyncedChat,
} from "@/lib/sync/chat-cells";
import { conflictCopy, textOfCell } from "@/lib/sync/conflicts";
import type { LocalCell } from "@/lib/sync/local-state";
import { emptyIndex, isSameEntry, type ObjectIndex, readIndex } from "@/lib/sync/object-index";
import { type Remote, syncError } from "@/lib/sync/remote";
import type { Group } from "@/lib/sync/state";
import type { ChangedRecords } from "@/store/records/journal";
import { readGroups } from "@/store/sync/object-compare";
import { readChatLedger, readObjectMemory } from "@/store/sync/object-memory";
import { type ObjectPlace, openPlace } from "@/store/sync/object-place";
import { openShards, requestsAtOnce, type Shards } from "@/store/sync/object-shards";
import type { OpenedLocation } from "@/store/sync/opened-location";
import type { ChatChange, HistoryRequest, SyncOutcome } from "@/store/sync/sync-messages";
import type { Sealing } from "@/store/sync/sync-sealing";

/** The tools of the history of a location. */
export interface HistoryTools {
  readonly env: Pick<Environment, "now">;
  readonly database: Database;
  readonly remote: Remote;
  readonly sealing: Sealing;
  /** The id of the last clearing of all data when this began. After another one, nothing is written. */
  readonly clearing: string | undefined;
  onChanged(changed: ChangedRecords): void;
}

/** Lists the daily states of a location, compares one with this device, or restores chats of it. */
export async function runHistory(request: HistoryRequest, tools: HistoryTools): Promise<SyncOutcome> {
  const opened = await tools.sealing.open(await tools.remote.get());
  if (opened.kind === "doubts") throw syncError("doubtful");
  if (!opened.hasObjects) throw syncError("needs-setup");
  const index = readIndex(opened.parsed);
  if (!index) throw syncError("altered");
  if (request.kind === "list") return { kind: "days", days: index.days.toReversed() };
  // Another device may have removed it from the list.
  if (!index.days.some(({ object }) => object === request.day)) throw syncError("changed");
  if (request.kind === "compare")
    return { kind: "compared", chats: await compareDay(request.day, index, opened, tools) };
  const { shards, place } = await openDay(request.day, index, opened, tools);
  const listed = new Set(shards.names());
  const names = request.chats.map(groupOfChat).filter((name) => listed.has(name));
  return { kind: "restored", count: await restore(await readFormer(names, shards, place), tools) };
}

/** A chat that differs between a daily state and this device. */
interface ComparedChat {
  readonly change: ChatChange;
  readonly former: FormerChat;
  /** The messages to write: those that are missing here, and former texts with the present ones as versions. */
  readonly messages: readonly MessageRecord[];
  /** Number of its messages after it is restored. */
  readonly count: number;
  readonly head: Readonly<Record<string, unknown>> | undefined;
  /** Time of the last deletion of the chat, of which this device knows. */
  readonly deletedAt: number;
}

async function openDay(
  day: string,
  index: ObjectIndex,
  { keys, location }: OpenedLocation,
  { database, remote }: HistoryTools,
) {
  const place = openPlace(remote.objects, keys);
  const state = await place.readDay(day);
  const stored = await readObjectMemory(database);
  const memory = stored?.location === location && stored.keyId === keys.reading?.keyId ? stored : undefined;
  const shards = openShards({ ...emptyIndex, shards: state?.shards ?? new Map() }, { database, place, memory });
  // Only a device that knows all deletions restores chats and messages with later times.
  const isSynced = memory && [...index.shards].every(([number, { object }]) => memory.shards.get(number) === object);
  if (!isSynced) throw syncError("unsynced");
  const present = openShards(index, { database, place, memory });
  await shards.loadAll();
  return { place, shards, present };
}

/** Returns the chats that differ between a daily state and this device. */
async function compareDay(
  day: string,
  index: ObjectIndex,
  opened: OpenedLocation,
  tools: HistoryTools,
): Promise<readonly ChatChange[]> {
  const { database } = tools;
  const { place, shards, present } = await openDay(day, index, opened, tools);
  await present.loadAll();
  const here = await readHere(database);
  const marks = await (await database.syncRows()).readMarks();
  const isMarked = (id: string) => marks.headMarks.has(id) || marks.messageMarks.has(id);
  const names = shards.names().filter((name) => {
    const id = chatIdOf(name);
    if (id === undefined || shards.entryOf(name)?.pages.length === 0) return false;
    return !isSameEntry(shards.entryOf(name), present.entryOf(name)) || !here.visible.has(id) || isMarked(id);
  });
  const { compared } = await compareHere(await readFormer(names, shards, place), database);
  const listed = new Set(shards.names().filter((name) => shards.entryOf(name)?.pages.length !== 0));
  const added = [...here.visible].filter((id) => !listed.has(groupOfChat(id)));
  return [...compared.map(({ change }) => change), ...added.flatMap((id) => addedLater(here.heads.get(id)))];
}

/** Reads chats of a daily state. */
async function readFormer(
  names: readonly string[],
  shards: Shards,
  place: ObjectPlace,
): Promise<ReadonlyMap<string, FormerChat>> {
  const none = { names: new Set(names), local: new Map(), rows: new Map() };
  const groups = await readGroups(none, { shards, place, isRecalled: false });
  return new Map(
    names.flatMap((name): [string, FormerChat][] => {
      const group = groups.state.get(name);
      const chat = group && chatOf(name, group);
      return chat ? [[name, { ...chat, group, readBlob: blobReader(name, shards, place) }]] : [];
    }),
  );
}

/** Compares chats of a daily state with their current rows on this device, which it returns, too. */
async function compareHere(former: ReadonlyMap<string, FormerChat>, database: Database) {
  const { rows } = await readChatLedger(database, [...former.keys()]);
  const { sessions, messages } = await (await database.syncRows()).readChats(
    [...former.values()].map(({ session }) => session.id),
  );
  const heads = new Map(sessions.flatMap((row) => (isRecord(row) ? [[row.id, row] as const] : [])));
  const local = cellsHere(sessions, messages);
  const compared = [...former].flatMap(([name, chat]) => {
    const cells = local.get(name) ?? new Map();
    const known = { cells, head: heads.get(chat.session.id), deletedAt: rows.get(name)?.deletedAt ?? 0 };
    return compareChat(chat, known);
  });
  const stored = compared.map(({ change: { id } }) => ({
    id,
    session: heads.get(id),
    messages: messages.filter((row) => isRecord(row) && row.sessionId === id),
  }));
  return { compared, stored };
}

/** A chat in a daily state, with its cells as they are stored there. */
interface FormerChat extends SyncedChat {
  readonly group: Group;
  /** Reads an image that it shows. */
  readonly readBlob: (id: string) => Promise<StoredBlob | undefined>;
}

function blobReader(name: string, shards: Shards, place: ObjectPlace) {
  return async (id: string) => {
    const object = shards.entryOf(name)?.blobs.get(id);
    return object === undefined ? undefined : place.readBlob(object, id).catch(withoutLost);
  };
}

/** A lost image does not prevent that its chat is restored. */
function withoutLost(thrown: unknown): undefined {
  if (!(thrown instanceof AppError && thrown.details.problem === "incomplete")) throw thrown;
}

/** Reads the heads of all chats on this device. */
async function readHere(database: Database) {
  const heads = new Map<string, Readonly<Record<string, unknown>>>();
  const visible = new Set<string>();
  for await (const part of database.readRows("sessions")) {
    for (const row of part as readonly unknown[]) {
      if (!isRecord(row) || typeof row.id !== "string") continue;
      heads.set(row.id, row);
      // A chat without messages is not synced.
      if (row.deletedAt === undefined && row.messageCount !== 0) visible.add(row.id);
    }
  }
  return { heads, visible };
}

/** Returns chats of this device as cells, also those in the trash. */
function cellsHere(sessions: readonly unknown[], messages: readonly unknown[]) {
  const heads = sessions.map((row) => (isRecord(row) ? { ...row, deletedAt: undefined } : row));
  return cellsOfChats(heads, messages, { has: () => true });
}

function addedLater(head: Readonly<Record<string, unknown>> | undefined): ChatChange[] {
  if (!head) return [];
  const topic = String(head.topic ?? "");
  return [{ id: String(head.id), topic, kind: "later", messages: 0, later: Number(head.messageCount ?? 0) }];
}

interface KnownChat {
  readonly cells: ReadonlyMap<string, LocalCell>;
  readonly head: Readonly<Record<string, unknown>> | undefined;
  readonly deletedAt: number;
}

/** Compares a chat of a daily state with this device. Empty if nothing would change. */
function compareChat(former: FormerChat, { cells, head, deletedAt }: KnownChat): ComparedChat[] {
  const isGone = !head || head.deletedAt !== undefined;
  const messages: MessageRecord[] = [];
  let changed = 0;
  for (const record of former.messages) {
    const written = writesOf(record, former.group, cells);
    if (written.length > 0 && isShown(record)) changed += 1;
    messages.push(...written);
  }
  if (!isGone && messages.length === 0 && head.topic === former.session.topic) return [];
  const shown = former.messages.filter(isShown);
  const formerKeys = new Set(former.messages.map(({ id }) => cellOfMessageId(id)));
  const here = [...cells].filter(isShownCell);
  const change: ChatChange = {
    ...{ id: former.session.id, topic: former.session.topic, kind: isGone ? "missing" : "changed" },
    ...{ messages: isGone ? shown.length : changed, later: here.filter(([key]) => !formerKeys.has(key)).length },
  };
  const count = here.length + shown.filter(({ id }) => !cells.has(cellOfMessageId(id))).length;
  return [{ change, former, messages: withFreePlaces(messages, cells), count, head, deletedAt }];
}

function isShownCell([key, cell]: [string, LocalCell]): boolean {
  if (messageIdOf(key) === undefined) return false;
  return cell === "busy" || (isRecord(cell.value) && cell.value.isAside !== true);
}

/** Returns the records that restore a message. The present text stays as another version. */
function writesOf(record: MessageRecord, group: Group, cells: ReadonlyMap<string, LocalCell>): MessageRecord[] {
  const key = cellOfMessageId(record.id);
  const cell = cells.get(key);
  if (cell === "busy") return [];
  if (!cell) return [record];
  const value = group.cells.get(key)?.value;
  // A message that only has another position, such as another version of an answer, is here.
  if (textOfCell(cell.value) === textOfCell(value)) return [];
  const copy = conflictCopy(key, { at: 1, value }, { at: 0, value: cell.value }, cells);
  const version = copy && ({ ...(copy.cell.value as object), sessionId: record.sessionId } as MessageRecord);
  const { seq, isAside, parentId, ...content } = record;
  // The present position, because later messages depend on it.
  const place = isRecord(cell.value) ? positionIn(cell.value) : {};
  return [{ ...content, seq, ...place }, ...(version ? [version] : [])];
}

function positionIn({ seq, isAside, parentId }: Readonly<Record<string, unknown>>): Partial<MessageRecord> {
  const known = Object.entries({ seq, isAside, parentId }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known);
}

/** Moves returning messages before present ones with the same position. */
function withFreePlaces(
  records: readonly MessageRecord[],
  cells: ReadonlyMap<string, LocalCell>,
): readonly MessageRecord[] {
  const taken = new Set<number>();
  for (const entry of cells) {
    const [, cell] = entry;
    if (cell !== "busy" && isShownCell(entry) && isRecord(cell.value)) taken.add(Number(cell.value.seq));
  }
  return records.map((record) => {
    if (!isShown(record) || cells.has(cellOfMessageId(record.id)) || !taken.has(record.seq)) return record;
    const before = Math.max(record.seq - 1, ...[...taken].filter((seq) => seq < record.seq));
    const seq = (before + record.seq) / 2;
    taken.add(seq);
    return { ...record, seq };
  });
}

/** Maximum number of attempts to restore chats that are written at the same time. */
const attempts = 10;

/**
 * Restores chats as a change of this device, which the next sync sends. Later messages and chats remain. Everything is
 * read from the location first: what is written depends on the rows of this device at that moment. Returns the number
 * of chats that were restored.
 */
async function restore(former: ReadonlyMap<string, FormerChat>, tools: HistoryTools): Promise<number> {
  const { database, clearing, onChanged } = tools;
  const blobs = new Map<string, StoredBlob | undefined>();
  for (let attempt = 1; ; ) {
    const { compared, stored } = await compareHere(former, database);
    const missing = await missingBlobs(compared, database);
    const unread = missing.filter(([id]) => !blobs.has(id));
    if (unread.length > 0) {
      await atOnce(unread.length, requestsAtOnce, async (each) => {
        const [id, chat] = unread[each] ?? [];
        if (id !== undefined) blobs.set(id, await chat?.readBlob(id));
      });
      continue;
    }
    const written = missing.flatMap(([id]) => blobs.get(id) ?? []);
    const records = { ...recordsOf(compared, tools), blobs: written };
    try {
      await database.putAll(records, { chats: stored, clearing });
    } catch (thrown) {
      const isOvertaken = thrown instanceof AppError && thrown.details.problem === "changed";
      if (!isOvertaken) throw thrown;
      if (attempt++ === attempts) throw syncError("unsynced");
      continue;
    }
    onChanged({
      sessions: compared.map(({ change }) => change.id),
      messages: records.messages.map(({ id, sessionId }) => ({ id, sessionId })),
      removed: [],
    });
    return compared.length;
  }
}

/** Returns the records that restore chats. */
function recordsOf(compared: readonly ComparedChat[], { env }: HistoryTools) {
  const sessions: SyncedChat["session"][] = [];
  const patchSessions: SessionPatch[] = [];
  for (const { former, head, count, deletedAt } of compared) {
    const { id, topic, mask } = former.session;
    // A chat that returns must be newer than its deletion.
    const returned = { lastUpdate: Math.max(env.now(), deletedAt + 1), messageCount: count };
    if (!head) sessions.push({ ...former.session, ...returned });
    else if (head.deletedAt === undefined) patchSessions.push({ id, topic, messageCount: count });
    else patchSessions.push({ id, topic, mask, deletedAt: null, ...returned });
  }
  return { sessions, patchSessions, messages: compared.flatMap(({ messages }) => [...messages]) };
}

/** Returns the images of returning messages that this device lacks, each with its chat. */
async function missingBlobs(compared: readonly ComparedChat[], database: Database): Promise<[string, FormerChat][]> {
  const wanted = new Map<string, FormerChat>();
  for (const { messages, former } of compared) {
    for (const record of messages) for (const id of blobIdsOf(record)) wanted.set(id, former);
  }
  if (wanted.size === 0) return [];
  for (const { id } of await database.readBlobFacts()) wanted.delete(id);
  return [...wanted];
}
