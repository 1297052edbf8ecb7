import type { Clearing } from "@/lib/storage/database-records";
import type { KeyValueStorage } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";

/** Under this key stands by which clearing localStorage was emptied last. */
export const clearedByKey = localKeys.clearedBy;

/**
 * Whether a clearing has come to its end. The chats are gone for good the moment they are cleared, while a browser
 * writes localStorage some seconds after it was told to: one that dies in between comes back with the settings and keys
 * of before, and without the name of that clearing among them.
 */
export function hasEnded({ id, isRestCleared }: Clearing, storage: Pick<KeyValueStorage, "getItem">): boolean {
  return isRestCleared && storage.getItem(clearedByKey) === id;
}
