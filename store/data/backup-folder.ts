import { brand } from "@/lib/platform/brand";
import type { FolderHandle } from "@/lib/platform/folder-handle";
import { allowFolder, openFolder, pickFolder, restoreFolder } from "@/lib/platform/folders";
import { maxBackups, readFolder, storeFolder } from "@/lib/storage/backups";

/** The folder that the user chose for backups, beside those in the browser. */
export interface BackupFolder {
  readonly name: string;
  /** Whether the browser allows writing. If not, the user must be asked again. */
  readonly isAllowed: boolean;
}

async function handle(): Promise<FolderHandle | undefined> {
  return restoreFolder(await readFolder());
}

/** Returns the chosen folder. */
export async function readBackupFolder(): Promise<BackupFolder | undefined> {
  const chosen = await handle();
  return chosen && { name: chosen.name, isAllowed: (await openFolder(chosen)) !== undefined };
}

/** Asks the user for a folder and stores the choice. If the user cancels, the previous choice stays. */
export async function chooseBackupFolder(): Promise<BackupFolder | undefined> {
  const picked = await pickFolder("copies");
  if (picked) await storeFolder(picked.stored ?? picked);
  return readBackupFolder();
}

/** Asks the user to allow the chosen folder again. */
export async function allowBackupFolder(): Promise<BackupFolder | undefined> {
  const chosen = await handle();
  if (chosen) await allowFolder(chosen);
  return readBackupFolder();
}

/** Stops backups to the folder. Existing backups stay there. */
export async function leaveBackupFolder(): Promise<void> {
  await storeFolder(undefined);
}

/** Prefix of the names of our backups. Other files in the folder are never changed. */
const prefix = () => `${brand.name}-copy-`;

/**
 * Writes a backup into the chosen folder, and deletes our oldest one there. Returns false without a folder, or if the
 * browser must ask for permission again first.
 */
export async function writeToBackupFolder(file: Blob, at: number): Promise<boolean> {
  const chosen = await handle();
  const folder = chosen && (await openFolder(chosen));
  if (!folder) return false;
  await folder.write(`${prefix()}${new Date(at).toISOString().slice(0, 10)}.json`, file);
  const ours = (await folder.list()).filter((name) => name.startsWith(prefix())).sort();
  for (const name of ours.slice(0, -maxBackups)) await folder.remove(name);
  return true;
}
