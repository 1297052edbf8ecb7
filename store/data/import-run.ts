import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import type { Archive } from "@/lib/import/archive";
import { withArchivedImages } from "@/lib/import/archived-images";
import type { NotUnderstood } from "@/lib/import/imported";
import { type ExistingIds, type ImportPlan, planImport } from "@/lib/import/plan";
import { type ReadImport, readImportFile } from "@/lib/import/read-file";
import { storeBackup } from "@/lib/storage/backups";
import { extractImages } from "@/lib/storage/blobs";
import type { Database } from "@/lib/storage/database";
import { contextIn, type ImportWorld } from "@/store/data/import-context";
import { type ImportOrder, type ImportPreview, isNothing } from "@/store/data/import-messages";
import { copyOptions, wholeBackup } from "@/store/data/whole-backup";
import { writePlan } from "@/store/data/write-plan";
import type { ChangedRecords } from "@/store/records/journal";

/** Maximum number of listed pieces that were not understood. */
const maxListed = 100;

/** The part of the environment that an import uses. */
type ImportEnvironment = Pick<Environment, "now" | "newId" | "delay">;

/** An import. It reads a file, makes a plan, and then writes the planned records. */
export interface ImportRun {
  /** Reads a file and returns the content that is new. Nothing is changed. */
  read(file: Blob, world: ImportWorld, onRead: (share: number) => void): Promise<ImportPreview>;
  /**
   * Writes the planned records in one transaction, after a backup. Returns the written records. Throws AppError; then
   * nothing was written.
   */
  write(order: ImportOrder): Promise<ChangedRecords>;
}

/** Opens an import into a database. Without one, files can be read, but writing throws `storage-unavailable`. */
export function openImportRun(database: Database | undefined, env: ImportEnvironment): ImportRun {
  let plan: ImportPlan | undefined;
  let found: Readable | undefined;
  let isRefused = false;
  return {
    async read(file, world, onRead) {
      const read = await readImportFile(file, contextIn(world), { onRead });
      if (!read.ok) return read;
      found = read;
      plan = await planOf(read, env, database ? await existingIn(database) : nothingExists);
      const { chats, messages, newDrafts, notUnderstood } = plan;
      const { format, documents } = read.imported;
      const projectIds = projectIdsOf(read);
      const pieces = summaryOf(notUnderstood);
      const report = { format, documents, projectIds, chats, messages, newDrafts, notUnderstood: pieces };
      isRefused = isNothing(report);
      return { ok: true, report };
    },
    async write({ documents, isReplacing }) {
      if (!database) throw new AppError("storage-unavailable");
      // For example a backup of a newer version. It must not replace the chats.
      if (isReplacing && isRefused)
        throw new AppError("unexpected", { message: "The file contains nothing that can be imported." });
      const file = await wholeBackup(database, documents, copyOptions, env);
      await storeBackup({ id: env.newId(), at: env.now(), reason: "import", file });
      if (isReplacing && found) await replaceAll(database, found, env);
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

/** Replaces all chats with those of the file, in one transaction. */
async function replaceAll(database: Database, read: Readable, env: ImportEnvironment): Promise<void> {
  const { blobIds } = await existingIn(database);
  const { newSessions, newMessages, newBlobs } = await planOf(read, env, { ...nothingExists, blobIds });
  await database.putAll({ sessions: newSessions, messages: newMessages, blobs: newBlobs, isAll: true });
}

async function planOf(read: Readable, env: ImportEnvironment, existing: ExistingIds): Promise<ImportPlan> {
  const plan = planImport(read.imported, existing);
  return withImagesApart(read.archive ? await withImagesOf(read.archive, plan, env) : plan, env);
}

async function withImagesOf(archive: Archive, plan: ImportPlan, env: ImportEnvironment): Promise<ImportPlan> {
  const images = await withArchivedImages(plan.newMessages, archive, env.newId);
  return {
    ...plan,
    newMessages: images.messages,
    newBlobs: [...plan.newBlobs, ...images.blobs],
    notUnderstood: [...plan.notUnderstood, ...images.notUnderstood],
  };
}

/** Moves the inline images of messages into records (docs/decisions/0020). */
function withImagesApart(plan: ImportPlan, { now, newId }: ImportEnvironment): ImportPlan {
  const taken = plan.newMessages.map((message) => extractImages(message, { newId, at: message.date || now() }));
  return {
    ...plan,
    newMessages: taken.map(({ message }) => message),
    newBlobs: [...plan.newBlobs, ...taken.flatMap(({ blobs }) => blobs)],
  };
}

/** Returns the ids of the projects that the chats of a file are in. */
function projectIdsOf({ imported: { chats } }: Readable): string[] {
  return [...new Set(chats.flatMap(({ session }) => session.projectId ?? []))];
}

function summaryOf(pieces: readonly NotUnderstood[]) {
  return { count: pieces.length, first: pieces.slice(0, maxListed) };
}

function changedBy(plan: ImportPlan | undefined): ChangedRecords {
  const { newSessions = [], newMessages = [], grownChats = [] } = plan ?? {};
  return {
    sessions: [...newSessions.map(({ id }) => id), ...grownChats.map(({ sessionId }) => sessionId)],
    messages: newMessages.map(({ id, sessionId }) => ({ id, sessionId })),
    removed: [],
  };
}
