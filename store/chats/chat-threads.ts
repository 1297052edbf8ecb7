import type { Message } from "@/lib/chat/message";
import { pinnedPrompt } from "@/lib/chat/pinned";
import {
  branchOff,
  hideVersion,
  isSameTree,
  reparentHidden,
  replaceRemoved,
  restoreHidden,
  restoreTree,
  showVersion,
} from "@/lib/chat/versions";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { createChatBranches, marksOf, previewIn } from "@/store/chats/chat-branches";
import type { createChatHeads } from "@/store/chats/chat-heads";
import type { ChatsContext, ChatThreads } from "@/store/chats/chats-state";
import { emptyThread } from "@/store/chats/thread-memory";

type Heads = ReturnType<typeof createChatHeads>;
type ChatBranches = ReturnType<typeof createChatBranches>;

/** Creates the part of the store that holds the messages of opened chats. */
export function createChatThreads(context: ChatsContext, heads: Heads): ChatThreads {
  const branches = createChatBranches(context, heads);
  return {
    threads: {},
    messages: {},
    live: {},
    ...createThreadActions(context, branches),
    ...createMessageActions(context, heads, branches),
    ...createReplyActions(context, heads, branches),
    ...createVersionActions(context, branches),
    ...createWholeThreadActions(context, heads, branches),
    ...createOtherTabsActions(context, branches),
    remove: createRemove(context, heads, branches),
  };
}

type Actions<Name extends keyof ChatThreads> = Pick<ChatThreads, Name>;

/** Opening a chat: its thread is loading, filled or failed. */
function createThreadActions(
  { set }: ChatsContext,
  { putThread, showMessages }: ChatBranches,
): Actions<"startThread" | "fillThread" | "failThread"> {
  return {
    startThread(sessionId) {
      set(({ threads }) => ({ threads: { ...threads, [sessionId]: { ...emptyThread, status: "loading" } } }));
    },
    fillThread(sessionId, records) {
      showMessages(records);
      putThread(sessionId, records);
    },
    failThread(sessionId) {
      set(({ threads }) => ({ threads: { ...threads, [sessionId]: { ...emptyThread, status: "failed" } } }));
    },
  };
}

/** Adding and changing single messages. */
function createMessageActions(
  { env, get }: ChatsContext,
  { patchSession }: Heads,
  { append, changePath, putMessages, setIds }: ChatBranches,
): Actions<"append" | "insertBehind" | "update" | "pin" | "unpin"> {
  return {
    append,
    insertBehind(sessionId, id, message) {
      const ids = get().threads[sessionId]?.ids ?? [];
      const index = ids.indexOf(id);
      const above = get().messages[id];
      const below = get().messages[ids[index + 1] ?? ""];
      if (!above || !below) return get().append(sessionId, [message]);
      putMessages([{ ...message, sessionId, seq: (above.seq + below.seq) / 2 }]);
      changePath(sessionId, () => setIds(sessionId, ids.toSpliced(index + 1, 0, message.id)), false);
    },
    update(id, change) {
      const record = get().messages[id];
      if (!record) return;
      putMessages([placed(change(record), record)]);
      if (record.role === "user") patchSession(record.sessionId, { preview: previewIn(get(), record.sessionId) });
    },
    pin(sessionId, id) {
      const session = get().sessions.find((each) => each.id === sessionId);
      const record = get().messages[id];
      if (!session || !record || pinnedPrompt(session.mask, record)) return;
      const { sessionId: _chat, seq: _place, parentId: _above, isAside: _aside, ...message } = record;
      const context = [...session.mask.context, { ...message, id: env.newId() }];
      patchSession(sessionId, { mask: { ...session.mask, context } });
    },
    unpin(sessionId, promptId) {
      const mask = get().sessions.find((each) => each.id === sessionId)?.mask;
      if (!mask) return;
      patchSession(sessionId, { mask: { ...mask, context: mask.context.filter(({ id }) => id !== promptId) } });
    },
  };
}

/** A reply while it grows, and its end. */
function createReplyActions(
  { env, journal, set, get }: ChatsContext,
  { patchSession }: Heads,
  { putMessages }: ChatBranches,
): Actions<"grow" | "show" | "settle"> {
  return {
    grow(id, message) {
      const record = get().live[id] ?? get().messages[id];
      if (!record) return;
      const grown = placed(message, record);
      set(({ live }) => ({ live: { ...live, [id]: grown } }));
      journal.noteGrowing(grown);
    },
    show(id, message) {
      const record = get().messages[id];
      if (record) set(({ live }) => ({ live: { ...live, [id]: placed({ ...message, id }, record) } }));
    },
    settle(id, message) {
      const record = get().messages[id];
      set(({ live: { [id]: _settled, ...live } }) => ({ live }));
      if (!record) return;
      putMessages([placed(message, record)]);
      patchSession(record.sessionId, { lastUpdate: env.now() });
    },
  };
}

/** The versions of a message. */
function createVersionActions(
  { get }: ChatsContext,
  { branchesOf, dropRecords, putBranches }: ChatBranches,
): Actions<"showVersion" | "replaceAnswer" | "dropVersion" | "branchOff"> {
  return {
    showVersion(sessionId, shownId, versionId) {
      putBranches(sessionId, showVersion(branchesOf(sessionId), shownId, versionId));
    },
    replaceAnswer(sessionId, id, message) {
      const former = get().messages[id];
      if (!former) return;
      const changed = hideVersion(branchesOf(sessionId), id, message.id);
      putBranches(sessionId, [...changed, { ...message, sessionId, seq: former.seq }]);
    },
    dropVersion(sessionId, id, formerId) {
      const version = get().messages[id];
      if (!version) return;
      putBranches(sessionId, showVersion(branchesOf(sessionId), id, formerId));
      dropRecords(sessionId, [version]);
    },
    branchOff(sessionId, id, messages) {
      putBranches(sessionId, branchOff(branchesOf(sessionId), id));
      get().append(sessionId, messages);
    },
  };
}

