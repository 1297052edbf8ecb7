import { AppError } from "@/lib/errors";
import type { Database } from "@/lib/storage/database";
import { useChats } from "@/store/chats";
import { useTurns } from "@/store/turns";
import { report } from "@/store/ui";

let database: Database | undefined;

/** Gives opened chats their database; without one, chats live as long as the tab. */
export function setThreadDatabase(opened: Database | undefined): void {
  database = opened;
}

/**
 * Reads the messages of a chat when it is opened, once.
 *
 * A reply that is stored as growing but that this tab is not writing was interrupted: its page went away. It is shown as
 * stopped, and stays as stored, since another tab may be writing it.
 */
export async function openThread(sessionId: string): Promise<void> {
  const { threads, startThread, fillThread, failThread } = useChats.getState();
  if (threads[sessionId] && threads[sessionId].status !== "failed") return;
  startThread(sessionId);
  try {
    const { records, unreadable } = (await database?.readMessages(sessionId)) ?? { records: [], unreadable: 0 };
    const growing = useTurns.getState().inFlight[sessionId];
    fillThread(
      sessionId,
      records.map((record) =>
        record.streaming && record.id !== growing ? { ...record, streaming: false, stopped: true } : record,
      ),
    );
    if (unreadable > 0) report(new AppError("unreadable", { count: unreadable }));
  } catch (thrown) {
    console.error("The messages of a chat could not be read.", thrown);
    failThread(sessionId);
  }
}
