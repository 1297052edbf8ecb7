import type { Database } from "@/lib/storage/database";
import { allChats, type ReadMarks } from "@/lib/storage/database-records";
import { atOnce } from "@/lib/sync/at-once";
import { cellsOfChats, chatIdOf, groupOfChat } from "@/lib/sync/chat-cells";
import { boundedLedger, type Ledger } from "@/lib/sync/ledger";
import type { LocalState } from "@/lib/sync/local-state";
import { documentShard, isSameEntry, type PageCells, printOfEntry } from "@/lib/sync/object-index";
import { type FoundPage, isSettled, type KnownPage, recalledPage } from "@/lib/sync/object-pages";
import type { Outbox } from "@/lib/sync/outbox";
import { syncError } from "@/lib/sync/remote";
import type { Group, SyncState } from "@/lib/sync/state";
import { cellsOfAllChats, cellsOfDocuments, ledgerOfDocuments } from "@/store/sync/local-cells";
import { type LedgerRow, type ObjectMemory, readChatLedger, readShardRows } from "@/store/sync/object-memory";
import type { ObjectPlace } from "@/store/sync/object-place";
import { requestsAtOnce, type Shards } from "@/store/sync/object-shards";
import type { SyncOrder } from "@/store/sync/sync-messages";

/** Time after which a sync compares all chats again, in milliseconds: marks of changes are only a shortcut. */
const wholeMs = 7 * 86_400_000;

/** Input of a comparison. */
export interface CompareInput {
  readonly order: SyncOrder;
  readonly database: Database;
  readonly now: number;
  readonly withKeys: boolean;
  /** The memory of the last sync; undefined if the location or its key is another. */
  readonly memory: ObjectMemory | undefined;
  readonly outboxes: readonly Outbox[];
  readonly shards: Shards;
  /** Whether all groups are written, because the form or the key changes, or an older root came back. */
  readonly isRewritten: boolean;
}

/** The groups that differ on either side from the last sync. All others are the same on both. */
export interface Comparison {
  readonly names: ReadonlySet<string>;
  /** Their cells here. */
  readonly local: LocalState;
  readonly ledger: Ledger;
  /** Their ledger rows, with the pages at the location. */
  readonly rows: ReadonlyMap<string, LedgerRow>;
  /** All documents here, and their ledger. */
  readonly documents: LocalState;
  readonly documentLedger: Ledger;
  readonly marks: ReadMarks;
  /** Objects of blobs that another device has added since the last sync, also to messages that are here, by id. */
  readonly addedBlobs: ReadonlyMap<string, string>;
  /** Whether all chats were compared. */
  readonly isWhole: boolean;
  /** Whether the ledger is stored as earlier versions did. */
  readonly isFormer: boolean;
}

/** Finds the groups that changed on either side since the last sync, and reads them on this device. */
export async function compareObjects(input: CompareInput): Promise<Comparison> {
  const { order, database, now, withKeys, memory, outboxes, isRewritten } = input;
  const rows = await database.syncRows();
  const marks = await rows.readMarks();
  const documents = cellsOfDocuments(order, withKeys);
  const documentLedger = boundedLedger(ledgerOfDocuments(order, documents, withKeys));
  const isRecent = memory !== undefined && now >= memory.comparedAt && now < memory.comparedAt + wholeMs;
  const isWhole = isRewritten || !isRecent || marks.messageMarks.has(allChats);
  const there = await changedThere(input);
  const names = new Set([...outboxes.flatMap(({ sent }) => [...sent.keys()]), ...there.names]);
  for (const name of changedDocuments(input, documents, documentLedger)) names.add(name);
  const read = isWhole ? await compareAll(input, names) : await compareMarked(input, names, marks);
  const own = new Map([...read.local, ...documents]);
  const ledger = new Map([...boundedLedger(read.rows), ...documentLedger]);
  return {
    names,
    local: only(own, names),
    ledger: only(ledger, names),
    rows: only(read.rows, names),
    documents,
    documentLedger,
    marks,
    addedBlobs: there.blobs,
    isWhole,
    isFormer: read.isFormer,
  };
}

/** Returns the groups that another device has changed since the last sync, and the blobs that it has added. */
async function changedThere({ database, memory, shards }: CompareInput) {
  await shards.load([...shards.changed, documentShard]);
  const former = memory ? await readShardRows(database, shards.changed) : new Map();
  const names = new Set<string>();
  const blobs = new Map<string, string>();
  for (const number of shards.changed) {
    const [before, after] = [former.get(number) ?? new Map(), shards.at(number)];
    for (const name of new Set([...before.keys(), ...after.keys()])) {
      if (!isSameEntry(before.get(name), after.get(name))) names.add(name);
      for (const [id, object] of after.get(name)?.blobs ?? []) {
        if (memory && !before.get(name)?.blobs.has(id)) blobs.set(id, object);
      }
    }
  }
  return { names, blobs };
}

