import { type Branches, hiddenVersionsByParent } from "@/lib/chat/versions";
import { inThreadOrder, isShown, type MessageRecord } from "@/lib/storage/catalogue";
import type { ChatsContext, Thread } from "@/store/chats/chats-state";

/** The thread of an opened chat without messages. */
export const emptyThread: Thread = { status: "ready", ids: [], asides: {} };

/** Creates the functions that hold the messages of opened chats in memory. */
export function createThreadMemory({ journal, set, get }: ChatsContext) {
  /** Updates messages in memory with the stored records. */
  function showMessages(records: readonly MessageRecord[]) {
    set(({ messages }) => ({
      messages: { ...messages, ...Object.fromEntries(records.map((record) => [record.id, record])) },
    }));
  }

  /** Updates messages in memory and notes them in the journal. */
  function putMessages(records: readonly MessageRecord[]) {
    showMessages(records);
    for (const record of records) journal.noteMessage(record);
  }

  function branchesOf(sessionId: string): Branches<MessageRecord> {
    const { threads, messages } = get();
    const { ids, asides } = threads[sessionId] ?? emptyThread;
    const found = (each: readonly string[]) => each.flatMap((id) => messages[id] ?? []);
    return { shown: found(ids), hiddenVersions: found(Object.values(asides).flat()) };
  }

  /** Rebuilds the thread of a chat from all its messages, on the path and off it. */
  function putThread(sessionId: string, records: readonly MessageRecord[]) {
    const ids = inThreadOrder(records.filter(isShown)).map(({ id }) => id);
    const asides = hiddenVersionsByParent(records.filter((record) => !isShown(record)));
    set(({ threads }) => ({ threads: { ...threads, [sessionId]: { status: "ready", ids, asides } } }));
  }

  /** Rebuilds the thread of a chat with messages that were added or changed. */
  function joinThread(sessionId: string, changed: readonly MessageRecord[]) {
    const { shown, hiddenVersions } = branchesOf(sessionId);
    const byId = new Map([...shown, ...hiddenVersions, ...changed].map((record) => [record.id, record]));
    putThread(sessionId, [...byId.values()]);
  }

  /** Rebuilds the thread of a chat without messages that are gone. */
  function leaveThread(sessionId: string, isGone: (id: string) => boolean) {
    const { shown, hiddenVersions } = branchesOf(sessionId);
    putThread(
      sessionId,
      [...shown, ...hiddenVersions].filter(({ id }) => !isGone(id)),
    );
  }

  return { branchesOf, joinThread, leaveThread, putMessages, putThread, showMessages };
}
