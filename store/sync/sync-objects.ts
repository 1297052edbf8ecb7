import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { blobIdsOf, type StoredBlob } from "@/lib/storage/blobs";
import type { Database } from "@/lib/storage/database";
import { atOnce } from "@/lib/sync/at-once";
import { chatIdOf, groupOfChat } from "@/lib/sync/chat-cells";
import {
  emptyIndex,
  type ObjectIndex,
  objectsIn,
  printOfEntry,
  readIndex,
  shardOf,
  writeIndex,
} from "@/lib/sync/object-index";
import { hasUnknown, type KnownPage } from "@/lib/sync/object-pages";
import { type Outbox, readOutboxes } from "@/lib/sync/outbox";
import { isLargeLoss, type Loss, planSync, type SyncPlan } from "@/lib/sync/plan";
import { isConditional, type Remote, type RemoteText, syncError } from "@/lib/sync/remote";
import { emptyFile, type RemoteFile } from "@/lib/sync/remote-file";
import type { SyncState } from "@/lib/sync/state";
import { type Comparison, compareObjects, type RemoteGroups, readGroups } from "@/store/sync/object-compare";
import { heldByDays, heldSince, type PlannedDays, planDays } from "@/store/sync/object-days";
import { type ObjectMemory, parts, readObjectMemory, rowOf } from "@/store/sync/object-memory";
import { type ObjectPlace, openPlace } from "@/store/sync/object-place";
import { openShards, requestsAtOnce, type Shards } from "@/store/sync/object-shards";
import { readUploads, type Uploads } from "@/store/sync/object-uploads";
import { blobsOf, planWrite, type WriteInput, type WrittenObjects, writeObjects } from "@/store/sync/object-write";
import type { OpenedLocation } from "@/store/sync/opened-location";
import type { OnPhase, SyncOrder, SyncOutcome } from "@/store/sync/sync-messages";
import { pausable } from "@/store/sync/sync-pause";

/** One attempt to sync with an encrypted location. */
export interface ObjectSync {
  readonly order: SyncOrder;
  readonly env: Pick<Environment, "now" | "newId">;
  readonly database: Database;
  readonly remote: Remote;
  readonly kept: RemoteText;
  readonly opened: OpenedLocation;
  /** The content of a location that has no objects yet. */
  readonly former: RemoteFile | undefined;
  /** State of the attempts of one sync. */
  readonly attempts: ObjectAttempts;
  readonly signal: AbortSignal | undefined;
  readonly onPhase: OnPhase;
  onPlan(plan: SyncPlan): void;
}

/** Objects that earlier attempts of the same sync have sent. */
export interface ObjectAttempts {
  uploads?: Uploads;
  /** The key of the uploads. */
  keyId?: string;
}

/** Number of new objects from which an empty location gets a root first, so that an interrupted sync can go on. */
const manyObjects = 32;
/** Number of objects that are removed together, at least and at most. */
const removals = { least: 8, most: 96 } as const;
/** Time until an unneeded object is removed, in milliseconds: others may still read it. */
const retireMs = { conditional: 3_600_000, otherwise: 86_400_000 } as const;

/** Syncs with an encrypted location: only what changed on one side since the last sync is read and written. */
export async function syncObjects(sync: ObjectSync): Promise<SyncOutcome> {
  const { order, env, database, opened, former, onPhase } = sync;
  const outboxes = readOutboxes(await database.readSyncMemory(parts.outbox));
  const start = await openIndex(sync);
  const { memory, shards, isRewritten } = start;
  onPhase("merging", undefined, start.isPausable);
  const withKeys = order.settings.withKeys;
  const now = env.now();
  const compared = await compareObjects({ order, database, now, withKeys, memory, outboxes, shards, isRewritten });
  const state = withFormer(compared, former);
  const writeId = env.newId();
  const { plan, groups } = await planObjects(sync, { ...start, compared: state, outboxes, writeId, now });
  const losses = lossesOf(plan, start, state.names);
  if (!order.isAgreed && (isLargeLoss(losses.goesHere) || isLargeLoss(losses.goesThere))) {
    return { kind: "asks", ...losses };
  }
  const names = isRewritten ? [...plan.merged.keys()] : await namesToWrite(sync, start, plan);
  const mustWrite = names.length > 0 || isRewritten || opened.mustWrite || sync.kept.isUnclean === true;
  const written = mustWrite ? await writeAll(sync, { ...start, plan, groups, names, writeId, now }) : undefined;
  await fetchBlobs(sync, start, { plan, added: state.addedBlobs });
  if (written) await written.send();
  onPhase("writing");
  const done: Finished = { ...start, compared: state, plan, groups, written, now, withKeys };
  if (written || !isIdle(done, outboxes)) {
    const memoryParts = { ...memoryAfter(done), ...(await opened.memory()) };
    await database.applySynced(plan.changes, [], memoryParts, compared.marks);
  }
  sync.onPlan(plan);
  return outcomeOf(done);
}

