import type { Clearing } from "@/lib/storage/database-records";
import type { KeyValueStorage } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";

/** Key of the id of the clearing that last emptied localStorage. */
export const clearedByKey = localKeys.clearedBy;

/**
 * Whether a clearing is complete. Chats are deleted immediately, but browsers write localStorage to disk some seconds
 * later. After a crash in between, the old settings and keys are back, without the id of that clearing.
 */
export function hasEnded({ id, isRestCleared }: Clearing, storage: Pick<KeyValueStorage, "getItem">): boolean {
  return isRestCleared && storage.getItem(clearedByKey) === id;
}
