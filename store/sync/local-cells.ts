import type { Database } from "@/lib/storage/database";
import { cellsOfChats } from "@/lib/sync/chat-cells";
import {
  cellsOfDocument,
  groupOfDocument,
  syncedDocuments,
  withoutSecretCells,
  withoutSecrets,
} from "@/lib/sync/document-cells";
import type { Ledger } from "@/lib/sync/ledger";
import type { LocalCell, LocalState } from "@/lib/sync/local-state";
import type { SyncOrder } from "@/store/sync/sync-messages";

/** Returns the cells of all chats on this device. */
export async function cellsOfAllChats(
  database: Pick<Database, "readRows">,
  known: { has(group: string): boolean },
): Promise<LocalState> {
  return cellsOfChats(await allOf(database, "sessions"), await allOf(database, "messages"), known);
}

/** Returns the cells of this device's documents. Without keys, those of secrets are locked. */
export function cellsOfDocuments({ documents, defaults }: SyncOrder, withKeys: boolean): LocalState {
  return new Map(
    syncedDocuments(withKeys).map((key): [string, ReadonlyMap<string, LocalCell>] => {
      const cells = cellsOfDocument(key, documents[key] ?? {}, defaults[key]);
      return [groupOfDocument(key), withKeys ? cells : withoutSecretCells(key, cells)];
    }),
  );
}

/** Returns the ledger of the documents on this device, without secrets if these are not synced. */
export function ledgerOfDocuments({ documentLedger }: SyncOrder, local: LocalState, withKeys: boolean): Ledger {
  const open = withKeys ? documentLedger : withoutSecrets(documentLedger);
  return new Map([...open].filter(([name]) => hasCells(local.get(name))));
}

/** A missing document does not mean that its cells were deleted here. */
function hasCells(cells: ReadonlyMap<string, LocalCell> = new Map()): boolean {
  return [...cells.values()].some((cell) => cell !== "busy");
}

async function allOf(database: Pick<Database, "readRows">, collection: "sessions" | "messages"): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const part of database.readRows(collection)) for (const row of part) rows.push(row);
  return rows;
}
