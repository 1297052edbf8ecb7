import type { Database } from "@/lib/storage/database";
import { useChats } from "@/store/chats";
import type { ChangedRecords } from "@/store/journal";
import { watchReplies } from "@/store/thread";

/** How long a change waits for a thread that is being read at this moment, in milliseconds. */
const loadingMs = 100;

/** What one tab tells the others: what it wrote, or that nothing is left. */
type Notice = ChangedRecords | "cleared";

/** The line to the other tabs. */
export interface OtherTabs {
  /** Tells what was written: ids are sent, and the rows are read anew. */
  tellChanged(changed: ChangedRecords): void;
  /** Tells that everything was cleared. */
  tellCleared(): void;
}

/** Takes over what other tabs write, and answers how to tell them. */
export function connectTabs(database: Pick<Database, "readSome">, onCleared: () => void): OtherTabs {
  const channel = new BroadcastChannel("parley");
  channel.onmessage = ({ data }: MessageEvent<Notice>) => {
    if (data === "cleared") return onCleared();
    takeOver(data, database).catch((error: unknown) =>
      console.warn("What another tab wrote could not be read.", error),
    );
  };
  return {
    tellChanged: (changed) => channel.postMessage(changed satisfies Notice),
    tellCleared: () => channel.postMessage("cleared" satisfies Notice),
  };
}

async function takeOver(changed: ChangedRecords, database: Pick<Database, "readSome">): Promise<void> {
  const { threads } = useChats.getState();
  if (changed.messages.some(({ sessionId }) => threads[sessionId]?.status === "loading")) {
    await new Promise((resolve) => setTimeout(resolve, loadingMs));
    return takeOver(changed, database);
  }
  // What is not open is read when it is opened.
  const isOpen = ({ sessionId }: { sessionId: string }) => threads[sessionId]?.status === "ready";
  const { sessions, messages } = await database.readSome({
    sessions: changed.sessions,
    messages: changed.messages.filter(isOpen).map(({ id }) => id),
  });
  const { takeSessions, takeMessages, dropMessages } = useChats.getState();
  takeSessions(sessions);
  takeMessages(messages);
  dropMessages(changed.removed.filter(isOpen));
  watchReplies(messages);
}
