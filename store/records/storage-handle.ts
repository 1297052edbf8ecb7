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

/** What the data screen works with; its code is loaded when it is first needed, this is there from the start. */
interface StorageHandle {
  readonly database: Database;
  /** Absent where nothing may be written: a newer version has stored what is here. */
  readonly otherTabs: OtherTabs | undefined;
}

let handle: StorageHandle | undefined;

/** Sets the database and the line to other tabs that the data screen uses; undefined once they are gone. */
export function setStorage(opened: StorageHandle | undefined): void {
  handle = opened;
}

/** Returns the door, or nothing where the browser forbids storage. */
export function getStorage(): StorageHandle | undefined {
  return handle;
}

/** Returns the door. Throws `storage-unavailable` where there is none: then there is nothing to export either. */
export function requireStorage(): StorageHandle {
  if (!handle) throw new AppError("storage-unavailable");
  return handle;
}
