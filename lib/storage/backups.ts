import { type DBSchema, openDB } from "idb";
import { storageError } from "@/lib/storage/documents";
import { databaseNames } from "@/lib/storage/local-keys";

/** The reason for a backup. */
export type BackupReason = "daily" | "import" | "migration" | "takeover";

/** A backup on this device: all exportable data, as one file. */
export interface Backup {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly reason: BackupReason;
  readonly file: Blob;
}

/** A chosen folder as it is stored: the browser's handle, or the id under which the desktop shell knows it. */
export type StoredFolder = FileSystemDirectoryHandle | { readonly shellId: string; readonly name: string };

interface BackupDatabase extends DBSchema {
  backups: { key: string; value: Backup };
  /** Folders for additional backup files and for sync. */
  folder: { key: string; value: StoredFolder };
}

/**
 * Number of stored backups, besides the data found of a NextChat, which is never deleted. The oldest is deleted first.
 */
export const maxBackups = 5;

/** Opens a second database, which is not affected if the first one is damaged. */
function openBackups() {
  return openDB<BackupDatabase>(databaseNames.backups, 2, {
    upgrade(opened, oldVersion) {
      if (oldVersion < 1) opened.createObjectStore("backups", { keyPath: "id" });
      if (oldVersion < 2) opened.createObjectStore("folder");
    },
  });
}

/** Stores a backup and deletes the oldest. Throws `storage-full` or `storage-unavailable`; then the others remain. */
export async function storeBackup(backup: Backup): Promise<void> {
  try {
    const database = await openBackups();
    await database.put("backups", backup);
    for (const { id } of tooMany(await listFrom(database), backup.at)) await database.delete("backups", id);
    database.close();
  } catch (thrown) {
    throw storageError(thrown);
  }
}

/** Returns the backups, newest first. Throws `storage-unavailable`. */
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

/** Returns the key of a folder for sync. */
export function syncFolderKey(id: string): string {
  return `sync-${id}`;
}

/** Returns a folder that the user chose, by default the one for additional backup files. */
export async function readFolder(key: string = folderKey): Promise<StoredFolder | undefined> {
  const database = await openBackups();
  const folder = await database.get("folder", key);
  database.close();
  return folder;
}

/** Stores the chosen folder, or removes it. */
export async function storeFolder(folder: StoredFolder | undefined): Promise<void> {
  const database = await openBackups();
  if (folder) await database.put("folder", folder, folderKey);
  else await database.delete("folder", folderKey);
  database.close();
}

/** Stores the folder for sync, in place of a former one. */
export async function storeSyncFolder(id: string, folder: StoredFolder): Promise<void> {
  const database = await openBackups();
  for (const key of await database.getAllKeys("folder")) {
    if (key !== folderKey) await database.delete("folder", key);
  }
  await database.put("folder", folder, syncFolderKey(id));
  database.close();
}

/** Deletes all backups; only when the user clears everything. */
export async function clearBackups(): Promise<void> {
  const database = await openBackups();
  await database.clear("backups");
  await database.clear("folder");
  database.close();
}

/**
 * Returns the backups to delete. Those dated in the future were made while the clock was wrong. They count as the
 * oldest; otherwise each new backup would be the first to be deleted.
 */
function tooMany(backups: readonly Backup[], now: number): Backup[] {
  const counted = backups.filter(({ reason }) => reason !== "takeover");
  const [early, late] = [counted.filter(({ at }) => at <= now), counted.filter(({ at }) => at > now)];
  return [...early, ...late].slice(maxBackups);
}

async function listFrom(database: Awaited<ReturnType<typeof openBackups>>): Promise<Backup[]> {
  return (await database.getAll("backups")).sort((one, other) => other.at - one.at);
}
