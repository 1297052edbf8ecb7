import type { Database } from "@/lib/storage/database";
import { useChats } from "@/store/chats/chats";
import { watchReplies } from "@/store/chats/thread";
import type { ChangedRecords } from "@/store/records/journal";
import { mergeChanges } from "@/store/records/merge-changes";
import type { OtherTabs } from "@/store/records/records";

/** Delay of a change while its thread is still being read, in milliseconds. */
const retryDelayMs = 100;

/** Time during which changes are gathered before their rows are read, in milliseconds. */
const gatherMs = 100;

/** The same for changes that came with their rows: these are shown at once and only re-read later. */
const rereadDelayMs = 1000;

/** Time without changes from other tabs before messages are recounted, in milliseconds. */
const quietMs = 1000;

/** A broadcast to other tabs: the records that were written, or that all data was cleared. */
type TabMessage = ChangedRecords | "cleared";

/**
 * Listens to writes of other tabs, and returns the functions that broadcast this tab's writes. Records that come with a
 * broadcast are shown at once; rows of others are read soon after.
 *
 * All are re-read later in one batch, so that the screen matches the database in whichever order two tabs' messages
 * arrived. Each read blocks writers, so tabs that write at the same time would otherwise wait for each other at every
 * step.
 */
export function connectTabs(database: Pick<Database, "readSome" | "readTexts">, onCleared: () => void): OtherTabs {
  const channel = new BroadcastChannel("parley");
  let heard: ChangedRecords[] = [];
  let isTaking = false;
  let isReading = false;
  /** The scheduled read: its time on the tab's clock, and its timer. */
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
    const changed = mergeChanges(heard);
    heard = [];
    await takeChanges(changed, database).catch((error: unknown) =>
      console.warn("Could not read another tab's changes.", error),
    );
    isReading = false;
    recount([...changed.messages, ...changed.removed].map(({ sessionId }) => sessionId));
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data === "cleared") return onCleared();
    const { written, ...changed } = data;
    heard.push(changed);
    if (!isTaking) return;
    readWithin(showAtOnce(data, database) ? rereadDelayMs : gatherMs);
  };
  return {
    tellChanged: (changed) => channel.postMessage(changed satisfies TabMessage),
    tellCleared: () => channel.postMessage("cleared" satisfies TabMessage),
    takeOver() {
      isTaking = true;
      if (heard.length > 0) void readHeard();
    },
  };
}

/** Shows the records that came with a change. Returns whether they are all that the change is about. */
function showAtOnce(
  { written, messages, removed }: ChangedRecords,
  database: Pick<Database, "readSome" | "readTexts">,
): boolean {
  const { threads, takeSessions, takeMessages, dropMessages } = useChats.getState();
  const isOpen = ({ sessionId }: { sessionId: string }) => threads[sessionId]?.status === "ready";
  dropMessages(removed.filter(isOpen));
  if (!written) return false;
  const shown = written.messages.filter(isOpen);
  takeSessions(written.sessions);
  takeMessages(shown);
  watchReplies(shown, database);
  return !messages.some(({ sessionId }) => threads[sessionId]?.status === "loading");
}

async function takeChanges(changed: ChangedRecords, database: Pick<Database, "readSome" | "readTexts">): Promise<void> {
  const { threads } = useChats.getState();
  if (changed.messages.some(({ sessionId }) => threads[sessionId]?.status === "loading")) {
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    return takeChanges(changed, database);
  }
  // A chat that is not open is read when it is opened.
  const isOpen = ({ sessionId }: { sessionId: string }) => threads[sessionId]?.status === "ready";
  const { sessions, messages } = await database.readSome({
    sessions: changed.sessions,
    messages: changed.messages.filter(isOpen).map(({ id }) => id),
  });
  const { takeSessions, takeMessages, dropMessages } = useChats.getState();
  takeSessions(sessions);
  takeMessages(messages);
  dropMessages(changed.removed.filter(isOpen));
  watchReplies(messages, database);
}

/** Recounts messages only after a quiet period: tabs that correct each other at once would never stop. */
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
