import { AppError } from "@/lib/errors";
import type { Database } from "@/lib/storage/database";
import type { ChangedRecords } from "@/store/records/journal";

/** Broadcasts to the other tabs of this browser profile. */
export interface OtherTabs {
  /** Broadcasts which records were written. The other tabs read them again. */
  tellChanged(changed: ChangedRecords): void;
  /** Broadcasts that all data was cleared. */
  tellCleared(): void;
  /** Applies the messages received so far and all later ones. Call it once the stored state has been read. */
  takeOver(): void;
}

/** The storage handle: the open database and the broadcasts to other tabs. Code that is lazy-loaded uses it. */
interface StorageHandle {
  readonly database: Database;
  /** Undefined if storage is read-only, because a newer version wrote it. */
  readonly otherTabs: OtherTabs | undefined;
}

let handle: StorageHandle | undefined;

/** Sets the storage handle; undefined once the database is closed. */
export function setStorage(opened: StorageHandle | undefined): void {
  handle = opened;
}

/** Returns the storage handle, or undefined if the browser blocks IndexedDB. */
export function getStorage(): StorageHandle | undefined {
  return handle;
}

/** Returns the storage handle. Throws `storage-unavailable` if the browser blocks IndexedDB. */
export function requireStorage(): StorageHandle {
  if (!handle) throw new AppError("storage-unavailable");
  return handle;
}