interface Start {
  readonly index: ObjectIndex;
  readonly memory: ObjectMemory | undefined;
  readonly place: ObjectPlace;
  readonly shards: Shards;
  readonly isRewritten: boolean;
  /** Whether another device has repaired the location since the last sync. */
  readonly isRepaired: boolean;
  /** Whether a sync that is paused here can go on after a reload. */
  readonly isPausable: boolean;
  readonly keyId: string;
  readonly location: string;
}

/** Reads the index of the location, and the memory of this device if it belongs to it. */
async function openIndex({ order, opened, database, remote, signal }: ObjectSync): Promise<Start> {
  const { keys, hasObjects, location, parsed, gaps } = opened;
  const keyId = keys.writing?.keyId ?? "";
  const index = hasObjects ? readIndex(parsed) : emptyIndex;
  if (!index) throw syncError("altered");
  const stored = await readObjectMemory(database);
  const isKnown = hasObjects && stored?.location === location && stored.keyId === keys.reading?.keyId;
  const memory = isKnown ? stored : undefined;
  // A new key is stored on this device only once the root with it was sent.
  const isPausable = hasObjects && keys.reading?.keyId === keyId && isContinued(order);
  const place = openPlace(isPausable ? pausable(remote.objects, signal) : remote.objects, keys, gaps);
  const shards = openShards(index, { database, place, memory });
  // If objects may be missing, also some of those that need not be read may be.
  const isRewritten = !hasObjects || place.isPartial || keys.reading?.keyId !== keyId;
  const isRepaired = stored?.location === location && stored.repair !== index.repair;
  return { index, memory, place, shards, isRewritten, isRepaired, isPausable, keyId, location };
}

/**
 * Whether a later sync without a request continues this one. A set-up is continued once its key is stored. A new
 * passphrase and an accepted key are stored only at the end.
 */
function isContinued({ sealing, accepted }: SyncOrder): boolean {
  if (sealing === undefined || sealing.kind === "set-up") return true;
  return (sealing.kind === "unlock" || sealing.kind === "invited") && accepted === undefined;
}

/** Adds the groups of a location without objects, which are all written. */
function withFormer(compared: Comparison, former: RemoteFile | undefined): Comparison {
  if (!former) return compared;
  return { ...compared, names: new Set([...compared.names, ...former.state.keys()]) };
}

interface Planning extends Start {
  readonly compared: Comparison;
  readonly outboxes: readonly Outbox[];
  readonly writeId: string;
  readonly now: number;
}

/** Reads the changed groups at the location and plans the sync of them. */
async function planObjects(
  { former }: ObjectSync,
  { compared, shards, place, index, memory, isRewritten, isRepaired, outboxes, writeId, now }: Planning,
): Promise<{ readonly plan: SyncPlan; readonly groups: RemoteGroups }> {
  const { local, ledger } = compared;
  for (const isRecalled of [memory !== undefined && !isRewritten, false]) {
    await shards.load([...compared.names].map(shardOf));
    const read = await readGroups(compared, { shards, place, isRecalled });
    const groups = former ? { ...read, state: former.state } : read;
    const remote = { state: groups.state, writes: former?.writes ?? index.writes };
    const plan = planSync({ local, ledger, outboxes, remote, now, writeId, isRepaired });
    if (!isRecalled || ![...plan.merged.values()].some(hasUnknown)) return { plan, groups };
  }
  throw new AppError("unexpected", { message: "value was not read" });
}

