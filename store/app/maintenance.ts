import { AppError } from "@/lib/errors";
import { isHidden } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { isReplyHeld } from "@/lib/platform/held-replies";
import { runUnlessLocked } from "@/lib/platform/tab-locks";
import { catalogue } from "@/lib/storage/catalogue";
import { takeoverKey } from "@/lib/storage/nextchat-trace";
import { pageStorage } from "@/store/base/page-storage";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import type { Backup } from "@/store/data/data";
import { getStorage, requireStorage } from "@/store/records/storage-handle";
import { useTurns } from "@/store/turns/turns";

const { now, delay, nextFrame } = browserEnvironment;

/** Delay after startup before maintenance runs, in milliseconds. */
const startDelayMs = 10_000;

const dayMs = 24 * 60 * 60_000;

let isStarted = false;
let isPersistenceRequested = false;

/**
 * Starts background maintenance (daily backup, garbage collection) once per page load, when idle. No-op if storage is
 * read-only.
 */
export function startMaintenance(): void {
  if (isStarted || !mayWrite()) return;
  isStarted = true;
  watchTurns(useTurns, (replyId) => {
    // Let the frame with the end of the reply render first.
    void nextFrame()
      .then(() => runPostTurnMaintenance(replyId))
      .catch(warn);
  });
  void delay(startDelayMs).then(maintainRecords).catch(warn);
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

function mayWrite(): boolean {
  return getStorage()?.otherTabs !== undefined;
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
function maintainRecords(): Promise<void> {
  return runUnlessLocked("parley-daily-copy", async () => {
    await requireStorage().database.settleGrowth(isReplyHeld).catch(warn);
    const [{ takeBackup }, { migrateRecords }] = await Promise.all([
      import("@/store/data/data"),
      import("@/store/chats/record-migrations"),
    ]);
    await migrateRecords(pageStorage(), takeBackup);
    await makeDailyBackup();
    const { freeUnusedImages } = await import("@/store/chats/unused-images");
    await freeUnusedImages(requireStorage().database, pageStorage(), now());
  });
}

/** Backs up to this device if there is space, and to the backup folder, which does not use the quota. */
async function makeDailyBackup(): Promise<void> {
  const { exportAll, hasRoomForCopies, listDeviceBackups, measureStorage, takeBackup } = await import(
    "@/store/data/data"
  );
  const use = await measureStorage();
  if (!isDailyBackupDue(await listDeviceBackups(), use.messages, now())) return;
  if (hasRoomForCopies(use)) await takeBackup("daily");
  await writeBackupToFolder(exportAll);
}

/** A folder that is gone, or not allowed any more, must not stop the other maintenance. */
async function writeBackupToFolder(exportAll: typeof import("@/store/data/data").exportAll): Promise<void> {
  try {
    const { readBackupFolder, writeToBackupFolder } = await import("@/store/data/backup-folder");
    if (!(await readBackupFolder())?.isAllowed) return;
    await writeToBackupFolder(await exportAll("parley", false), now());
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
  console.warn("The data on this device could not be looked after.", error);
}
