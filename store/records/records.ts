import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { Database } from "@/lib/storage/database";
import { type ChangedRecords, createJournal, type Journal } from "@/store/records/journal";

/** Broadcasts to the other tabs of this browser profile. */
export interface OtherTabs {
  /** Broadcasts which records were written. The other tabs read them again. */
  tellChanged(changed: ChangedRecords): void;
  /** Broadcasts that all data was cleared. */
  tellCleared(): void;
  /** Applies the messages received so far and all later ones. Call it once the stored state has been read. */
  takeOver(): void;
}

/** An open database. */
interface OpenedRecords {
  readonly database: Database;
  /** Undefined if storage is read-only, because a newer version wrote it. */
  readonly otherTabs: OtherTabs | undefined;
}

/** The stored records of a tab. They are opened once, at the start. */
export interface Records extends Partial<OpenedRecords> {
  /** The queue of changes. It accepts changes before the database is open. */
  readonly journal: Journal;
  /** Whether the database was deleted after it was opened. */
  readonly isDeleted: boolean;
  /** Returns the database. Throws `storage-unavailable` if it is not open. */
  requireDatabase(): Database;
  open(opened: OpenedRecords): void;
  /** Removes the database, because it was deleted. */
  close(): void;
}

/** Creates the records of a tab, not open yet. */
export function createRecords(): Records {
  let opened: OpenedRecords | undefined;
  let isDeleted = false;
  return {
    journal: createJournal(),
    get database() {
      return opened?.database;
    },
    get otherTabs() {
      return opened?.otherTabs;
    },
    get isDeleted() {
      return isDeleted;
    },
    requireDatabase() {
      if (!opened) throw new AppError("storage-unavailable");
      return opened.database;
    },
    open(given) {
      opened = given;
    },
    close() {
      opened = undefined;
      isDeleted = true;
    },
  };
}

/** Dependencies of code that reads or writes stored records. */
export interface TabContext {
  readonly env: Environment;
  readonly records: Records;
}

/** The context of this tab. */
export const tabContext: TabContext = { env: browserEnvironment, records: createRecords() };