/** Returns the documents that have changed on either side. */
function changedDocuments(
  { order: { documentObjects }, withKeys, memory, shards }: CompareInput,
  documents: LocalState,
  ledger: Ledger,
): string[] {
  const isKnown =
    memory?.withKeys === withKeys &&
    documentObjects?.location === memory.location &&
    documentObjects.keyId === memory.keyId;
  return [...documents].flatMap(([name, here]) => {
    const base = ledger.get(name);
    const entry = shards.entryOf(name);
    const isSame = isKnown && printOf(entry) === (documentObjects.prints[name] ?? "") && (base || !entry);
    return isSame && isSettled(name, { here, base }) ? [] : [name];
  });
}

function printOf(entry: ReturnType<Shards["entryOf"]>): string {
  return entry ? printOfEntry(entry) : "";
}

interface ReadChats {
  readonly local: LocalState;
  readonly rows: ReadonlyMap<string, LedgerRow>;
  readonly isFormer: boolean;
}

/** Compares all chats on this device with the ledger, and adds the changed ones to `names`. */
async function compareAll(
  { database, memory, shards, isRewritten }: CompareInput,
  names: Set<string>,
): Promise<ReadChats> {
  const { rows, isFormer } = await readChatLedger(database);
  const local = await cellsOfAllChats(database, rows);
  const isAll = isRewritten || memory === undefined;
  await shards.loadAll();
  for (const name of new Set([...local.keys(), ...rows.keys()])) {
    if (isAll || !isSettled(name, { here: local.get(name), base: rows.get(name) })) names.add(name);
  }
  // A chat that this version could not read may be readable by now.
  const isOpen = (name: string) => chatIdOf(name) !== undefined && (isAll || !rows.has(name));
  for (const name of shards.names()) if (isRewritten || isOpen(name)) names.add(name);
  return { local, rows, isFormer };
}

/** Reads the chats that were written since the last sync, and those in `names`. */
async function compareMarked({ database }: CompareInput, names: Set<string>, marks: ReadMarks): Promise<ReadChats> {
  for (const id of [...marks.headMarks.keys(), ...marks.messageMarks.keys()]) names.add(groupOfChat(id));
  const { rows, isFormer } = await readChatLedger(database, [...names]);
  const ids = [...names].flatMap((name) => chatIdOf(name) ?? []);
  const { sessions, messages } = await (await database.syncRows()).readChats(ids);
  return { local: cellsOfChats(sessions, messages, rows), rows, isFormer };
}

function only<T>(all: ReadonlyMap<string, T>, names: ReadonlySet<string>): Map<string, T> {
  return new Map([...all].filter(([name]) => names.has(name)));
}

/** Groups at the location, and the pages in which their cells are. */
export interface RemoteGroups {
  readonly state: SyncState;
  readonly pages: ReadonlyMap<string, readonly FoundPage[]>;
}

/**
 * Reads groups at the location.
 *
 * @param isRecalled whether a page may be taken from this device, if it has not changed there since the last sync
 */
export async function readGroups(
  { names, local, rows }: Pick<Comparison, "names" | "local" | "rows">,
  { shards, place, isRecalled }: { readonly shards: Shards; readonly place: ObjectPlace; readonly isRecalled: boolean },
): Promise<RemoteGroups> {
  const pages = new Map<string, FoundPage[]>();
  const state = new Map<string, Group>();
  const wanted = [...names].filter((name) => shards.entryOf(name) !== undefined);
  await atOnce(wanted.length, requestsAtOnce, async (each) => {
    const name = wanted[each] ?? "";
    const entry = shards.entryOf(name);
    if (!entry) return;
    const compared = { here: local.get(name), base: rows.get(name) };
    const found: FoundPage[] = [];
    for (const ref of entry.pages) {
      const known = isRecalled ? compared.base?.pages?.find((page) => isSamePage(page, ref)) : undefined;
      const recalled = known && recalledPage(known.keys, compared);
      const cells = recalled ?? (await place.readPages(ref.object))[ref.index];
      if (!cells && place.isPartial) continue;
      if (!cells) throw syncError("incomplete");
      found.push({ page: { ...ref, keys: [...cells.keys()] }, cells });
    }
    // Nothing is left of a group without its pages.
    if (found.length === 0 && entry.pages.length > 0 && entry.deletedAt === 0) return;
    pages.set(name, found);
    state.set(name, { deletedAt: entry.deletedAt, cells: joined(found) });
  });
  return { state, pages };
}

function isSamePage(one: KnownPage, other: { readonly object: string; readonly index: number }): boolean {
  return one.object === other.object && one.index === other.index;
}

function joined(found: readonly FoundPage[]): PageCells {
  return new Map(found.flatMap(({ cells }) => [...cells]));
}
