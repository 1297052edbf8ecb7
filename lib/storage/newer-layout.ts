import type { IDBPDatabase } from "idb";
import { AppError } from "@/lib/errors";
import type { ParleyDatabase } from "@/lib/storage/database-records";
import { written } from "@/lib/storage/database-writes";

/**
 * Checks that a newer layout still contains everything that this version reads. Otherwise closes the database and
 * throws `stored-unknown`.
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
