import type { IDBPDatabase } from "idb";
import { AppError } from "@/lib/errors";
import type { ParleyDatabase } from "@/lib/storage/database-records";
import { written } from "@/lib/storage/database-writes";

/**
 * Expects of a layout newer than this version's that all is there that this one reads by: it may have left some behind.
 * Throws `stored-unknown`, with the database closed, where it has not.
 */
export function expectReadable(database: IDBPDatabase<ParleyDatabase>): void {
  try {
    const transaction = database.transaction([...written, "unreadable", "clearing", "sync", "documents"] as const);
    transaction.objectStore("sessions").index("byOrder");
    transaction.objectStore("messages").index("bySession");
    transaction.objectStore("growth").index("bySession");
    transaction.objectStore("blobs").index("bySize");
  } catch (thrown) {
    database.close();
    throw new AppError("stored-unknown", {}, { cause: thrown });
  }
}
