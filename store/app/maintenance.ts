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

/** How long a start is left alone before a copy is made, in milliseconds. */
const startDelayMs = 10_000;

const dayMs = 24 * 60 * 60_000;

let isStarted = false;
let isPersistenceRequested = false;

/**
 * Does for the data what nobody should have to think of: a copy a day, and what has become of no use is removed. It
 * begins once a page, when that has nothing better to do, and only where the app may write.
 */
export function startMaintenance(): void {
  if (isStarted || !mayWrite()) return;
  isStarted = true;
  watchTurns(useTurns, (replyId) => {
    // The frame that shows the end of the reply comes first.
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
 * function that ends that.
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
 * Looks after the data behind a turn: the images of its reply become records of their own, the browser is asked to keep
 * what is stored, and a warning comes before the room ends.
 */
function runPostTurnMaintenance(replyId: string): void {
  if (hasParts(replyId)) void keepImagesOf(replyId).catch(warn);
  void checkQuota().catch(warn);
}

function mayWrite(): boolean {
  return getStorage()?.otherTabs !== undefined;
}

/** Whether the data is synced without being asked: where that is switched on, and can be switched off. */
export function isAutomaticSyncOn(storage: Pick<Storage, "getItem">): boolean {
  return !isHidden("sync") && storage.getItem(catalogue.sync.key)?.includes('"isAutomatic":true') === true;
}

/** Whether the copy of the day is due: nothing is copied where nothing is, and one of a later time does not count. */
export function isDailyBackupDue(
  backups: readonly Pick<Backup, "at" | "reason">[],
  messages: number,
  time: number,
): boolean {
  if (messages === 0) return false;
  return !backups.some(({ at, reason }) => reason === "daily" && Math.abs(time - at) < dayMs);
}

/** One tab does it; the lock ends with its page. */
function maintainRecords(): Promise<void> {
  return runUnlessLocked("parley-daily-copy", async () => {
    await requireStorage().database.settleGrowth(isReplyHeld).catch(warn);
    const [{ takeBackup }, { migrateRecords }] = await Promise.all([
      import("@/store/data/data"),
      import("@/store/chats/record-steps"),
    ]);
    await migrateRecords(pageStorage(), takeBackup);
    await makeDailyBackup();
    const { freeUnusedImages } = await import("@/store/chats/unused-images");
    await freeUnusedImages(requireStorage().database, pageStorage(), now());
  });
}

/** A copy in a folder takes nothing of this device's room. */
async function makeDailyBackup(): Promise<void> {
  const { exportAll, hasRoomForCopies, listDeviceBackups, measureStorage, takeBackup } = await import(
    "@/store/data/data"
  );
  const use = await measureStorage();
  if (!isDailyBackupDue(await listDeviceBackups(), use.messages, now())) return;
  if (hasRoomForCopies(use)) await takeBackup("daily");
  await writeBackupToFolder(exportAll);
}

/** A folder that is gone, or not allowed any more, must not keep the rest from being done. */
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

async function keepImagesOf(messageId: string): Promise<void> {
  const { keepImages } = await import("@/store/chats/images");
  await keepImages(messageId);
}

let isWarned = false;

async function checkQuota(): Promise<void> {
  const { askToKeep, isNearlyFull, measureRoom } = await import("@/store/data/data");
  // The first answer is the first thing that would be missed.
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
