import { clearBackups } from "@/lib/storage/backups";
import { clearedByKey } from "@/lib/storage/clearing-trace";
import type { Database } from "@/lib/storage/database";
import type { Clearing } from "@/lib/storage/database-records";
import type { ListableStorage } from "@/lib/storage/last-words";
import { removeNextChatDatabase } from "@/lib/storage/nextchat-origin";
import { localeKey } from "@/locales/registry";

/**
 * Clears what lies beside the chats, which are cleared already (decision 0028): the copies, what a NextChat has left,
 * caches, settings and keys. The language stays. It may be done twice.
 */
export async function endClearing(
  database: Pick<Database, "noteClearing">,
  clearing: Clearing,
  storage: ListableStorage,
): Promise<void> {
  if (!clearing.isRestCleared) {
    await clearBackups();
    await removeNextChatDatabase();
    const names = (await globalThis.caches?.keys()) ?? [];
    await Promise.all(names.map((name) => caches.delete(name)));
  }
  clearStorage(storage, clearing.id);
  if (!clearing.isRestCleared) await database.noteClearing({ ...clearing, isRestCleared: true });
}

/** The settings go together with the note of who did it: a browser writes both at once, however late. */
function clearStorage(storage: ListableStorage, clearingId: string): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key !== null && key !== localeKey) storage.removeItem(key);
  storage.setItem(clearedByKey, clearingId);
  try {
    sessionStorage.clear();
  } catch {
    // Where the browser forbids it nothing was written there.
  }
}
