import type { IDBPDatabase } from "idb";
import type { ChatSession } from "@/lib/chat/session";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { ParleyDatabase, Unreadable } from "@/lib/storage/database-records";
import { readIntactHead, readIntactMessage } from "@/lib/storage/intact-rows";
import type { ValidatedRow } from "@/lib/storage/validate-rows";

/** Lazy-loaded: most stored rows are intact. */
const rowValidation = () => import("@/lib/storage/validate-rows");

/** The records among some rows, and the number of rows that could not be read. */
interface ParsedRows<T> {
  readonly records: T[];
  readonly unreadable: number;
}

/** Functions that parse stored rows. */
export interface RowParsers {
  /** Parses chat heads. Invalid ones are listed as damaged, so that their chats can be exported and deleted. */
  parseHeads(rows: readonly unknown[]): Promise<ParsedRows<ChatSession>>;
  parseMessages(rows: readonly unknown[]): Promise<ParsedRows<MessageRecord>>;
}

/** Creates the parsers of a database's rows. */
export function createRowParsers(database: IDBPDatabase<ParleyDatabase>, isReadOnly: boolean): RowParsers {
  /**
   * Reads each row: intact ones at once, others by the schemas. Rows that fail validation are copied to `unreadable` and
   * left in place. If the schemas cannot be loaded, rows that need them are left in place and counted.
   */
  async function parseRows<T>(
    collection: "sessions" | "messages",
    rows: readonly unknown[],
    readIntact: (row: unknown) => T | undefined,
    validate: (row: unknown) => Promise<ValidatedRow<T>>,
  ) {
    const records: T[] = [];
    const unreadable: Unreadable[] = [];
    let unchecked = 0;
    for (const row of rows) {
      const record = readIntact(row);
      const validated = record ? { record } : await validate(row).catch(() => undefined);
      if (!validated) unchecked += 1;
      else if ("record" in validated) records.push(validated.record);
      else unreadable.push({ row, reason: validated.reason });
    }
    if (unreadable.length > 0 && !isReadOnly) await copyUnreadable(collection, unreadable);
    return { records, unreadable: unreadable.length + unchecked };
  }

  /** Copies rows to `unreadable`. If that fails, they are still counted, and the others are read. */
  async function copyUnreadable(collection: string, rows: readonly Unreadable[]): Promise<void> {
    await import("@/lib/storage/database-bulk-writes")
      .then(({ setAside }) => setAside(database, collection, rows))
      .catch(() => undefined);
  }

  return {
    parseHeads: (rows) =>
      parseRows("sessions", rows, readIntactHead, async (row) => (await rowValidation()).validateHead(row)),
    parseMessages: (rows) =>
      parseRows("messages", rows, readIntactMessage, async (row) => (await rowValidation()).validateMessage(row)),
  };
}