/** Returns the groups that differ at the location, or that lack a blob there which this device has. */
async function namesToWrite(
  { database }: ObjectSync,
  { memory, shards }: Start,
  { merged, newThere }: SyncPlan,
): Promise<readonly string[]> {
  if (!memory) return newThere;
  const written = new Set(newThere);
  const others = [...merged].filter(([name]) => !written.has(name) && chatIdOf(name) !== undefined);
  const lacking = others.flatMap(([name, group]) => {
    const ids = blobsOf(group).filter((id) => !shards.entryOf(name)?.blobs.has(id));
    return ids.length > 0 ? [{ name, ids }] : [];
  });
  if (lacking.length === 0) return newThere;
  const here = new Set((await database.readBlobFacts()).map(({ id }) => id));
  return [...newThere, ...lacking.filter(({ ids }) => ids.some((id) => here.has(id))).map(({ name }) => name)];
}

/** Returns the losses in relation to all chats, not only to those that changed. */
function lossesOf(
  { goesHere, goesThere }: SyncPlan,
  { index, shards, isRewritten }: Start,
  names: ReadonlySet<string>,
): { readonly goesHere: Loss; readonly goesThere: Loss } {
  let unchanged = 0;
  if (isRewritten) return { goesHere, goesThere };
  for (const { chats } of index.shards.values()) unchanged += chats;
  for (const name of names) {
    if (chatIdOf(name) !== undefined && (shards.entryOf(name)?.pages.length ?? 0) > 0) unchanged -= 1;
  }
  const all = (loss: Loss): Loss => ({ count: loss.count, of: loss.of + unchanged });
  return { goesHere: all(goesHere), goesThere: all(goesThere) };
}

interface Writing extends Start {
  readonly plan: SyncPlan;
  readonly groups: RemoteGroups;
  /** Names of the groups to write. */
  readonly names: readonly string[];
  readonly writeId: string;
  readonly now: number;
}

/** Objects that were written, and the root that is still to be sent. */
interface Written extends WrittenObjects {
  readonly retiredMemory: Map<string, number | null>;
  readonly repair: ObjectIndex["repair"];
  /** Sends the root. Until then, nothing refers to the objects. */
  send(): Promise<void>;
}

/** Writes the objects of groups. */
async function writeAll(sync: ObjectSync, writing: Writing): Promise<Written> {
  const { database, onPhase } = sync;
  const { plan, groups, names, index, shards, place, isRewritten, isPausable, keyId, memory, now } = writing;
  onPhase("sending", undefined, isPausable);
  const uploads = await uploadsOf(sync, keyId, index);
  const isNewKey = sync.opened.hasObjects && sync.opened.keys.reading?.keyId !== keyId;
  const days = await planDays({ index, place, now, hasChanges: names.length > 0, isNewKey });
  const input: WriteInput = {
    ...{ index, shards, place, uploads, isRewritten, pages: groups.pages },
    epoch: days.days.length > 0 || days.added ? days.epoch : undefined,
    groups: new Map(names.flatMap((name) => entryIn(plan.merged, name))),
    readBlob: blobReader(sync, writing),
    onShare: (share) => onPhase("sending", share, isPausable),
  };
  const planned = await planWrite(input);
  if (planned.bundles.length + planned.newBlobs.length > manyObjects) await beginRoot(sync);
  const written = await writeObjects(input, planned);
  const orphans = readOrphans(await database.readSyncMemory(parts.orphans), index);
  // Last, so that a sync that is interrupted before leaves no object of a day.
  const listed = days.added ? [{ object: await place.writeDay(days.added.state), at: days.added.at }] : [];
  const dayObjects = listed.map(({ object }) => object);
  const sent = [...uploads.objects, ...[...written.refs.values()].map(({ object }) => object), ...dayObjects];
  const uncertain = { ...orphans, names: [...orphans.names, ...uploads.objects] };
  const held = [...days.held, ...namesOf(written.replaced, true)];
  const history = { ...days, days: [...days.days, ...listed], held };
  const retired = await retiredAfter(writing, { written, history, uncertain });
  const retiredMemory = new Map(retired.map((name) => [name, Math.min(now, memory?.retired.get(name) ?? now)]));
  const repair = place.isPartial ? writing.writeId : index.repair;
  return {
    ...written,
    ...{ retiredMemory, repair },
    async send() {
      const names = [...new Set([...orphans.names, ...sent])];
      const root = { refs: written.refs, retired, repair, history, orphans: { ...orphans, names } };
      await removeOld(sync, retiredMemory, await sendRoot(sync, writing, root));
    },
  };
}

