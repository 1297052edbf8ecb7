import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { isHidden } from "@/lib/platform/brand";
import { isReplyHeld } from "@/lib/platform/held-replies";
import { runUnlessLocked } from "@/lib/platform/tab-locks";
import { catalogue } from "@/lib/storage/catalogue";
import { textKeys } from "@/lib/storage/local-keys";
import { takeoverKey } from "@/lib/storage/nextchat-trace";
import { pageStorage } from "@/store/base/page-storage";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import type { Backup } from "@/store/data/data";
import { type TabContext, tabContext } from "@/store/records/records";
import { useTurns } from "@/store/turns/turns";

/** Delay after startup before maintenance runs, in milliseconds. */
const startDelayMs = 10_000;

/** Delay after startup before the search index is updated and cut replies are counted, in milliseconds. */
const indexDelayMs = 250;

const dayMs = 24 * 60 * 60_000;

let isStarted = false;
let isPersistenceRequested = false;

/**
 * Starts background maintenance (search index, daily backup, garbage collection) once per page load, when idle. No-op if storage is
 * read-only.
 */
export function startMaintenance(context = tabContext): void {
  const { env, records } = context;
  if (isStarted || !records.otherTabs) return;
  isStarted = true;
  watchTurns(useTurns, (replyId) => {
    // Let the frame with the end of the reply render first.
    void env
      .nextFrame()
      .then(() => runPostTurnMaintenance(replyId))
      .catch(warn);
  });
  void env
    .delay(startDelayMs)
    .then(() => maintainRecords(context))
    .catch(warn);
  void indexMessages(context).catch(warn);
  void countCutReplies(context).catch(warn);
  if (pageStorage().getItem(takeoverKey) !== null) {
    void import("@/store/data/takeover").then(({ lookAgainAtStart }) => lookAgainAtStart()).catch(warn);
  }
  if (isAutomaticSyncOn(pageStorage())) {
    void import("@/store/sync/sync-automatic").then(({ startAutomaticSync }) => startAutomaticSync()).catch(warn);
  }
}

/**
 * Calls `onEnded` with the id of each reply that ends, and of those that ended before this code was loaded. Returns the
 * function that unsubscribes.
 */
export function watchTurns(turns: Pick<typeof useTurns, "getState" | "subscribe">, onEnded: (replyId: string) => void) {
  let count = 0;
  function callForNew({ ended }: Pick<ReturnType<typeof useTurns.getState>, "ended">): void {
    const added = ended.slice(count);
    count = ended.length;
    added.forEach(onEnded);
  }
  callForNew(turns.getState());
  return turns.subscribe(callForNew);
}

/**
 * Runs after each turn: moves the reply's images into records, requests persistent storage, and warns when the quota is
 * nearly used up.
 */
function runPostTurnMaintenance(replyId: string): void {
  if (hasParts(replyId)) void storeInlineImagesOf(replyId).catch(warn);
  void checkQuota().catch(warn);
}

/** Updates the search index in a worker, unless there are no messages. */
async function indexMessages({ env }: TabContext): Promise<void> {
  if (isHidden("search")) return;
  do await env.delay(indexDelayMs);
  while (!useChats.getState().areAllRead);
  if (!useChats.getState().sessions.some(({ messageCount }) => messageCount > 0)) return;
  const { updateSearchIndex } = await import("@/store/search/search");
  updateSearchIndex();
}

/** Whether automatic sync is on and not hidden by the brand. */
export function isAutomaticSyncOn(storage: Pick<Storage, "getItem">): boolean {
  return !isHidden("sync") && storage.getItem(catalogue.sync.key)?.includes('"isAutomatic":true') === true;
}

/** Whether the daily backup is due. Without messages it is not. A backup with a time in the future does not count. */
export function isDailyBackupDue(
  backups: readonly Pick<Backup, "at" | "reason">[],
  messages: number,
  time: number,
): boolean {
  if (messages === 0) return false;
  return !backups.some(({ at, reason }) => reason === "daily" && Math.abs(time - at) < dayMs);
}

/** Runs in one tab only; the lock ends when that tab closes. */
function maintainRecords({ env, records }: TabContext): Promise<void> {
  return runUnlessLocked("parley-daily-copy", async () => {
    const database = records.requireDatabase();
    // A first visit has nothing to maintain, and need not load the code for it.
    const isEmpty = (await database.count()).messages === 0 && (await database.readBlobFacts()).length === 0;
    if (isEmpty) return;
    await database.settleGrowth(isReplyHeld).catch(warn);
    const [{ takeBackup }, { migrateRecords }] = await Promise.all([
      import("@/store/data/data"),
      import("@/store/chats/record-migrations"),
    ]);
    await migrateRecords(pageStorage(), takeBackup);
    await makeDailyBackup(env.now);
    const { freeUnusedImages } = await import("@/store/chats/unused-images");
    await freeUnusedImages(database, pageStorage(), env.now());
    const { freeUnusedVectors } = await import("@/store/embeddings/search-by-meaning");
    await freeUnusedVectors(database);
  });
}

/** Backs up to this device if there is space, and to the backup folder, which does not use the quota. */
async function makeDailyBackup(now: Environment["now"]): Promise<void> {
  const { exportAll, hasRoomForCopies, listDeviceBackups, measureStorage, takeBackup } = await import(
    "@/store/data/data"
  );
  const use = await measureStorage();
  if (!isDailyBackupDue(await listDeviceBackups(), use.messages, now())) return;
  if (hasRoomForCopies(use)) await takeBackup("daily");
  await writeBackupToFolder(exportAll, now());
}

/** Counts the calls of replies that were cut because their tab was closed. The code is loaded if there are any. */
async function countCutReplies({ env, records }: TabContext): Promise<void> {
  await env.delay(indexDelayMs);
  const texts = await records.requireDatabase().readTexts([textKeys.openCalls]);
  if ((texts[textKeys.openCalls]?.length ?? 0) <= "{}".length) return;
  const { countCutReplies: count } = await import("@/store/turns/engine");
  await count();
}

/** A folder that is gone, or not allowed any more, must not stop the other maintenance. */
async function writeBackupToFolder(exportAll: typeof import("@/store/data/data").exportAll, at: number): Promise<void> {
  try {
    const { readBackupFolder, writeToBackupFolder } = await import("@/store/data/backup-folder");
    if (!(await readBackupFolder())?.isAllowed) return;
    await writeToBackupFolder(await exportAll("parley", false), at);
  } catch (error) {
    warn(error);
  }
}

function hasParts(messageId: string): boolean {
  return typeof useChats.getState().messages[messageId]?.content === "object";
}

async function storeInlineImagesOf(messageId: string): Promise<void> {
  const { storeInlineImages } = await import("@/store/chats/images");
  await storeInlineImages(messageId);
}

let isWarned = false;

async function checkQuota(): Promise<void> {
  const { askToKeep, isNearlyFull, measureRoom } = await import("@/store/data/data");
  // Ask after the first reply: there is something to lose from then on.
  if (!isPersistenceRequested) {
    isPersistenceRequested = true;
    await askToKeep();
  }
  if (isWarned || !isNearlyFull(await measureRoom())) return;
  isWarned = true;
  report(new AppError("storage-nearly-full"));
}

function warn(error: unknown): void {
  console.warn("Background maintenance failed.", error);
}
