import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { blobIdsOf, type StoredBlob } from "@/lib/storage/blobs";
import type { Database } from "@/lib/storage/database";
import { chatIdOf } from "@/lib/sync/chat-cells";
import { withoutSecrets } from "@/lib/sync/document-cells";
import { boundedLedger } from "@/lib/sync/ledger";
import type { LocalState } from "@/lib/sync/local-state";
import { readOutboxes } from "@/lib/sync/outbox";
import { readPlainFile } from "@/lib/sync/plain-state";
import { isLargeLoss, planSync, type SyncPlan } from "@/lib/sync/plan";
import { type Remote, type RemoteText, syncError } from "@/lib/sync/remote";
import { emptyFile, type RemoteFile, readRemoteFile, writeRemoteFile } from "@/lib/sync/remote-file";
import { contextIn } from "@/store/data/import-context";
import type { ChangedRecords } from "@/store/records/journal";
import { cellsOfAllChats, cellsOfDocuments, ledgerOfDocuments } from "@/store/sync/local-cells";
import { changedRows, parts, readChatLedger } from "@/store/sync/object-memory";
import type { OpenedLocation } from "@/store/sync/opened-location";
import type { OnPhase, SyncOrder, SyncOutcome } from "@/store/sync/sync-messages";
import { type ObjectAttempts, readWholeLocation, syncObjects } from "@/store/sync/sync-objects";
import { SyncPaused } from "@/store/sync/sync-pause";
import { createSealing, type Sealing } from "@/store/sync/sync-sealing";

/** Maximum number of attempts when another device writes first. */
const attempts = 5;

interface SyncTools {
  readonly env: Pick<Environment, "now" | "newId">;
  readonly database: Database;
  readonly remote: Remote;
  readonly onPhase: OnPhase;
  /** Pauses the sync. */
  readonly signal?: AbortSignal | undefined;
  onChanged(changed: ChangedRecords): void;
}

/**
 * Syncs this device: reads the remote file, merges it with the local state, writes it back, and only then changes this
 * device, in one transaction. Throws AppError; then nothing on this device has changed.
 */
export async function runSync(order: SyncOrder, given: SyncTools): Promise<SyncOutcome> {
  const tools = { ...given, database: withoutCleared(given.database, order.clearing) };
  const sealing = createSealing(order, tools);
  const sent: ObjectAttempts = {};
  if (order.history) {
    const { runHistory } = await import("@/store/sync/sync-history");
    return runHistory(order.history, { ...tools, sealing, clearing: order.clearing });
  }
  if (order.invitation) {
    const { storeInvitation } = await import("@/store/sync/stored-invitations");
    return storeInvitation(order.invitation, order.settings, tools);
  }
  if (order.isLooking) return { kind: "looked", content: await sealing.look() };
  for (let attempt = 1; ; attempt++) {
    try {
      const outcome = await trySync(order, tools, sealing, sent);
      if (outcome.kind === "synced" && outcome.isEncrypted) await removeLeft(order.settings, tools);
      return outcome;
    } catch (thrown) {
      if (thrown instanceof SyncPaused) return { kind: "paused" };
      const isOvertaken = thrown instanceof AppError && thrown.details.problem === "changed";
      if (!isOvertaken || attempt === attempts) throw thrown;
    }
  }
}

/** Removes expired invitations of this device, as a dialog that crashed leaves them. */
async function removeLeft(settings: SyncOrder["settings"], { env, database, remote }: SyncTools): Promise<void> {
  if ((await database.readSyncMemory(parts.invitations)) === undefined) return;
  const { removeInvitations } = await import("@/store/sync/stored-invitations");
  await removeInvitations(settings, { database, remote }, ({ expires }) => expires < env.now());
}