async function uploadsOf({ attempts, database }: ObjectSync, keyId: string, index: ObjectIndex): Promise<Uploads> {
  if (!attempts.uploads || attempts.keyId !== keyId) {
    attempts.uploads = await readUploads(database, keyId);
    attempts.keyId = keyId;
  }
  attempts.uploads.drop([...index.retired, ...index.held]);
  return attempts.uploads;
}

function entryIn(state: SyncState, name: string) {
  const group = state.get(name);
  return group ? [[name, group] as const] : [];
}

/** Returns the reader of blobs to write: from this device, from a former file, or from objects with a former key. */
function blobReader({ database, former }: ObjectSync, { shards, place }: Writing) {
  return async (id: string): Promise<StoredBlob | undefined> => {
    const here = (await database.readBlob(id)) ?? former?.blobs.get(id);
    if (here) return here;
    for (const name of shards.names()) {
      const object = shards.entryOf(name)?.blobs.get(id);
      if (object !== undefined) return place.readBlob(object, id);
    }
    return undefined;
  };
}

/**
 * Sends a root without content to an empty location and begins again. Then this device has the key of the location, and
 * a sync that is interrupted goes on with the objects that it has sent.
 */
async function beginRoot({ opened, remote, kept, database }: ObjectSync): Promise<void> {
  if (opened.parsed !== undefined) return;
  await replaceRoot(remote, kept, await opened.seal(writeIndex(emptyIndex)));
  await opened.confirm(kept);
  const none = { patchSessions: [], putMessages: [], deleteMessages: [] };
  await database.applySynced(none, [], await opened.memory());
  throw syncError("changed");
}

/** Objects of which it is unknown whether a root has referred to them. */
interface Orphans {
  /** The epoch since which that may have happened. */
  readonly epoch: number;
  readonly names: readonly string[];
}

/** Reads the stored orphans. Earlier versions stored only the names. */
function readOrphans(stored: unknown, { epoch }: ObjectIndex): Orphans {
  if (stored === undefined) return { epoch, names: [] };
  return Array.isArray(stored) ? { epoch: 0, names: stored } : (stored as Orphans);
}

function namesOf(replaced: WrittenObjects["replaced"], isInDay: boolean): string[] {
  return replaced.flatMap((each) => (each.isInDay === isInDay ? [each.name] : []));
}

interface Retiring {
  readonly written: WrittenObjects;
  readonly history: PlannedDays;
  readonly uncertain: Orphans;
}

/** Returns the objects that belong neither to the new state nor to a daily one. */
async function retiredAfter(
  { index, memory, shards, place }: Writing,
  { written: { refs, shards: written, replaced }, history, uncertain }: Retiring,
): Promise<string[]> {
  const removed = (name: string) => memory?.retired.get(name) === null;
  const used = new Set([...refs.values()].map(({ object }) => object));
  for (const shard of written.values()) for (const object of objectsIn(shard)) used.add(object);
  for (const { object } of history.days) used.add(object);
  for (const object of history.held) used.add(object);
  const unused = uncertain.names.filter((name) => !used.has(name));
  const needed = unused.length > 0 ? await shards.objects() : used;
  const inDays = unused.length > 0 ? await heldSince(place, index, uncertain.epoch) : used;
  // If a daily state cannot be read, it is unknown what it needs.
  const orphaned = inDays ? unused.filter((name) => !needed.has(name) && !inDays.has(name)) : [];
  const retired = [...namesOf(replaced, false), ...history.expired, ...orphaned];
  const all = new Set([...index.retired.filter((name) => !removed(name)), ...retired]);
  return [...all].filter((name) => !used.has(name));
}

function indexOf({ at, days, epoch, held }: PlannedDays) {
  return { at, days, epoch, held };
}

interface NewRoot extends Pick<ObjectIndex, "retired" | "repair"> {
  readonly refs: ObjectIndex["shards"];
  readonly history: PlannedDays;
  readonly orphans: Orphans;
}

