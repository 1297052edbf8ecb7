import { type Marks, marksAfter } from "@/lib/chat/marks";
import type { Message } from "@/lib/chat/message";
import { type ChatSession, previewOf } from "@/lib/chat/session";
import { type Branches, hiddenVersionsByParent } from "@/lib/chat/versions";
import { inThreadOrder, isShown, type MessageRecord } from "@/lib/storage/catalogue";
import type { createChatHeads } from "@/store/chats/chat-heads";
import { type ChatsContext, sessionOf, type Thread } from "@/store/chats/chats-state";

/** A chat that is opened and has no message. */
export const emptyThread: Thread = { status: "ready", ids: [], asides: {} };

/** Makes what the messages of opened chats are read and changed with: on the shown path, and aside. */
export function createChatBranches(
  { env, journal, set, get }: ChatsContext,
  { patchSession }: Pick<ReturnType<typeof createChatHeads>, "patchSession">,
) {
  /** The highest place that was removed from each chat: undoing brings a message back to it, so no other may take it. */
  const removedSeq = new Map<string, number>();

  function setIds(sessionId: string, ids: readonly string[], patch: Partial<ChatSession> = {}) {
    set(({ threads }) => ({
      threads: { ...threads, [sessionId]: { ...(threads[sessionId] ?? emptyThread), status: "ready", ids } },
    }));
    patchSession(sessionId, { messageCount: ids.length, preview: previewIn(sessionId), ...patch });
  }

  /** Returns by which of its questions a chat is called: the first that is shown and has words. A copy stays one. */
  function previewIn(sessionId: string): string | undefined {
    const { threads, messages, sessions } = get();
    const former = sessions.find(({ id }) => id === sessionId)?.preview ?? "";
    for (const id of threads[sessionId]?.ids ?? []) {
      const message = messages[id];
      const preview = message?.role === "user" && previewOf(message);
      if (preview) return isCopyOf(former, preview) ? former : preview;
    }
    return undefined;
  }

  /** Changes the shown path of a chat; its marks stay between the same messages. */
  function changePath(sessionId: string, change: () => void, isOtherBranch: boolean) {
    const before = branchesOf(sessionId).shown;
    change();
    const after = branchesOf(sessionId).shown;
    const session = sessionOf(get(), sessionId);
    const marks = session && marksAfter(session, before, after, isOtherBranch);
    patchSession(sessionId, { messageCount: after.length, preview: previewIn(sessionId), ...marks });
  }

  /** Shows messages as they are stored. */
  function showMessages(records: readonly MessageRecord[]) {
    set(({ messages }) => ({
      messages: { ...messages, ...Object.fromEntries(records.map((record) => [record.id, record])) },
    }));
  }

  /** Shows messages and notes them. */
  function putMessages(records: readonly MessageRecord[]) {
    showMessages(records);
    for (const record of records) journal.noteMessage(record);
  }

  function marksOf(sessionId: string): Marks {
    const { clearContextIndex, lastSummarizeIndex = 0, memoryPrompt = "" } = sessionOf(get(), sessionId) ?? {};
    return { clearContextIndex, lastSummarizeIndex, memoryPrompt } as Marks;
  }

  function branchesOf(sessionId: string): Branches<MessageRecord> {
    const { threads, messages } = get();
    const { ids, asides } = threads[sessionId] ?? emptyThread;
    const found = (each: readonly string[]) => each.flatMap((id) => messages[id] ?? []);
    return { shown: found(ids), hiddenVersions: found(Object.values(asides).flat()) };
  }

  /** Makes the thread of a chat anew of all its messages, shown and aside. */
  function putThread(sessionId: string, records: readonly MessageRecord[]) {
    const ids = inThreadOrder(records.filter(isShown)).map(({ id }) => id);
    const asides = hiddenVersionsByParent(records.filter((record) => !isShown(record)));
    set(({ threads }) => ({ threads: { ...threads, [sessionId]: { status: "ready", ids, asides } } }));
  }

  /** Makes the thread of a chat anew with messages that came to it, or changed. */
  function joinThread(sessionId: string, changed: readonly MessageRecord[]) {
    const { shown, hiddenVersions } = branchesOf(sessionId);
    const byId = new Map([...shown, ...hiddenVersions, ...changed].map((record) => [record.id, record]));
    putThread(sessionId, [...byId.values()]);
  }

  /** Makes the thread of a chat anew without messages that are gone. */
  function leaveThread(sessionId: string, isGone: (id: string) => boolean) {
    const { shown, hiddenVersions } = branchesOf(sessionId);
    putThread(
      sessionId,
      [...shown, ...hiddenVersions].filter(({ id }) => !isGone(id)),
    );
  }

  /** Notes messages that came on the shown path or off it. */
  function putBranches(sessionId: string, changed: readonly MessageRecord[]) {
    putMessages(changed);
    changePath(sessionId, () => joinThread(sessionId, changed), true);
  }

  /** Removes messages whatever path they are on. */
  function dropRecords(sessionId: string, removed: readonly MessageRecord[]) {
    const ids = new Set(removed.map(({ id }) => id));
    removedSeq.set(sessionId, Math.max(removedSeq.get(sessionId) ?? 0, ...removed.map(({ seq }) => seq)));
    changePath(sessionId, () => leaveThread(sessionId, (id) => ids.has(id)), false);
    // Let go of, so that what still arrives for them is not stored again.
    const isKept = ([id]: [string, MessageRecord]) => !ids.has(id);
    set(({ messages, live }) => ({
      messages: Object.fromEntries(Object.entries(messages).filter(isKept)),
      live: Object.fromEntries(Object.entries(live).filter(isKept)),
    }));
    for (const record of removed) journal.noteRemoval(record);
  }

  /** Adds messages to the end of an opened chat. */
  function append(sessionId: string, added: readonly Message[]) {
    const ids = get().threads[sessionId]?.ids ?? [];
    const lastSeq = Math.max(get().messages[ids.at(-1) ?? ""]?.seq ?? 0, removedSeq.get(sessionId) ?? 0);
    putMessages(added.map((message, index) => ({ ...message, sessionId, seq: lastSeq + 1 + index })));
    setIds(sessionId, [...ids, ...added.map(({ id }) => id)], { lastUpdate: env.now() });
  }

  return {
    append,
    branchesOf,
    changePath,
    dropRecords,
    joinThread,
    leaveThread,
    marksOf,
    previewIn,
    putBranches,
    putMessages,
    putThread,
    setIds,
    showMessages,
  };
}

/** Whether a chat is called as a copy of one that is called so: a word in brackets stands behind it. */
function isCopyOf(preview: string, original: string): boolean {
  return preview.startsWith(original) && /^ ?[(（].*[)）]$/.test(preview.slice(original.length));
}
