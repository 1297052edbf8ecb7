import { type DBSchema, openDB } from "idb";
import { storageError } from "@/lib/storage/documents";
import { databaseNames } from "@/lib/storage/local-keys";

/** Why a backup was made. */
export type BackupReason = "daily" | "import" | "migration" | "takeover";

/** A backup on this device: all that can be exported, as one file. */
export interface Backup {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason: BackupReason;
  readonly file: Blob;
}

interface BackupDatabase extends DBSchema {
  backups: { key: string; value: Backup };
  /** The folder in which copies are kept besides, under one key; a browser stores its handle as it is. */
  folder: { key: string; value: FileSystemDirectoryHandle };
}

/** How many backups are kept beside what was found of a NextChat, which stays; the oldest goes. */
export const keptBackups = 5;

/** A second database: what happens to the first does not touch it. */
function openBackups() {
  return openDB<BackupDatabase>(databaseNames.backups, 2, {
    upgrade(opened, oldVersion) {
      if (oldVersion < 1) opened.createObjectStore("backups", { keyPath: "id" });
      if (oldVersion < 2) opened.createObjectStore("folder");
    },
  });
}

/** Keeps a backup and lets the oldest go. Throws `storage-full` or `storage-unavailable`; then the others stay. */
export async function keepBackup(backup: Backup): Promise<void> {
  try {
    const database = await openBackups();
    await database.put("backups", backup);
    for (const { id } of tooMany(await listFrom(database), backup.at)) await database.delete("backups", id);
    database.close();
  } catch (thrown) {
    throw storageError(thrown);
  }
}

/** Lists the backups, the newest first. Throws `storage-unavailable`. */
export async function listBackups(): Promise<Backup[]> {
  try {
    const database = await openBackups();
    const backups = await listFrom(database);
    database.close();
    return backups;
  } catch (thrown) {
    throw storageError(thrown);
  }
}

const folderKey = "chosen";

/** Returns the folder in which copies are kept besides, if one was chosen. */
export async function readFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  const database = await openBackups();
  const folder = await database.get("folder", folderKey);
  database.close();
  return folder;
}

/** Keeps which folder was chosen; without one, that there is none any more. */
export async function keepFolder(folder: FileSystemDirectoryHandle | undefined): Promise<void> {
  const database = await openBackups();
  if (folder) await database.put("folder", folder, folderKey);
  else await database.delete("folder", folderKey);
  database.close();
}

/** Removes all backups: only when the user clears everything. */
export async function clearBackups(): Promise<void> {
  const database = await openBackups();
  await database.clear("backups");
  await database.clear("folder");
  database.close();
}

/**
 * Returns the copies that must go. Those of a later time than now were made while the clock was wrong: they count as the
 * oldest, or each copy that is made would be the first to go.
 */
function tooMany(backups: readonly Backup[], now: number): Backup[] {
  const counted = backups.filter(({ reason }) => reason !== "takeover");
  const [early, late] = [counted.filter(({ at }) => at <= now), counted.filter(({ at }) => at > now)];
  return [...early, ...late].slice(keptBackups);
}

async function listFrom(database: Awaited<ReturnType<typeof openBackups>>): Promise<Backup[]> {
  return (await database.getAll("backups")).sort((one, other) => other.at - one.at);
}
