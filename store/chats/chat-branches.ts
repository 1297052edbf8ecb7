import { type Marks, marksAfter } from "@/lib/chat/marks";
import type { Message } from "@/lib/chat/message";
import { type ChatSession, previewOf } from "@/lib/chat/session";
import { type Branches, hiddenVersionsByParent } from "@/lib/chat/versions";
import { inThreadOrder, isShown, type MessageRecord } from "@/lib/storage/catalogue";
import type { createChatHeads } from "@/store/chats/chat-heads";
import { type ChatsContext, sessionOf, type Thread } from "@/store/chats/chats-state";

/** The thread of an opened chat without messages. */
export const emptyThread: Thread = { status: "ready", ids: [], asides: {} };

/** Creates the functions that read and change the messages of opened chats, on the shown path and off it. */
export function createChatBranches(
  { env, journal, set, get }: ChatsContext,
  { patchSession }: Pick<ReturnType<typeof createChatHeads>, "patchSession">,
) {
  /** The highest `seq` removed from each chat. Undo restores a message with it, so no other message may use it. */
  const removedSeq = new Map<string, number>();

  function setIds(sessionId: string, ids: readonly string[], patch: Partial<ChatSession> = {}) {
    set(({ threads }) => ({
      threads: { ...threads, [sessionId]: { ...(threads[sessionId] ?? emptyThread), status: "ready", ids } },
    }));
    patchSession(sessionId, { messageCount: ids.length, preview: previewIn(sessionId), ...patch });
  }

  /**
   * Returns the question that the chat list shows as the chat's preview: the first on the path with text. The preview
   * of a fork stays that of a fork.
   */
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

  /** Notes messages that moved onto the shown path or off it. */
  function putBranches(sessionId: string, changed: readonly MessageRecord[]) {
    putMessages(changed);
    changePath(sessionId, () => joinThread(sessionId, changed), true);
  }

  /** Removes messages from memory, whichever path they are on. */
  function dropRecords(sessionId: string, removed: readonly MessageRecord[]) {
    const ids = new Set(removed.map(({ id }) => id));
    removedSeq.set(sessionId, Math.max(removedSeq.get(sessionId) ?? 0, ...removed.map(({ seq }) => seq)));
    changePath(sessionId, () => leaveThread(sessionId, (id) => ids.has(id)), false);
    // Evicted, so that late updates for them are not stored again.
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

/** Whether a preview is that of a fork of `original`: the original followed by a word in brackets. */
function isCopyOf(preview: string, original: string): boolean {
  return preview.startsWith(original) && /^ ?[(（].*[)）]$/.test(preview.slice(original.length));
}