/**
 * Replaces the root that was read. A host without versions does not refuse that if another root was sent meanwhile.
 * There, the root is read again just before, so that only the time of one request remains.
 */
async function replaceRoot(remote: Remote, kept: RemoteText, text: string): Promise<void> {
  if (!isConditional(kept.etag) && (await remote.get()).text !== kept.text) throw syncError("changed");
  await remote.set(text, kept);
}

/**
 * Sends the root and returns its text. Before, it stores what is sent: without an answer, it is unknown whether the
 * root has arrived.
 */
async function sendRoot(
  { database, remote, opened, kept, former, attempts }: ObjectSync,
  { index, plan, writeId }: Writing,
  { refs, retired, repair, history, orphans }: NewRoot,
): Promise<string> {
  const writes = [...(former?.writes ?? index.writes), writeId];
  const sealed = await opened.seal(writeIndex({ writes, shards: refs, retired, repair, ...indexOf(history) }));
  const uploaded = [...(attempts.uploads?.objects ?? [])].map((object) => [parts.upload + object, undefined] as const);
  const none = { patchSessions: [], putMessages: [], deleteMessages: [] };
  const sending = { [parts.outbox]: plan.outboxes, [parts.orphans]: orphans, ...Object.fromEntries(uploaded) };
  await database.applySynced(none, [], sending);
  await replaceRoot(remote, kept, sealed);
  await opened.confirm(kept);
  return sealed;
}

/** Removes objects that this device has known to be retired for long. A failure leaves them for a later sync. */
async function removeOld(
  { remote, kept, env }: ObjectSync,
  retired: Map<string, number | null>,
  root: string,
): Promise<void> {
  const hasVersions = isConditional(kept.etag);
  const before = env.now() - (remote.unneededMs ?? (hasVersions ? retireMs.conditional : retireMs.otherwise));
  const due = [...retired].flatMap(([name, seen]) => (seen !== null && seen <= before ? [name] : []));
  if (due.length < removals.least) return;
  const [first = "", ...others] = due.slice(0, removals.most);
  const remove = async (name: string) => {
    await remote.objects.remove(name);
    retired.set(name, null);
  };
  try {
    // A root that has replaced the one just sent may still refer to them.
    if (!hasVersions && (await remote.get()).text !== root) return;
    // Alone, because a host may refuse all removals.
    await remove(first);
    await atOnce(others.length, requestsAtOnce, (each) => remove(others[each] ?? ""));
  } catch {
    // A later sync removes the others.
  }
}

/** Stores the images of incoming messages, each as soon as it is read, so that an interrupted sync goes on. */
async function fetchBlobs(
  { database, former }: ObjectSync,
  { shards, place }: Start,
  { plan: { changes }, added }: { readonly plan: SyncPlan; readonly added: ReadonlyMap<string, string> },
): Promise<void> {
  const wanted = new Map<string, string | undefined>(added);
  for (const { record } of changes.putMessages) {
    // The objects just written may have a new key, which this sync does not read.
    const blobs = shards.entryOf(groupOfChat(record.sessionId))?.blobs;
    for (const id of blobIdsOf(record)) wanted.set(id, blobs?.get(id));
  }
  if (wanted.size === 0) return;
  for (const { id } of await database.readBlobFacts()) wanted.delete(id);
  const missing = [...wanted];
  await atOnce(missing.length, requestsAtOnce, async (each) => {
    const [id = "", object] = missing[each] ?? [];
    const blob = former ? former.blobs.get(id) : object === undefined ? undefined : await place.readBlob(object, id);
    if (blob) await database.applySynced({ patchSessions: [], putMessages: [], deleteMessages: [] }, [blob], {});
  });
}

interface Finished extends Start {
  readonly compared: Comparison;
  readonly plan: SyncPlan;
  readonly groups: RemoteGroups;
  readonly written: Written | undefined;
  readonly now: number;
  readonly withKeys: boolean;
}

/** Whether there is nothing to store: nothing has changed on either side. */
function isIdle({ compared, memory, shards, withKeys }: Finished, outboxes: readonly Outbox[]): boolean {
  const { marks, names, isWhole } = compared;
  const isMarked = marks.headMarks.size + marks.messageMarks.size > 0;
  const isSame = memory?.withKeys === withKeys && shards.changed.length === 0;
  return isSame && !isMarked && !isWhole && names.size === 0 && outboxes.length === 0;
}

