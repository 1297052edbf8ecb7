import type { Changes } from "@/lib/storage/database-records";
import type { KeyValueStorage } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";

/** A storage whose keys can be listed, as the browser's own. */
export type ListableStorage = KeyValueStorage & Pick<Storage, "key" | "length">;

const prefix = localKeys.unwrittenChanges;

/** Returns the keys of changes that earlier tabs left behind. */
export function unwrittenKeys(storage: ListableStorage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  return keys.filter((key) => key.startsWith(prefix) && !key.startsWith(localKeys.unwrittenDocument));
}

/**
 * Keeps changes that a page which goes away may not see written: a browser ends the transactions of a page that is
 * gone, even those that were asked to commit, while localStorage is written at once. Returns the function that forgets
 * them again. What the page has kept before goes in any case: written at the next start, it would undo what came since.
 * Where there is no room nothing is kept: the changes were on their way to the database all the same.
 */
export function keepUnwritten(storage: KeyValueStorage, pageId: string, changes: Changes): () => void {
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
