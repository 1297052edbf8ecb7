import type { IDBPDatabase, IDBPTransaction } from "idb";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { ParleyDatabase } from "@/lib/storage/database-records";
import { growthOfMessage, marked } from "@/lib/storage/database-writes";
import { containsGrowth, type Growth, piecesBeforeGap, withGrowth } from "@/lib/storage/growth";
import { readMessageRow } from "@/lib/storage/validate-rows";

/** A stored reply: its row, if there is one, and its pieces of growth. */
interface StoredReply {
  readonly row: MessageRecord | undefined;
  readonly pieces: readonly Growth[];
}

/** The writes that settle a reply: the row to write, if it changes, and the pieces to delete. */
interface Settlement {
  readonly put?: MessageRecord;
  readonly obsolete: readonly Growth[];
}

/**
 * Stores the replies of closed tabs whole, as stopped ones, and deletes obsolete pieces of growth. A reply that changes
 * meanwhile is left to the tab that writes it.
 *
 * @param isHeld whether a tab still writes the reply with this id
 */
export async function settleGrowth(
  database: IDBPDatabase<ParleyDatabase>,
  isHeld: (messageId: string) => Promise<boolean>,
): Promise<void> {
  const keys = await database.getAllKeys("growth");
  for (const id of new Set(keys.map(([messageId]) => messageId))) {
    // Read the reply before the lock: a tab releases its reply only after it has written the end.
    const before = JSON.stringify(await readReply(database.transaction(["messages", "growth"]), id));
    if (await isHeld(id)) continue;
    const transaction = database.transaction(["messages", "growth", "searchLog", "messageMarks"], "readwrite");
    const reply = await readReply(transaction, id);
    const { put, obsolete } = JSON.stringify(reply) === before ? settlementOf(reply) : unchanged;
    await Promise.all([
      ...(put ? [transaction.objectStore("messages").put(put), transaction.objectStore("searchLog").add([id])] : []),
      ...(put ? marked(transaction.objectStore("messageMarks"), [put.sessionId]) : []),
      ...obsolete.map(({ number }) => transaction.objectStore("growth").delete([id, number])),
      transaction.done,
    ]);
  }
}

const unchanged: Settlement = { obsolete: [] };

/**
 * Returns the writes for a reply that no tab writes. No text is lost: deleted pieces are contained in the row, or have
 * no row.
 */
function settlementOf({ row, pieces }: StoredReply): Settlement {
  if (!row) return { obsolete: pieces };
  if (!readMessageRow(row) || typeof row.content !== "string") return unchanged;
  const { streaming, ...grown } = withGrowth(row, pieces);
  const settled: MessageRecord = row.streaming ? { ...grown, stopped: true } : grown;
  const following = piecesBeforeGap(pieces);
  const others = pieces.filter((piece) => !following.includes(piece));
  const obsolete = containsGrowth(settled, others) ? pieces : following;
  return JSON.stringify(settled) === JSON.stringify(row) ? { obsolete } : { put: settled, obsolete };
}

async function readReply(
  transaction: IDBPTransaction<
    ParleyDatabase,
    ("messages" | "growth" | "searchLog" | "messageMarks")[],
    IDBTransactionMode
  >,
  id: string,
): Promise<StoredReply> {
  const [row, pieces] = await Promise.all([
    transaction.objectStore("messages").get(id),
    transaction.objectStore("growth").getAll(growthOfMessage(id)),
  ]);
  return { row, pieces };
}
