import { AppError } from "@/lib/errors";
import { replyLocks } from "@/lib/platform/reply-locks";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { type TabContext, tabContext } from "@/store/records/records";

/** The chats whose messages are being read. */
const reading = new Map<string, Promise<void>>();

/**
 * Reads the messages of a chat when it is opened, once. Resolves when they are in the store. If the browser blocks
 * IndexedDB, there are none to read.
 */
export function openThread(sessionId: string, context: Pick<TabContext, "records"> = tabContext): Promise<void> {
  const { threads } = useChats.getState();
  const pending = reading.get(sessionId);
  if (pending) return pending;
  if (threads[sessionId] && threads[sessionId].status !== "failed") return Promise.resolve();
  const read = readThread(sessionId, context).finally(() => reading.delete(sessionId));
  reading.set(sessionId, read);
  return read;
}

async function readThread(
  sessionId: string,
  { records: { database, isDeleted } }: Pick<TabContext, "records">,
): Promise<void> {
  const { startThread, fillThread, failThread } = useChats.getState();
  startThread(sessionId);
  try {
    if (isDeleted) throw new AppError("storage-deleted");
    const { records, unreadable } = (await database?.readMessages(sessionId)) ?? { records: [], unreadable: 0 };
    fillThread(sessionId, records);
    if (database) watchReplies(records, database);
    if (unreadable > 0) report(new AppError("unreadable", { count: unreadable }));
  } catch (thrown) {
    console.error("Could not read the messages of a chat.", thrown);
    failThread(sessionId);
  }
}

const watched = new Set<string>();

/**
 * Watches the replies that are stored as growing. If no tab, this one included, writes a reply any more, its tab was
 * closed: the text so far stays, and the reply counts as stopped.
 */
export function watchReplies(
  records: readonly MessageRecord[],
  database: Pick<Database, "readSome" | "readTexts">,
): void {
  for (const record of records) {
    const { id, streaming } = record;
    if (!streaming || watched.has(id)) continue;
    watched.add(id);
    void replyLocks
      .whenFree(id)
      .then(() => import("@/store/chats/end-reply"))
      .then(({ endReply }) => endReply(id, database))
      .then((hasEnded) => {
        watched.delete(id);
        if (!hasEnded) watchReplies([record], database);
      });
  }
}
