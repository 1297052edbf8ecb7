import type { Changes } from "@/lib/storage/database-records";
import type { KeyValueStorage } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";

/** A storage with enumerable keys, such as the browser's own. */
export type ListableStorage = KeyValueStorage & Pick<Storage, "key" | "length">;

const prefix = localKeys.unwrittenChanges;

/** Returns the keys of changes that earlier tabs left behind. */
export function unsavedKeys(storage: ListableStorage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  return keys.filter((key) => key.startsWith(prefix) && !key.startsWith(localKeys.unwrittenDocument));
}

/**
 * Stores changes in localStorage that a closing page may not finish writing. Browsers abort the transactions of a
 * closed page, even committed ones, but localStorage is written synchronously. Returns the function that removes them.
 *
 * Earlier stored changes of the page are always removed: written at the next start, they would undo newer changes. If
 * localStorage is full, nothing is stored, because the changes are also being written to the database.
 */
export function storeUnsavedChanges(storage: KeyValueStorage, pageId: string, changes: Changes): () => void {
  const key = prefix + pageId;
  try {
    storage.removeItem(key);
    if (!isEmpty(changes)) storage.setItem(key, JSON.stringify(changes));
  } catch {
    return () => {};
  }
  return () => storage.removeItem(key);
}

function isEmpty({ patchSessions, putMessages, growMessages, deleteMessages }: Changes): boolean {
  return [patchSessions, putMessages, growMessages, deleteMessages].every((list) => list.length === 0);
}
