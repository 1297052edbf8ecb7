import { AppError } from "@/lib/errors";
import type { Archive } from "@/lib/import/archive";
import { withArchivedImages } from "@/lib/import/archived-images";
import type { NotUnderstood } from "@/lib/import/imported";
import { type ExistingIds, type ImportPlan, planImport } from "@/lib/import/plan";
import { type ReadImport, readImportFile } from "@/lib/import/read-file";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { storeBackup } from "@/lib/storage/backups";
import { extractImages } from "@/lib/storage/blobs";
import type { Database } from "@/lib/storage/database";
import { contextIn, type ImportWorld } from "@/store/data/import-context";
import { type ImportOrder, type ImportPreview, isNothing } from "@/store/data/import-messages";
import { copyOptions, wholeBackup } from "@/store/data/whole-backup";
import { writePlan } from "@/store/data/write-plan";
import type { ChangedRecords } from "@/store/records/journal";

const { now, newId } = browserEnvironment;

/** Maximum number of pieces that were not understood and are listed. */
const toldAtMost = 100;

/** An import: a file is read and a plan made, which stays here; then what was planned is written. */
export interface ImportRun {
  /** Reads a file and says what it would bring; nothing is changed. */
  read(file: Blob, world: ImportWorld, onRead: (share: number) => void): Promise<ImportPreview>;
  /**
   * Writes what was planned in one transaction, after a copy of everything was kept. Returns what was written. Throws
   * AppError, and then nothing was.
   */
  write(order: ImportOrder): Promise<ChangedRecords>;
}

/** Opens an import into a database; without one a file is read, and writing it throws `storage-unavailable`. */
export function openImportRun(database: Database | undefined): ImportRun {
  let plan: ImportPlan | undefined;
  let found: Readable | undefined;
  let isRefused = false;
  return {
    async read(file, world, onRead) {
      const read = await readImportFile(file, contextIn(world), { onRead });
      if (!read.ok) return read;
      found = read;
      plan = await planOf(read, database ? await existingIn(database) : nothingExists);
      const { chats, messages, newDrafts, notUnderstood } = plan;
      const { format, documents } = read.imported;
      const report = { format, documents, chats, messages, newDrafts, notUnderstood: summaryOf(notUnderstood) };
      isRefused = isNothing(report);
      return { ok: true, report };
    },
    async write({ documents, isReplacing }) {
      if (!database) throw new AppError("storage-unavailable");
      // A copy of a newer version, say: what cannot be read takes the place of nothing.
      if (isReplacing && isRefused)
        throw new AppError("unexpected", { message: "Nothing of the copy was understood." });
      const file = await wholeBackup(database, documents, copyOptions);
      await storeBackup({ id: newId(), at: now(), reason: "import", file });
      if (isReplacing && found) await replaceAll(database, found);
      else if (plan) await writePlan(database, plan);
      return changedBy(plan);
    },
  };
}

/** A file that could be read. */
type Readable = Extract<ReadImport, { ok: true }>;

const nothingExists: ExistingIds = { sessionIds: new Set(), messageIds: new Set(), blobIds: new Set() };

async function existingIn(database: Database): Promise<ExistingIds> {
  const { sessions, messages } = await database.readIds();
  const blobs = await database.readBlobFacts();
  return {
    sessionIds: new Set(sessions),
    messageIds: new Set(messages),
    blobIds: new Set(blobs.map(({ id }) => id)),
  };
}

/** Puts what the file holds in the place of all chats, in one transaction. */
async function replaceAll(database: Database, read: Readable): Promise<void> {
  const { blobIds } = await existingIn(database);
  const { newSessions, newMessages, newBlobs } = await planOf(read, { ...nothingExists, blobIds });
  await database.putAll({ sessions: newSessions, messages: newMessages, blobs: newBlobs, isAll: true });
}

async function planOf(read: Readable, existing: ExistingIds): Promise<ImportPlan> {
  const plan = planImport(read.imported, existing);
  return withImagesApart(read.archive ? await withImagesOf(read.archive, plan) : plan);
}

async function withImagesOf(archive: Archive, plan: ImportPlan): Promise<ImportPlan> {
  const images = await withArchivedImages(plan.newMessages, archive, newId);
  return {
    ...plan,
    newMessages: images.messages,
    newBlobs: [...plan.newBlobs, ...images.blobs],
    notUnderstood: [...plan.notUnderstood, ...images.notUnderstood],
  };
}

/** Stores what messages carry in themselves as images of their own (decision 0020). */
function withImagesApart(plan: ImportPlan): ImportPlan {
  const taken = plan.newMessages.map((message) => extractImages(message, { newId, at: message.date || now() }));
  return {
    ...plan,
    newMessages: taken.map(({ message }) => message),
    newBlobs: [...plan.newBlobs, ...taken.flatMap(({ blobs }) => blobs)],
  };
}

function summaryOf(pieces: readonly NotUnderstood[]) {
  return { count: pieces.length, first: pieces.slice(0, toldAtMost) };
}

function changedBy(plan: ImportPlan | undefined): ChangedRecords {
  const { newSessions = [], newMessages = [], grownChats = [] } = plan ?? {};
  return {
    sessions: [...newSessions.map(({ id }) => id), ...grownChats.map(({ sessionId }) => sessionId)],
    messages: newMessages.map(({ id, sessionId }) => ({ id, sessionId })),
    removed: [],
  };
}
