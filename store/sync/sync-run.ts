import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import type { SyncSettings } from "@/lib/settings/sync-settings";
import { blobIdsOf, type StoredBlob } from "@/lib/storage/blobs";
import type { Database } from "@/lib/storage/database";
import { cellsOfChats, chatIdOf } from "@/lib/sync/chat-cells";
import {
  cellsOfDocument,
  groupOfDocument,
  syncedDocuments,
  withoutSecretCells,
  withoutSecrets,
} from "@/lib/sync/document-cells";
import { boundedLedger, emptyLedger, type Ledger } from "@/lib/sync/ledger";
import type { LocalCell, LocalState } from "@/lib/sync/local-state";
import { readOutboxes } from "@/lib/sync/outbox";
import { readPlainFile } from "@/lib/sync/plain-state";
import { isLargeLoss, planSync, type SyncPlan } from "@/lib/sync/plan";
import { type Remote, type SendCall, syncError, type Way } from "@/lib/sync/remote";
import { emptyFile, type RemoteFile, readRemoteFile, writeRemoteFile } from "@/lib/sync/remote-file";
import { openUpstash } from "@/lib/sync/upstash";
import { openWebDav } from "@/lib/sync/webdav";
import { contextIn } from "@/store/data/import-context";
import type { ChangedRecords } from "@/store/records/journal";
import type { SyncOrder, SyncOutcome, SyncPhase } from "@/store/sync/sync-messages";
import { createSealing, type OpenedLocation, type Sealing } from "@/store/sync/sync-sealing";

/** Maximum number of attempts when another device writes first. */
const attempts = 5;

/** Opens the remote that the settings name. */
export function openRemote(settings: SyncSettings, way: Way, send: SendCall): Remote {
  return settings.provider === "webdav"
    ? openWebDav(settings.webdav, way, send)
    : openUpstash(settings.upstash, way, send);
}

interface SyncTools {
  readonly env: Pick<Environment, "now" | "newId">;
  readonly database: Database;
  readonly remote: Remote;
  onPhase(phase: SyncPhase): void;
  onChanged(changed: ChangedRecords): void;
}

/**
 * Syncs this device: reads the remote file, merges it with the local state, writes it back, and only then changes this
 * device, in one transaction. Throws AppError; then nothing on this device has changed.
 */
export async function runSync(order: SyncOrder, tools: SyncTools): Promise<SyncOutcome> {
  const sealing = createSealing(order, tools);
  if (order.isLooking) return { kind: "looked", content: await sealing.look() };
  for (let attempt = 1; ; attempt++) {
    try {
      return await trySync(order, tools, sealing);
    } catch (thrown) {
      const isOvertaken = thrown instanceof AppError && thrown.details.problem === "changed";
      if (!isOvertaken || attempt === attempts) throw thrown;
    }
  }
}

async function trySync(order: SyncOrder, tools: SyncTools, sealing: Sealing): Promise<SyncOutcome> {
  const { env, database, remote, onPhase, onChanged } = tools;
  onPhase("reading");
  const { kept, opened } = await readLocation(remote, sealing);
  onPhase("merging");
  if (opened.kind === "doubts") return opened;
  const { parsed, isEncrypted } = opened;
  const withKeys = order.settings.withKeys && isEncrypted;
  const chatLedger = ((await database.readSyncMemory("chats")) as Ledger | undefined) ?? emptyLedger;
  const outboxes = readOutboxes(await database.readSyncMemory("outbox"));
  const writeId = env.newId();
  const local = await localState(order, { database, ledger: chatLedger, withKeys });
  const { file, isPlain } = withoutExposed(readFile(parsed, order, local), opened);
  const openLedger = withKeys ? order.documentLedger : withoutSecrets(order.documentLedger);
  const documentLedger = [...openLedger].filter(([name]) => hasCells(local.get(name)));
  const ledger = boundedLedger(new Map([...chatLedger, ...documentLedger]));
  const plan = planSync({ local, ledger, outboxes, remote: file, now: env.now(), writeId });
  if (!order.isAgreed && (isLargeLoss(plan.goesHere) || isLargeLoss(plan.goesThere))) {
    return { kind: "asks", goesHere: plan.goesHere, goesThere: plan.goesThere };
  }
  if (plan.isNewThere || isPlain || parsed === undefined || opened.mustWrite) {
    const readBlob = async (id: string) => (await database.readBlob(id)) ?? file.blobs.get(id);
    const text = await writeRemoteFile(plan.merged, { writes: [...file.writes, writeId], readBlob });
    const sealed = await opened.seal(text);
    await database.writeSyncMemory("outbox", plan.outboxes);
    onPhase("sending");
    await remote.set(sealed, kept);
    await opened.confirm(kept);
  }
  onPhase("writing");
  const chats = new Map([...plan.ledger].filter(([name]) => chatIdOf(name) !== undefined));
  const memory = { chats, outbox: undefined, ...(await opened.memory()) };
  await database.applySynced(plan.changes, await newBlobs(plan, file, database), memory);
  for (const changed of partsOf(plan)) onChanged(changed);
  const documents = new Map([...plan.ledger].filter(([name]) => chatIdOf(name) === undefined));
  return { kind: "synced", documents: plan.documents, ledger: documents, isEncrypted };
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

interface LocalOptions {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly withKeys: boolean;
}

async function localState({ documents, defaults }: SyncOrder, { database, ledger, withKeys }: LocalOptions) {
  const state = new Map<string, ReadonlyMap<string, LocalCell>>(
    cellsOfChats(await allOf(database, "sessions"), await allOf(database, "messages"), ledger),
  );
  for (const key of syncedDocuments(withKeys)) {
    const cells = cellsOfDocument(key, documents[key] ?? {}, defaults[key]);
    state.set(groupOfDocument(key), withKeys ? cells : withoutSecretCells(key, cells));
  }
  return state;
}

/** A missing document does not mean that its cells were deleted here. */
function hasCells(cells: ReadonlyMap<string, LocalCell> = new Map()): boolean {
  return [...cells.values()].some((cell) => cell !== "busy");
}

async function allOf(database: Database, collection: "sessions" | "messages"): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const part of database.readRows(collection)) for (const row of part) rows.push(row);
  return rows;
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
async function newBlobs({ changes }: SyncPlan, { blobs }: RemoteFile, database: Database): Promise<StoredBlob[]> {
  if (blobs.size === 0) return [];
  const known = new Set((await database.readBlobFacts()).map(({ id }) => id));
  const wanted = new Set(changes.putMessages.flatMap(({ record }) => blobIdsOf(record)));
  return [...blobs.values()].filter(({ id }) => wanted.has(id) && !known.has(id));
}

/** Number of records in one broadcast, so that no tab is blocked for long. */
const toldRecords = 1_000;

function* partsOf({ changes }: SyncPlan): Generator<ChangedRecords> {
  const sessions = changes.patchSessions.map(({ id }) => id);
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
