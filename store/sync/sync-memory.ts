import { type KeyValueStorage, storageError } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";
import type { Ledger } from "@/lib/sync/ledger";
import type { DocumentObjects } from "@/store/sync/object-memory";

/** The ledger of the documents after a sync. Its mark is also stored beside them in localStorage. */
export interface DocumentMemory {
  readonly mark: string;
  readonly ledger: Ledger;
  readonly objects?: DocumentObjects | undefined;
}

interface MemoryPlace {
  readonly storage: KeyValueStorage;
  /** The database that stores the ledger (`Database.readSyncMemory`). */
  readonly database: {
    readSyncMemory(part: "documents"): Promise<unknown>;
    writeSyncMemory(part: "documents", value: readonly DocumentMemory[]): Promise<void>;
  };
}

/** The key in localStorage of the mark of the sync that left the documents in their current state. */
export const markKey = localKeys.syncMark;

/** Timeout for another tab's writes to arrive, and the polling interval, in milliseconds. */
const arrivalMs = 2_000;
const lookMs = 20;

/**
 * Returns the ledger that belongs to the documents in localStorage, or undefined if no sync left them in this state.
 *
 * One tab's writes to localStorage reach another tab with a delay, whatever lock it holds. After a crash they may be
 * lost while the database is complete. With a ledger of other documents, everything the sync brought would look deleted
 * here.
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
 * Writes documents and their ledger. Until the documents are written, the previous ledger is stored beside the new one,
 * so that one of them is valid whenever this is interrupted. Throws `storage-full` or `storage-unavailable`.
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