/** Returns a handle of which each write is refused once all data on this device was cleared. */
function withoutCleared(database: Database, clearing: string | undefined): Database {
  const none = { patchSessions: [], putMessages: [], deleteMessages: [] };
  const applySynced: Database["applySynced"] = (changes, blobs, memory, marks) =>
    database.applySynced(changes, blobs, memory, marks, { clearing });
  return {
    ...database,
    applySynced,
    writeSyncMemory: (part, value) => applySynced(none, [], { [part]: value }),
  };
}

async function trySync(
  order: SyncOrder,
  tools: SyncTools,
  sealing: Sealing,
  attempts: ObjectAttempts,
): Promise<SyncOutcome> {
  const { remote, onPhase } = tools;
  onPhase("reading");
  const { kept, opened } = await readLocation(remote, sealing);
  if (opened.kind === "doubts") return opened;
  try {
    if (!opened.isEncrypted) return await syncFile(order, tools, { kept, opened });
    return await syncObjects({
      ...{ order, kept, opened, attempts, former: await formerFile(order, tools, opened) },
      ...{ env: tools.env, database: tools.database, remote, onPhase, signal: tools.signal },
      onPlan: (plan) => tellChanges(plan, tools),
    });
  } catch (thrown) {
    const isIncomplete = thrown instanceof AppError && thrown.details.problem === "incomplete";
    if (!isIncomplete) throw thrown;
    // Another device may have removed objects that are no longer needed since the root was read.
    if ((await remote.get()).text !== kept.text) throw syncError("changed");
    throw incompleteAt(opened.print);
  }
}

/** Returns the error of a location with lost objects. Consent to a repair covers only this state. */
function incompleteAt(print: string): AppError {
  return new AppError("sync-failed", { problem: "incomplete", print });
}

/** Reads the content of a location that has no objects yet. */
async function formerFile(order: SyncOrder, { database }: SyncTools, opened: OpenedLocation) {
  if (opened.hasObjects) return undefined;
  const { parsed } = opened;
  if (parsed === undefined) return emptyFile;
  const { rows } = await readChatLedger(database);
  return readFile(parsed, order, await cellsOfAllChats(database, rows)).file;
}

interface ReadLocation {
  readonly kept: RemoteText;
  readonly opened: OpenedLocation;
}

/** Syncs with a readable file, which is read and written as a whole. */
async function syncFile(order: SyncOrder, tools: SyncTools, { kept, opened }: ReadLocation): Promise<SyncOutcome> {
  const { env, database, remote, onPhase } = tools;
  const { parsed } = opened;
  onPhase("merging");
  const marks = await (await database.syncRows()).readMarks();
  const known = await readChatLedger(database);
  const outboxes = readOutboxes(await database.readSyncMemory(parts.outbox));
  const writeId = env.newId();
  const documents = cellsOfDocuments(order, false);
  const local = new Map([...(await cellsOfAllChats(database, known.rows)), ...documents]);
  const whole = opened.hasObjects ? await readWholeLocation({ remote, opened, database }) : undefined;
  const read = whole ? { file: whole.file, isPlain: false } : readFile(parsed, order, local);
  const { file, isPlain } = withoutExposed(read, opened);
  const ledger = boundedLedger(new Map([...known.rows, ...ledgerOfDocuments(order, local, false)]));
  const plan = planSync({ local, ledger, outboxes, remote: file, now: env.now(), writeId });
  if (!order.isAgreed && (isLargeLoss(plan.goesHere) || isLargeLoss(plan.goesThere))) {
    return { kind: "asks", goesHere: plan.goesHere, goesThere: plan.goesThere };
  }
  const readThere = async (id: string) => file.blobs.get(id) ?? whole?.readBlob(id);
  if (plan.newThere.length > 0 || isPlain || parsed === undefined || opened.mustWrite || whole) {
    const readBlob = async (id: string) => (await database.readBlob(id)) ?? readThere(id);
    const text = await writeRemoteFile(plan.merged, { writes: [...file.writes, writeId], readBlob });
    await database.writeSyncMemory(parts.outbox, plan.outboxes);
    onPhase("sending");
    await remote.set(text, kept);
  }
  onPhase("writing");
  const memory = {
    ...changedRows(known, plan.ledger),
    [parts.outbox]: undefined,
    [parts.objects]: undefined,
    ...(await opened.memory()),
  };
  await database.applySynced(plan.changes, await newBlobs(plan, readThere, database), memory, marks);
  await whole?.removeAll();
  tellChanges(plan, tools);
  const merged = new Map([...plan.ledger].filter(([name]) => chatIdOf(name) === undefined));
  return { kind: "synced", documents: plan.documents, ledger: merged, isEncrypted: false };
}

