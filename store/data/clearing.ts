import { clearBackups } from "@/lib/storage/backups";
import { clearedByKey } from "@/lib/storage/clearing-trace";
import type { Database } from "@/lib/storage/database";
import type { Clearing } from "@/lib/storage/database-records";
import { localKeys } from "@/lib/storage/local-keys";
import { isOfNextChat, nextChatImages, removeNextChatDatabase } from "@/lib/storage/nextchat-origin";
import { isTakeoverDue } from "@/lib/storage/nextchat-trace";
import { clearVectors } from "@/lib/storage/stored-vectors";
import type { ListableStorage } from "@/lib/storage/unsaved-changes";
import { localeKey } from "@/locales/registry";

/**
 * Clears the rest, once the chats are cleared (docs/decisions/0028): backups, caches, settings, keys, and the data of a
 * NextChat. NextChat data that was not taken over stays, because it is the only copy. The language stays, too. Safe to
 * repeat.
 */
export async function endClearing(
  database: Pick<Database, "noteClearing">,
  clearing: Clearing,
  storage: ListableStorage,
): Promise<void> {
  if (!clearing.isRestCleared) {
    await clearBackups();
    if (storage.getItem(localKeys.embeddings) !== null) await clearVectors();
    if (!isTakeoverDue(storage)) await removeNextChatDatabase();
    const names = (await globalThis.caches?.keys()) ?? [];
    const kept = isTakeoverDue(storage) ? nextChatImages : undefined;
    await Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name)));
  }
  clearStorage(storage, clearing.id);
  if (!clearing.isRestCleared) await database.noteClearing({ ...clearing, isRestCleared: true });
}

/** Removes the settings and stores the mark of the clearing in one task, so that browsers write both together. */
function clearStorage(storage: ListableStorage, clearingId: string): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  const isKept = (key: string) =>
    key === localeKey || (isTakeoverDue(storage) && isOfNextChat(key, storage.getItem(key) ?? "", storage));
  const cleared = keys.filter((key) => key !== null && !isKept(key));
  for (const key of cleared) if (key !== null) storage.removeItem(key);
  storage.setItem(clearedByKey, clearingId);
  try {
    sessionStorage.clear();
  } catch {
    // The browser blocks it, so nothing is stored there.
  }
}
