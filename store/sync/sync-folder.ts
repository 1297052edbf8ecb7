import type { FolderHandle } from "@/lib/platform/folder-handle";
import { allowFolder, isFolderAllowed, pickFolder, restoreFolder } from "@/lib/platform/folders";
import type { SyncSettings } from "@/lib/settings/sync-settings";
import { readFolder, storeSyncFolder, syncFolderKey } from "@/lib/storage/backups";
import { syncError } from "@/lib/sync/remote";

type Folder = SyncSettings["folder"];

/** Returns the folder of the settings. Throws a sync error if it must be chosen or allowed again. */
export async function openSyncFolder(folder: Folder): Promise<FolderHandle> {
  const handle = await handleOf(folder);
  if (!handle) throw syncError("folder-missing");
  if (!(await isFolderAllowed(handle))) throw syncError("folder-closed");
  return handle;
}

/** Whether the browser must ask the user before the folder can be used again. */
export async function isSyncFolderClosed(folder: Folder): Promise<boolean> {
  const handle = await handleOf(folder);
  return handle !== undefined && !(await isFolderAllowed(handle));
}

/** Asks the user for a folder and stores it. Returns its settings, or undefined if the user cancels. */
export async function chooseSyncFolder(former: Folder, newId: () => string): Promise<Folder | undefined> {
  const picked = await pickFolder("sync");
  if (!picked) return undefined;
  const handle = await handleOf(former);
  // The same folder is the same location, so its key stays known.
  const isSame = handle !== undefined && (await picked.isSameEntry(handle));
  const id = isSame ? former.id : newId();
  await storeSyncFolder(id, picked.stored ?? picked);
  return { id, name: picked.name };
}

/** Asks the user to allow the folder again; browsers forget it after the session. Returns whether it is allowed. */
export async function allowSyncFolder(folder: Folder): Promise<boolean> {
  const handle = await handleOf(folder);
  return handle !== undefined && allowFolder(handle);
}

async function handleOf({ id }: Folder): Promise<FolderHandle | undefined> {
  if (id === "") return undefined;
  return restoreFolder(await readFolder(syncFolderKey(id)));
}
