import { type KeyValueStorage, storageError } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";
import type { Ledger } from "@/lib/sync/ledger";

/** What is remembered of the documents as one sync has left them; its mark stands beside them in localStorage. */
export interface DocumentMemory {
  readonly mark: string;
  readonly ledger: Ledger;
}

interface MemoryPlace {
  readonly storage: KeyValueStorage;
  /** Where the database keeps what is remembered (`Database.readSyncMemory`). */
  readonly database: {
    readSyncMemory(part: "documents"): Promise<unknown>;
    writeSyncMemory(part: "documents", value: readonly DocumentMemory[]): Promise<void>;
  };
}

/** The key in localStorage under which stands which sync has left the documents as they are. */
export const markKey = localKeys.syncMark;

/** How long a tab waits for what another has written, and how often it looks, in milliseconds. */
const arrivalMs = 2_000;
const lookMs = 20;

/**
 * Returns what is remembered of the documents as they stand in localStorage; nothing where no sync has left them so.
 *
 * What one tab writes there another sees a moment later, whatever lock it holds, and after a crash it may be gone while
 * the database is whole. With the memory of other documents, what a sync has brought would be taken for undone here.
 */
export async function recallDocuments(
  { storage, database }: MemoryPlace,
  delay: (ms: number) => Promise<void>,
): Promise<DocumentMemory | undefined> {
  const memories = await database.readSyncMemory("documents");
  if (!Array.isArray(memories)) return undefined;
  const [newest, ...others] = memories as DocumentMemory[];
  for (let waited = 0; waited < arrivalMs && storage.getItem(markKey) !== newest?.mark; waited += lookMs) {
    await delay(lookMs);
  }
  const mark = storage.getItem(markKey);
  return [newest, ...others].find((memory) => memory?.mark === mark);
}

/**
 * Writes documents and what is remembered of them. Until they are written, what was remembered of the former ones stands
 * beside it, so that whenever this ends the one or the other is true. Throws `storage-full` or `storage-unavailable`.
 */
export async function rememberDocuments(
  { storage, database }: MemoryPlace,
  memory: DocumentMemory,
  former: DocumentMemory | undefined,
  write: () => Promise<void>,
): Promise<void> {
  await database.writeSyncMemory("documents", former ? [memory, former] : [memory]);
  await write();
  try {
    storage.setItem(markKey, memory.mark);
  } catch (thrown) {
    throw storageError(thrown);
  }
}