/** Returns the action that removes messages. */
function createRemove(
  { get }: ChatsContext,
  { patchSession }: Heads,
  { branchesOf, dropRecords, putBranches }: ChatBranches,
): ChatThreads["remove"] {
  return (sessionId, ids) => {
    const branches = branchesOf(sessionId);
    const removed = branches.shown.filter(({ id }) => ids.includes(id));
    if (removed.length === 0) return () => {};
    const [single, ...others] = removed;
    const changed =
      single && others.length === 0 ? replaceRemoved(branches, single.id) : reparentHidden(branches, new Set(ids));
    const changedIds = new Set([...removed, ...changed].map(({ id }) => id));
    // Removing a growing reply ends it.
    const atRest = new Map(removed.map((record) => [record.id, restOf(get().live[record.id] ?? record)]));
    const before = [...branches.shown, ...branches.hiddenVersions]
      .filter(({ id }) => changedIds.has(id))
      .map((record) => atRest.get(record.id) ?? record);
    const marksBefore = marksOf(get(), sessionId);
    putBranches(sessionId, changed);
    dropRecords(sessionId, removed);
    const marksLeft = marksOf(get(), sessionId);
    const left = branchesOf(sessionId);
    return () => {
      const isUntouched = JSON.stringify(marksOf(get(), sessionId)) === JSON.stringify(marksLeft);
      const now = branchesOf(sessionId);
      const isAnswering = now.shown.some(({ id }) => get().live[id] !== undefined);
      if (isSameTree(left, now)) putBranches(sessionId, before);
      else putBranches(sessionId, (isAnswering ? restoreHidden : restoreTree)(now, branches, [...atRest.values()]));
      if (isUntouched) patchSession(sessionId, marksBefore);
    };
  };
}

/** Changes of whole threads. */
function createWholeThreadActions(
  { set, get }: ChatsContext,
  { patchSession, putSessions }: Heads,
  { branchesOf, dropRecords, putBranches }: ChatBranches,
): Actions<"rewrite" | "adopt" | "keep" | "recount"> {
  return {
    rewrite(sessionId, edit) {
      const { sessions, threads } = get();
      const session = sessions.find(({ id }) => id === sessionId);
      if (!session || threads[sessionId]?.status !== "ready") return;
      const { put, removed, head } = edit(session, branchesOf(sessionId));
      putBranches(
        sessionId,
        put.map((message) => ({ ...message, sessionId })),
      );
      dropRecords(sessionId, removed);
      if (head) patchSession(sessionId, head);
    },
    adopt(session, messages) {
      putSessions([session]);
      get().fillThread(session.id, []);
      putBranches(session.id, messages);
      set({ currentId: session.id });
    },
    keep(sessionId) {
      const session = get().sessions.find(({ id }) => id === sessionId);
      if (!session?.isTemporary) return;
      const { isTemporary: _before, ...kept } = session;
      putSessions([kept]);
      const { shown, hiddenVersions } = branchesOf(sessionId);
      putBranches(sessionId, [...shown, ...hiddenVersions]);
    },
    recount(sessionId) {
      const { threads, sessions } = get();
      const thread = threads[sessionId];
      if (thread?.status !== "ready") return;
      const messageCount = thread.ids.length;
      const session = sessions.find(({ id }) => id === sessionId);
      if (session && session.messageCount !== messageCount) patchSession(sessionId, { messageCount });
    },
  };
}

/** Changes that come from other tabs. */
function createOtherTabsActions(
  { journal, set, get }: ChatsContext,
  { joinThread, leaveThread, showMessages }: ChatBranches,
): Actions<"takeMessages" | "dropMessages"> {
  return {
    takeMessages(found) {
      // This tab knows best what it is writing.
      const { putMessages: put, deleteMessages: deleted } = journal.unwritten();
      const ownIds = new Set([...Object.keys(get().live), ...put.map(({ id }) => id), ...deleted]);
      const taken = found.filter((record) => !ownIds.has(record.id) && get().threads[record.sessionId]);
      for (const sessionId of new Set(taken.map((record) => record.sessionId))) {
        const records = taken.filter((record) => record.sessionId === sessionId);
        showMessages(records);
        joinThread(sessionId, records);
      }
    },
    dropMessages(removed) {
      const isGone = (id: string) => removed.some((each) => each.id === id);
      for (const sessionId of new Set(removed.map((each) => each.sessionId))) {
        if (!get().threads[sessionId]) continue;
        leaveThread(sessionId, isGone);
      }
      set(({ messages }) => ({
        messages: Object.fromEntries(Object.entries(messages).filter(([id]) => !isGone(id))),
      }));
    },
  };
}

/** Returns a record with the fields of `message`. Only the chat and the position of the old record remain. */
function placed(message: Message, { sessionId, seq }: MessageRecord): MessageRecord {
  return { ...message, sessionId, seq };
}

/** Returns an incomplete reply as it is once it stops growing. */
function restOf({ streaming, ...record }: MessageRecord): MessageRecord {
  return streaming ? { ...record, stopped: true } : record;
}