/** Returns the parts of the sync ledger to store after a sync. */
function memoryAfter(done: Finished): Record<string, unknown> {
  const { index, memory, shards, compared, written, plan, groups, location, keyId, withKeys, now } = done;
  const refs = written?.refs ?? index.shards;
  const objects: ObjectMemory = {
    ...{ location, keyId, withKeys },
    comparedAt: compared.isWhole ? now : (memory?.comparedAt ?? now),
    shards: new Map([...refs].map(([number, { object }]) => [number, object])),
    repair: written ? written.repair : index.repair,
    retired: written?.retiredMemory ?? new Map(index.retired.map((name) => [name, seenRetired(memory, name, now)])),
  };
  const stored: Record<string, unknown> = { [parts.objects]: objects, [parts.outbox]: undefined };
  if (written) stored[parts.orphans] = undefined;
  if (compared.isFormer) stored[parts.formerChats] = undefined;
  for (const number of new Set([...shards.changed, ...(written?.shards.keys() ?? [])])) {
    stored[`${parts.shard}${number}`] =
      written?.shards.get(number) ?? (refs.has(number) ? shards.at(number) : undefined);
  }
  for (const name of compared.names) {
    if (chatIdOf(name) === undefined) continue;
    const group = plan.ledger.get(name);
    const found = groups.pages.get(name)?.map(({ page }): KnownPage => page);
    stored[rowOf(name)] = group && { ...group, pages: written?.pages.get(name) ?? found ?? [] };
  }
  return stored;
}

/** Returns when this device has first seen an object to be retired. Null if it has removed the object. */
function seenRetired(memory: ObjectMemory | undefined, name: string, now: number): number | null {
  const seen = memory?.retired.get(name);
  return seen === undefined ? now : seen;
}

function outcomeOf({ compared, plan, shards, written, location, keyId }: Finished): SyncOutcome {
  const documents = [...compared.documentLedger].filter(([name]) => !compared.names.has(name));
  const merged = [...plan.ledger].filter(([name]) => chatIdOf(name) === undefined);
  const prints = [...compared.documents.keys()].map((name) => {
    const entry = written?.shards.get(shardOf(name))?.get(name) ?? shards.entryOf(name);
    return [name, entry ? printOfEntry(entry) : ""];
  });
  return {
    kind: "synced",
    documents: plan.documents,
    ledger: new Map([...documents, ...merged]),
    documentObjects: { location, keyId, prints: Object.fromEntries(prints) },
    isEncrypted: true,
  };
}

/** Reads everything at an encrypted location, to write it as one readable file. */
export async function readWholeLocation({
  remote,
  opened,
  database,
}: Pick<ObjectSync, "remote" | "opened" | "database">): Promise<WholeLocation> {
  const index = readIndex(opened.parsed);
  if (!index) throw syncError("altered");
  const place = openPlace(remote.objects, opened.keys, opened.gaps);
  const shards = openShards(index, { database, place, memory: undefined });
  await shards.loadAll();
  const names = new Set(shards.names());
  const none = new Map();
  const { state } = await readGroups({ names, local: none, rows: none }, { shards, place, isRecalled: false });
  const objects = new Map(shards.names().flatMap((name) => [...(shards.entryOf(name)?.blobs ?? [])]));
  return {
    file: { ...emptyFile, state, writes: index.writes },
    async readBlob(id) {
      const object = objects.get(id);
      return object === undefined ? undefined : place.readBlob(object, id);
    },
    async removeAll() {
      const held = await heldByDays(place, index);
      const all = [...(await shards.objects()), ...held, ...index.retired];
      await atOnce(all.length, requestsAtOnce, (each) => remote.objects.remove(all[each] ?? "").catch(() => {}));
    },
  };
}

/** Everything at an encrypted location. */
export interface WholeLocation {
  readonly file: RemoteFile;
  readBlob(id: string): Promise<StoredBlob | undefined>;
  /** Removes all objects, once nothing refers to them. */
  removeAll(): Promise<void>;
}
