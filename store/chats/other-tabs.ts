import type { Database } from "@/lib/storage/database";
import { useChats } from "@/store/chats/chats";
import { watchReplies } from "@/store/chats/thread";
import { joinChanges } from "@/store/records/join-changes";
import type { ChangedRecords } from "@/store/records/journal";
import type { OtherTabs } from "@/store/records/storage-handle";

/** How long a change waits for a thread that is being read at this moment, in milliseconds. */
const loadingMs = 100;

/** How long changes are gathered before their rows are read, in milliseconds. */
const gatherMs = 100;

/** The same for changes that brought their rows along: they are shown, and are only looked at once more. */
const lookAgainMs = 1000;

/** How long the tabs must have been quiet before messages are counted anew, in milliseconds. */
const quietMs = 1000;

/** What one tab tells the others: what it wrote, or that nothing is left. */
type Notice = ChangedRecords | "cleared";

/**
 * Listens to what other tabs write, and returns how to tell them. Records that come along are shown at once; of those
 * that do not, the rows are read soon. All are read once more a while later, together, so that what is shown is what is
 * stored, in whichever order two tabs were heard. Each reading holds up whoever writes: tabs that write at once would
 * otherwise wait for each other's every step.
 */
export function connectTabs(database: Pick<Database, "readSome">, onCleared: () => void): OtherTabs {
  const channel = new BroadcastChannel("parley");
  let heard: ChangedRecords[] = [];
  let isTaking = false;
  let isReading = false;
  /** What is set to read, and when, on the page's clock. */
  let due: { readonly at: number; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  const recount = whenQuiet();

  function readWithin(ms: number): void {
    const at = performance.now() + ms;
    if (due && due.at <= at) return;
    clearTimeout(due?.timer);
    due = { at, timer: setTimeout(() => void readHeard(), ms) };
  }

  async function readHeard(): Promise<void> {
    due = undefined;
    if (isReading) return readWithin(gatherMs);
    isReading = true;
    const changed = joinChanges(heard);
    heard = [];
    await takeChanges(changed, database).catch((error: unknown) =>
      console.warn("What another tab wrote could not be read.", error),
    );
    isReading = false;
    recount([...changed.messages, ...changed.removed].map(({ sessionId }) => sessionId));
  }

  channel.onmessage = ({ data }: MessageEvent<Notice>) => {
    if (data === "cleared") return onCleared();
    const { written, ...changed } = data;
    heard.push(changed);
    if (!isTaking) return;
    readWithin(showAtOnce(data) ? lookAgainMs : gatherMs);
  };
  return {
    tellChanged: (changed) => channel.postMessage(changed satisfies Notice),
    tellCleared: () => channel.postMessage("cleared" satisfies Notice),
    takeOver() {
      isTaking = true;
      if (heard.length > 0) void readHeard();
    },
  };
}

/** Shows what came along; returns whether that is all that the change is about. */
function showAtOnce({ written, messages, removed }: ChangedRecords): boolean {
  const { threads, takeSessions, takeMessages, dropMessages } = useChats.getState();
  const isOpen = ({ sessionId }: { sessionId: string }) => threads[sessionId]?.status === "ready";
  dropMessages(removed.filter(isOpen));
  if (!written) return false;
  const shown = written.messages.filter(isOpen);
  takeSessions(written.sessions);
  takeMessages(shown);
  watchReplies(shown);
  return !messages.some(({ sessionId }) => threads[sessionId]?.status === "loading");
}

async function takeChanges(changed: ChangedRecords, database: Pick<Database, "readSome">): Promise<void> {
  const { threads } = useChats.getState();
  if (changed.messages.some(({ sessionId }) => threads[sessionId]?.status === "loading")) {
    await new Promise((resolve) => setTimeout(resolve, loadingMs));
    return takeChanges(changed, database);
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

/** Counts messages only once nothing more is heard: tabs that correct each other at once would never come to rest. */
function whenQuiet(): (sessionIds: readonly string[]) => void {
  const due = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (sessionIds) => {
    for (const id of sessionIds) due.add(id);
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const id of due) useChats.getState().recount(id);
      due.clear();
    }, quietMs);
  };
}
