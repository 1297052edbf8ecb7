import { type Marks, marksAfter } from "@/lib/chat/marks";
import type { Message } from "@/lib/chat/message";
import { type ChatSession, previewOf } from "@/lib/chat/session";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { createChatHeads } from "@/store/chats/chat-heads";
import { type ChatsContext, type ChatsStore, sessionOf } from "@/store/chats/chats-state";
import { createThreadMemory, emptyThread } from "@/store/chats/thread-memory";

/** Creates the functions that read and change the messages of opened chats, on the shown path and off it. */
export function createChatBranches(
  context: ChatsContext,
  { patchSession }: Pick<ReturnType<typeof createChatHeads>, "patchSession">,
) {
  const { env, journal, set, get } = context;
  const memory = createThreadMemory(context);
  const { branchesOf, joinThread, leaveThread, putMessages } = memory;
  /** The highest `seq` removed from each chat. Undo restores a message with it, so no other message may use it. */
  const removedSeq = new Map<string, number>();

  function setIds(sessionId: string, ids: readonly string[], patch: Partial<ChatSession> = {}) {
    set(({ threads }) => ({
      threads: { ...threads, [sessionId]: { ...(threads[sessionId] ?? emptyThread), status: "ready", ids } },
    }));
    patchSession(sessionId, { messageCount: ids.length, preview: previewIn(get(), sessionId), ...patch });
  }

  /** Changes the shown path of a chat; its marks stay between the same messages. */
  function changePath(sessionId: string, change: () => void, isOtherBranch: boolean) {
    const before = branchesOf(sessionId).shown;
    change();
    const after = branchesOf(sessionId).shown;
    const session = sessionOf(get(), sessionId);
    const marks = session && marksAfter(session, before, after, isOtherBranch);
    patchSession(sessionId, { messageCount: after.length, preview: previewIn(get(), sessionId), ...marks });
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

  return { ...memory, append, changePath, dropRecords, putBranches, setIds };
}

/**
 * Returns the question that the chat list shows as the chat's preview: the first on the path with text. The preview
 * of a fork stays that of a fork.
 */
export function previewIn({ threads, messages, sessions }: ChatsStore, sessionId: string): string | undefined {
  const former = sessions.find(({ id }) => id === sessionId)?.preview ?? "";
  for (const id of threads[sessionId]?.ids ?? []) {
    const message = messages[id];
    const preview = message?.role === "user" && previewOf(message);
    if (preview) return isCopyOf(former, preview) ? former : preview;
  }
  return undefined;
}

/** Returns the marks of a chat. */
export function marksOf(state: ChatsStore, sessionId: string): Marks {
  const { clearContextIndex, lastSummarizeIndex = 0, memoryPrompt = "" } = sessionOf(state, sessionId) ?? {};
  return { clearContextIndex, lastSummarizeIndex, memoryPrompt } as Marks;
}

/** Whether a preview is that of a fork of `original`: the original followed by a word in brackets. */
function isCopyOf(preview: string, original: string): boolean {
  return preview.startsWith(original) && /^ ?[(（].*[)）]$/.test(preview.slice(original.length));
}
