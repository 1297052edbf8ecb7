import { AppError } from "@/lib/errors";
import { replyLocks } from "@/lib/platform/reply-locks";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";

/** The dependencies of opened chats. */
interface ThreadDependencies {
  /** Absent if the browser blocks IndexedDB; chats then last as long as the tab. */
  readonly database: Database | undefined;
  /** Whether this tab is writing the message as the reply of its chat. */
  readonly isGrowing: (sessionId: string, messageId: string) => boolean;
}

let database: Database | undefined;
let isGrowing: ThreadDependencies["isGrowing"] = () => false;

/** Sets the dependencies of opened chats. Call it before the first chat is opened. */
export function setThreadDependencies(dependencies: ThreadDependencies): void {
  ({ database, isGrowing } = dependencies);
}

/** Reads the messages of a chat when it is opened, once. */
export async function openThread(sessionId: string): Promise<void> {
  const { threads, startThread, fillThread, failThread } = useChats.getState();
  if (threads[sessionId] && threads[sessionId].status !== "failed") return;
  startThread(sessionId);
  try {
    const { records, unreadable } = (await database?.readMessages(sessionId)) ?? { records: [], unreadable: 0 };
    fillThread(sessionId, records);
    watchReplies(records);
    if (unreadable > 0) report(new AppError("unreadable", { count: unreadable }));
  } catch (thrown) {
    console.error("The messages of a chat could not be read.", thrown);
    failThread(sessionId);
  }
}

const watched = new Set<string>();

/**
 * Watches the replies that are stored as growing and that another tab writes. If no tab writes a reply any more, its
 * tab was closed: the text so far stays, and the reply counts as stopped.
 */
export function watchReplies(records: readonly MessageRecord[]): void {
  for (const { id, sessionId, streaming } of records) {
    if (!streaming || watched.has(id) || isGrowing(sessionId, id)) continue;
    watched.add(id);
    void replyLocks.whenFree(id).then(() => endReply(id));
  }
}

/** Time that the end of a reply may take to arrive from the tab that wrote it, in milliseconds. */
const endingMs = 300;

async function endReply(id: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, endingMs));
  watched.delete(id);
  if (!useChats.getState().messages[id]?.streaming) return;
  const stored = await database?.readSome({ sessions: [], messages: [id] });
  const { takeMessages, update } = useChats.getState();
  if (stored) takeMessages(stored.messages);
  if (useChats.getState().messages[id]?.streaming) {
    update(id, ({ streaming: _ended, ...message }) => ({ ...message, stopped: true }));
  }
}
