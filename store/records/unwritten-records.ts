import type { ChatSession } from "@/lib/chat/session";
import type { Database } from "@/lib/storage/database";
import { type Changes, type SessionPatch, withPatch } from "@/lib/storage/database-records";

/** Read access to all stored records, for exports and backups. */
export type RecordSource = Pick<Database, "readRows" | "readBlobFacts" | "readBlob">;

/** The record source of a browser without a database. */
export const noRecords: RecordSource = {
  async *readRows() {},
  readBlobFacts: async () => [],
  readBlob: async () => undefined,
};

/**
 * Returns the stored records with the unwritten changes of this tab applied. If the quota is exceeded, the last
 * messages are only in this tab; if the browser blocks storage, all of them are.
 */
export function withUnwritten(stored: RecordSource, changes: Changes): RecordSource {
  return {
    ...stored,
    readRows: (collection) => {
      const rows = stored.readRows(collection);
      switch (collection) {
        case "sessions":
          return sessionsOf(rows, changes.patchSessions);
        case "messages":
          return messagesOf(rows, changes);
        case "tombstones":
          return rows;
      }
    },
  };
}

type Rows = ReturnType<Database["readRows"]>;

async function* sessionsOf(stored: Rows, patches: readonly SessionPatch[]): Rows {
  const waiting = new Map<unknown, SessionPatch>(patches.map((patch) => [patch.id, patch]));
  for await (const rows of stored) {
    yield rows.map((row) => {
      const id = idOf(row);
      const patch = waiting.get(id);
      waiting.delete(id);
      return patch ? withPatch(row as ChatSession, patch) : row;
    });
  }
  // A patch with a mask is the whole head of a chat that was never stored. Other patches belong to chats deleted
  // meanwhile.
  yield [...waiting.values()].filter(({ mask }) => mask).map((patch) => withPatch({}, patch));
}

async function* messagesOf(stored: Rows, { putMessages, deleteMessages }: Changes): Rows {
  const changed = new Set<unknown>([...putMessages.map(({ id }) => id), ...deleteMessages]);
  for await (const rows of stored) yield rows.filter((row) => !changed.has(idOf(row)));
  yield putMessages;
}

function idOf(row: unknown): unknown {
  return typeof row === "object" && row !== null && "id" in row ? row.id : undefined;
}