function tellChanges(plan: SyncPlan, { onChanged }: SyncTools): void {
  for (const changed of partsOf(plan)) onChanged(changed);
}

/**
 * Reads and opens the location. An encrypted file may be incomplete while another device writes it in pieces, so an
 * altered one is read again before it is reported.
 */
async function readLocation(remote: Remote, sealing: Sealing) {
  const kept = await remote.get();
  try {
    return { kept, opened: await sealing.open(kept) };
  } catch (thrown) {
    const isAltered = thrown instanceof AppError && thrown.details.problem === "altered";
    const again = isAltered ? await remote.get() : kept;
    if (again.text === kept.text) throw thrown;
    return { kept: again, opened: await sealing.open(again) };
  }
}

interface ReadFile {
  readonly file: RemoteFile;
  readonly isPlain: boolean;
}

/** Removes keys and codes from an encrypted file that becomes readable. Devices keep theirs. */
function withoutExposed({ file, isPlain }: ReadFile, { isEncrypted, wasEncrypted }: OpenedLocation): ReadFile {
  if (isEncrypted || !wasEncrypted) return { file, isPlain };
  return { file: { ...file, state: withoutSecrets(file.state) }, isPlain };
}

/** Reads the parsed remote file. Throws if it is not one of ours, so that it is not overwritten. */
function readFile(parsed: unknown, { world }: SyncOrder, local: LocalState): ReadFile {
  if (parsed === undefined) return { file: emptyFile, isPlain: false };
  const read = readRemoteFile(parsed);
  switch (read.kind) {
    case "ours":
      return { file: read.file, isPlain: false };
    case "plain":
      return { file: readPlainFile(parsed, contextIn(world), local), isPlain: true };
    case "newer":
      throw syncError("newer-version");
    case "unreadable":
      throw syncError("no-backup");
  }
}

/** Returns the images of incoming messages that this device lacks. */
async function newBlobs(
  { changes }: SyncPlan,
  read: (id: string) => Promise<StoredBlob | undefined>,
  database: Database,
): Promise<StoredBlob[]> {
  const wanted = new Set(changes.putMessages.flatMap(({ record }) => blobIdsOf(record)));
  if (wanted.size === 0) return [];
  for (const { id } of await database.readBlobFacts()) wanted.delete(id);
  const blobs: StoredBlob[] = [];
  for (const id of wanted) {
    const blob = await read(id);
    if (blob) blobs.push(blob);
  }
  return blobs;
}

/** Number of records in one broadcast, so that no tab is blocked for long. */
const toldRecords = 1_000;

function* partsOf({ changes }: SyncPlan): Generator<ChangedRecords> {
  const sessions = changes.patchSessions.map(({ patch }) => patch.id);
  const messages = changes.putMessages.map(({ record: { id, sessionId } }) => ({ id, sessionId }));
  const removed = changes.deleteMessages.map(({ id, sessionId }) => ({ id, sessionId }));
  const count = Math.max(sessions.length, messages.length, removed.length);
  for (let start = 0; start < count; start += toldRecords) {
    const end = start + toldRecords;
    yield {
      sessions: sessions.slice(start, end),
      messages: messages.slice(start, end),
      removed: removed.slice(start, end),
    };
  }
}
