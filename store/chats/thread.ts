import { AppError } from "@/lib/errors";
import { replyLocks } from "@/lib/platform/reply-locks";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { type TabContext, tabContext } from "@/store/records/records";

/** Reads the messages of a chat when it is opened, once. If the browser blocks IndexedDB, there are none to read. */
export async function openThread(
  sessionId: string,
  { records: { database, isDeleted } }: Pick<TabContext, "records"> = tabContext,
): Promise<void> {
  const { threads, startThread, fillThread, failThread } = useChats.getState();
  if (threads[sessionId] && threads[sessionId].status !== "failed") return;
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
export function watchReplies(records: readonly MessageRecord[], database: Pick<Database, "readSome">): void {
  for (const { id, streaming } of records) {
    if (!streaming || watched.has(id)) continue;
    watched.add(id);
    void replyLocks.whenFree(id).then(() => endReply(id, database));
  }
}

/** Time that the end of a reply may take to arrive from the tab that wrote it, in milliseconds. */
const endingMs = 300;

async function endReply(id: string, database: Pick<Database, "readSome">): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, endingMs));
  watched.delete(id);
  if (!useChats.getState().messages[id]?.streaming) return;
  const { messages } = await database.readSome({ sessions: [], messages: [id] });
  const { takeMessages, update } = useChats.getState();
  takeMessages(messages);
  if (useChats.getState().messages[id]?.streaming) {
    update(id, ({ streaming: _ended, ...message }) => ({ ...message, stopped: true }));
  }
}
