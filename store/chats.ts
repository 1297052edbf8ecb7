import { create } from "zustand";
import { editThread } from "@/lib/chat/edit-thread";
import { type Marks, marksAfter } from "@/lib/chat/marks";
import type { Message } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import {
  type ChatSession,
  inListOrder,
  isUntouched,
  moveSession,
  neighbourOf,
  newSession,
  previewOf,
  topOf,
} from "@/lib/chat/session";
import {
  asidesByParent,
  type Branches,
  backAside,
  branchOff,
  goBack,
  isSameTree,
  keepAsides,
  keepVersions,
  showVersion,
  stepAside,
} from "@/lib/chat/versions";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { inThreadOrder, isShown, type MessageRecord } from "@/lib/storage/catalogue";
import { type SessionPatch, withPatch } from "@/lib/storage/database-records";
import { type Journal, journal } from "@/store/journal";

/** The messages of an opened chat: the ids of those on the shown path, in order. */
export interface Thread {
  readonly status: "loading" | "ready" | "failed";
  readonly ids: readonly string[];
  /** The ids of other versions, by the id of the message that they follow (`chatStart` for the first). */
  readonly asides: Readonly<Record<string, readonly string[]>>;
}

interface ChatsState {
  /** All chats, in list order; deleted ones that can still come back are not among them. */
  readonly sessions: readonly ChatSession[];
  readonly currentId: string;
  /** False until the whole list has been read: the chat that is shown stands there before. */
  readonly areAllRead: boolean;
  readonly threads: Readonly<Record<string, Thread>>;
  /** The messages of opened chats, by id. */
  readonly messages: Readonly<Record<string, MessageRecord>>;
  /**
   * Replies that are growing now, by id. They stand apart so that a frame of a stream costs the same in a chat of two
   * messages and of ten thousand.
   */
  readonly live: Readonly<Record<string, MessageRecord>>;
}

interface ChatsActions {
  /** Takes over what was stored. Without any chat it makes an empty one. */
  hydrate(sessions: readonly ChatSession[], currentId: string, defaults: NewChatDefaults): void;
  /** Opens an empty chat: a new one, or the untouched one that stands on top below the pinned ones. Answers its id. */
  newChat(defaults: NewChatDefaults): string;
  select(id: string): void;
  startThread(sessionId: string): void;
  fillThread(sessionId: string, records: readonly MessageRecord[]): void;
  failThread(sessionId: string): void;
  /** Adds messages to the end of an opened chat. */
  append(sessionId: string, messages: readonly Message[]): void;
  /** Puts a message right behind another one of an opened chat. */
  insertBehind(sessionId: string, id: string, message: Message): void;
  /** Changes a stored message. */
  update(id: string, change: (message: Message) => Message): void;
  /** Shows the present state of a growing reply. */
  grow(id: string, message: Message): void;
  /** Shows a state of a reply that is not to be stored. */
  show(id: string, message: Message): void;
  /** Takes a finished reply over into the chat. */
  settle(id: string, message: Message): void;
  /** Shows another version of a message in the place of the shown one. */
  showVersion(sessionId: string, shownId: string, versionId: string): void;
  /** Puts a new version of an answer in its place; the former is put aside. */
  replaceAnswer(sessionId: string, id: string, message: Message): void;
  /** Takes back a version that came to nothing: the former shows again. */
  dropVersion(sessionId: string, id: string, formerId: string): void;
  /** Puts a message and all below it aside, and adds messages in their place. */
  branchOff(sessionId: string, id: string, messages: readonly Message[]): void;
  /**
   * Removes messages; answers the function that brings them back to their places. Of a single message that has other
   * versions one of those shows in its place.
   */
  remove(sessionId: string, ids: readonly string[]): () => void;
  patchSession(id: string, patch: Partial<Omit<ChatSession, "id">>): void;
  /** Stores a chat that has not been yet: the first of all is not before something is in it. */
  keepSession(id: string): void;
  /** Adds stored chats that were not read at the start; those that are known by now stay as they are. */
  addSessions(found: readonly ChatSession[]): void;
  /** Takes over chats as another tab has stored them; a deleted one goes. */
  takeSessions(stored: readonly ChatSession[]): void;
  /** Takes over messages of opened chats as another tab has stored them. */
  takeMessages(stored: readonly MessageRecord[]): void;
  /** Lets go of messages that another tab has removed. */
  dropMessages(removed: readonly { readonly id: string; readonly sessionId: string }[]): void;
  /** Puts a copy of a message into the chat's context, which is sent ahead of its history. */
  pin(sessionId: string, id: string): void;
  /** Counts the messages of an opened chat anew: those of two tabs add up, while each has counted its own alone. */
  recount(sessionId: string): void;
  /** Moves a chat to a place of the list; a pinned one stays among the pinned ones. */
  move(id: string, index: number): void;
  /** Puts chats in the group above all others, or back to where they stood. */
  setPinned(ids: readonly string[], pinned: boolean): void;
  /** Deletes chats; answers the function that brings them back. The last one leaves an empty chat behind. */
  deleteChats(ids: readonly string[], defaults: NewChatDefaults): () => void;
  /** Makes the messages of an opened chat those of `edited`, a list that began as `base`. */
  rewrite(sessionId: string, base: readonly Message[], edited: readonly Message[]): void;
  /** Takes a new chat in with all its messages, shown and aside, and opens it. */
  adopt(session: ChatSession, messages: readonly MessageRecord[]): void;
}

export type ChatsStore = ChatsState & ChatsActions;

/** What a new chat starts from: the global model settings and the language. */
export interface NewChatDefaults {
  readonly modelConfig: ModelSettings;
  readonly lang: string;
}

/** Makes the store of all chats. What it changes it notes in the journal, which writes it. */
export function createChats({ env, journal }: { env: Pick<Environment, "now" | "newId">; journal: Journal }) {
  /** The highest place that was removed from each chat: undoing brings a message back to it, so no other may take it. */
  const removedSeq = new Map<string, number>();
  /** The chats of which a head is stored, or noted: of these only what changes is noted. */
  const stored = new Set<string>();

  return create<ChatsStore>()((set, get) => {
    function makeSession(others: readonly ChatSession[], defaults: NewChatDefaults): ChatSession {
      return newSession({ id: env.newId(), maskId: env.newId(), now: env.now(), others, ...defaults });
    }

    /** Puts what this tab has changed and not written yet over heads that another tab has stored. */
    function withUnwritten(heads: readonly ChatSession[]): ChatSession[] {
      const patches = new Map(journal.unwritten().patchSessions.map((patch) => [patch.id, patch]));
      return heads.map((head) => withPatch(head, patches.get(head.id) ?? { id: head.id }));
    }

    /** Replaces sessions by id, keeps the list sorted and notes them. */
    function putSessions(changed: readonly ChatSession[]) {
      const ids = new Set(changed.map(({ id }) => id));
      const before = new Map(
        get()
          .sessions.filter(({ id }) => ids.has(id) && stored.has(id))
          .map((session) => [session.id, session]),
      );
      replaceSessions(changed);
      for (const session of changed) {
        journal.noteSession(patchOf(before.get(session.id), session));
        stored.add(session.id);
      }
    }

    function replaceSessions(changed: readonly ChatSession[]) {
      const byId = new Map(changed.map((session) => [session.id, session]));
      const kept = get().sessions.filter(({ id }) => !byId.has(id));
      set({ sessions: inListOrder([...kept, ...changed.filter(({ deletedAt }) => deletedAt === undefined)]) });
    }

    function patchSession(id: string, patch: Partial<ChatSession>) {
      const session = get().sessions.find((candidate) => candidate.id === id);
      if (session) putSessions([{ ...session, ...patch }]);
    }

    function setIds(sessionId: string, ids: readonly string[], patch: Partial<ChatSession> = {}) {
      set(({ threads }) => ({
        threads: { ...threads, [sessionId]: { ...(threads[sessionId] ?? emptyThread), status: "ready", ids } },
      }));
      patchSession(sessionId, { messageCount: ids.length, preview: previewIn(sessionId), ...patch });
    }

    /** Answers by which of its questions a chat is called: the first that is shown and has words. A copy stays one. */
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

    function putMessages(records: readonly MessageRecord[]) {
      set(({ messages }) => ({
        messages: { ...messages, ...Object.fromEntries(records.map((record) => [record.id, record])) },
      }));
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
      return { shown: found(ids), asides: found(Object.values(asides).flat()) };
    }

    /** Makes the thread of a chat anew of all its messages, shown and aside. */
    function putThread(sessionId: string, records: readonly MessageRecord[]) {
      const ids = inThreadOrder(records.filter(isShown)).map(({ id }) => id);
      const asides = asidesByParent(records.filter((record) => !isShown(record)));
      set(({ threads }) => ({ threads: { ...threads, [sessionId]: { status: "ready", ids, asides } } }));
    }

    /** Notes messages that came on the shown path or off it. */
    function putBranches(sessionId: string, changed: readonly MessageRecord[]) {
      const { shown, asides } = branchesOf(sessionId);
      const byId = new Map([...shown, ...asides, ...changed].map((record) => [record.id, record]));
      putMessages(changed);
      changePath(sessionId, () => putThread(sessionId, [...byId.values()]), true);
    }

    /** Removes messages whatever path they are on. */
    function dropRecords(sessionId: string, removed: readonly MessageRecord[]) {
      const { shown, asides } = branchesOf(sessionId);
      const isKept = ({ id }: MessageRecord) => removed.every((record) => record.id !== id);
      removedSeq.set(sessionId, Math.max(removedSeq.get(sessionId) ?? 0, ...removed.map(({ seq }) => seq)));
      changePath(sessionId, () => putThread(sessionId, [...shown, ...asides].filter(isKept)), false);
      forgetMessages(removed);
    }

    /** Lets go of removed messages, so that what still arrives for them is not stored again. */
    function forgetMessages(removed: readonly MessageRecord[]) {
      const isKept = ([id]: [string, MessageRecord]) => removed.every((record) => record.id !== id);
      set(({ messages, live }) => ({
        messages: Object.fromEntries(Object.entries(messages).filter(isKept)),
        live: Object.fromEntries(Object.entries(live).filter(isKept)),
      }));
      for (const record of removed) journal.noteRemoval(record);
    }

    return {
      sessions: [],
      currentId: "",
      areAllRead: false,
      threads: {},
      messages: {},
      live: {},

      hydrate(found, currentId, defaults) {
        const sessions = inListOrder(found);
        for (const { id } of found) stored.add(id);
        const first = sessions[0] ?? makeSession([], defaults);
        const isKnown = sessions.some(({ id }) => id === currentId);
        set({ sessions: sessions.length > 0 ? sessions : [first], currentId: isKnown ? currentId : first.id });
        if (sessions.length === 0) get().fillThread(first.id, []);
      },
      newChat(defaults) {
        const top = topOf(get().sessions);
        const made = makeSession(get().sessions, defaults);
        // What was chosen in an unused one goes: it is as new as any other.
        const session = top && isUntouched(top) ? { ...made, id: top.id, order: top.order } : made;
        putSessions([session]);
        if (session === made) get().fillThread(session.id, []);
        set({ currentId: session.id });
        return session.id;
      },
      select(id) {
        if (get().sessions.some((session) => session.id === id)) set({ currentId: id });
      },
      startThread(sessionId) {
        set(({ threads }) => ({ threads: { ...threads, [sessionId]: { ...emptyThread, status: "loading" } } }));
      },
      fillThread(sessionId, records) {
        set(({ messages }) => ({
          messages: { ...messages, ...Object.fromEntries(records.map((record) => [record.id, record])) },
        }));
        putThread(sessionId, records);
      },
      failThread(sessionId) {
        set(({ threads }) => ({ threads: { ...threads, [sessionId]: { ...emptyThread, status: "failed" } } }));
      },
      append(sessionId, added) {
        const ids = get().threads[sessionId]?.ids ?? [];
        const lastSeq = Math.max(get().messages[ids.at(-1) ?? ""]?.seq ?? 0, removedSeq.get(sessionId) ?? 0);
        putMessages(added.map((message, index) => ({ ...message, sessionId, seq: lastSeq + 1 + index })));
        setIds(sessionId, [...ids, ...added.map(({ id }) => id)], { lastUpdate: env.now() });
      },
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
        if (record.role === "user") patchSession(record.sessionId, { preview: previewIn(record.sessionId) });
      },
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
      showVersion(sessionId, shownId, versionId) {
        putBranches(sessionId, showVersion(branchesOf(sessionId), shownId, versionId));
      },
      replaceAnswer(sessionId, id, message) {
        const former = get().messages[id];
        if (!former) return;
        const changed = stepAside(branchesOf(sessionId), id, message.id);
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
      remove(sessionId, ids) {
        const branches = branchesOf(sessionId);
        const removed = branches.shown.filter(({ id }) => ids.includes(id));
        if (removed.length === 0) return () => {};
        const [single, ...others] = removed;
        const changed =
          single && others.length === 0 ? keepVersions(branches, single.id) : keepAsides(branches, new Set(ids));
        const changedIds = new Set([...removed, ...changed].map(({ id }) => id));
        // A reply that grows ends with its removal.
        const atRest = new Map(removed.map((record) => [record.id, restOf(get().live[record.id] ?? record)]));
        const before = [...branches.shown, ...branches.asides]
          .filter(({ id }) => changedIds.has(id))
          .map((record) => atRest.get(record.id) ?? record);
        const marksBefore = marksOf(sessionId);
        putBranches(sessionId, changed);
        dropRecords(sessionId, removed);
        const marksLeft = marksOf(sessionId);
        const left = branchesOf(sessionId);
        return () => {
          const isUntouched = JSON.stringify(marksOf(sessionId)) === JSON.stringify(marksLeft);
          const now = branchesOf(sessionId);
          const isAnswering = now.shown.some(({ id }) => get().live[id] !== undefined);
          if (isSameTree(left, now)) putBranches(sessionId, before);
          else putBranches(sessionId, (isAnswering ? backAside : goBack)(now, branches, [...atRest.values()]));
          if (isUntouched) patchSession(sessionId, marksBefore);
        };
      },
      patchSession,
      keepSession(id) {
        const session = sessionOf(get(), id);
        if (session && !stored.has(id)) putSessions([session]);
      },
      addSessions(found) {
        const added = found.filter(({ id, deletedAt }) => !stored.has(id) && deletedAt === undefined);
        for (const { id } of added) stored.add(id);
        if (added.length > 0) set(({ sessions }) => ({ sessions: inListOrder([...sessions, ...added]) }));
      },
      takeSessions(heads) {
        if (heads.length === 0) return;
        const found = withUnwritten(heads);
        const { sessions, currentId } = get();
        for (const { id } of found) stored.add(id);
        const isGone = (id: string) => found.some((session) => session.id === id && session.deletedAt !== undefined);
        const next = isGone(currentId) ? neighbourOf(sessions, currentId) : undefined;
        replaceSessions(found);
        const fallback = next && !isGone(next.id) ? next : get().sessions[0];
        if (isGone(currentId) && fallback) set({ currentId: fallback.id });
      },
      takeMessages(found) {
        // What this tab is writing is known here best.
        const { putMessages: put, deleteMessages: deleted } = journal.unwritten();
        const ownIds = new Set([...Object.keys(get().live), ...put.map(({ id }) => id), ...deleted]);
        const taken = found.filter((record) => !ownIds.has(record.id) && get().threads[record.sessionId]);
        for (const sessionId of new Set(taken.map((record) => record.sessionId))) {
          const records = taken.filter((record) => record.sessionId === sessionId);
          const { shown, asides } = branchesOf(sessionId);
          const byId = new Map([...shown, ...asides, ...records].map((record) => [record.id, record]));
          set(({ messages }) => ({
            messages: { ...messages, ...Object.fromEntries(records.map((record) => [record.id, record])) },
          }));
          putThread(sessionId, [...byId.values()]);
        }
      },
      dropMessages(removed) {
        const isGone = (id: string) => removed.some((each) => each.id === id);
        for (const sessionId of new Set(removed.map((each) => each.sessionId))) {
          if (!get().threads[sessionId]) continue;
          const { shown, asides } = branchesOf(sessionId);
          putThread(
            sessionId,
            [...shown, ...asides].filter(({ id }) => !isGone(id)),
          );
        }
        set(({ messages }) => ({
          messages: Object.fromEntries(Object.entries(messages).filter(([id]) => !isGone(id))),
        }));
      },
      pin(sessionId, id) {
        const session = get().sessions.find((each) => each.id === sessionId);
        const record = get().messages[id];
        if (!session || !record) return;
        const { sessionId: _chat, seq: _place, parentId: _above, isAside: _aside, ...message } = record;
        const context = [...session.mask.context, { ...message, id: env.newId() }];
        patchSession(sessionId, { mask: { ...session.mask, context } });
      },
      recount(sessionId) {
        const { threads, sessions } = get();
        const thread = threads[sessionId];
        if (thread?.status !== "ready") return;
        const messageCount = thread.ids.length;
        const session = sessions.find(({ id }) => id === sessionId);
        if (session && session.messageCount !== messageCount) patchSession(sessionId, { messageCount });
      },
      move(id, index) {
        putSessions(moveSession(get().sessions, id, index));
      },
      setPinned(ids, pinned) {
        const asked = new Set(ids);
        const changed = get().sessions.filter(
          (session) => asked.has(session.id) && (session.pinned ?? false) !== pinned,
        );
        putSessions(changed.map(({ pinned: _before, ...session }) => (pinned ? { ...session, pinned } : session)));
      },
      deleteChats(ids, defaults) {
        const { sessions, currentId } = get();
        const asked = new Set(ids);
        const deleted = sessions.filter(({ id }) => asked.has(id));
        if (deleted.length === 0) return () => {};
        const next = neighbourOf(sessions, currentId, asked);
        const deletedAt = env.now();
        putSessions(deleted.map((session) => ({ ...session, deletedAt })));
        if (asked.has(currentId) && next) set({ currentId: next.id });
        const replacement = get().sessions.length > 0 ? undefined : get().newChat(defaults);
        return () => {
          const { threads } = get();
          putSessions(
            deleted.map(({ deletedAt: _undone, ...restored }) => {
              const thread = threads[restored.id];
              return thread?.status === "ready" ? { ...restored, messageCount: thread.ids.length } : restored;
            }),
          );
          if (asked.has(currentId)) set({ currentId });
          const left = get().sessions.find((session) => session.id === replacement);
          if (left && isUntouched(left)) putSessions([{ ...left, deletedAt: env.now() }]);
        };
      },
      rewrite(sessionId, base, edited) {
        const { sessions, threads } = get();
        const session = sessions.find(({ id }) => id === sessionId);
        if (!session || threads[sessionId]?.status !== "ready") return;
        const { put, removed, head } = editThread(session, branchesOf(sessionId), { base, edited });
        putBranches(
          sessionId,
          put.map((message) => ({ ...message, sessionId })),
        );
        dropRecords(sessionId, removed);
        patchSession(sessionId, head);
      },
      adopt(session, messages) {
        putSessions([session]);
        get().fillThread(session.id, []);
        putBranches(session.id, messages);
        set({ currentId: session.id });
      },
    };
  });
}

/** Tells whether a chat is called as a copy of one that is called so: a word in brackets stands behind it. */
function isCopyOf(preview: string, original: string): boolean {
  return preview.startsWith(original) && /^ ?[(（].*[)）]$/.test(preview.slice(original.length));
}

const emptyThread: Thread = { status: "ready", ids: [], asides: {} };

export const useChats = createChats({ env: browserEnvironment, journal });

/** Answers what of a chat's head changed; a field that went is `null`. */
function patchOf(before: ChatSession | undefined, session: ChatSession): SessionPatch {
  if (!before) return { ...session, deletedAt: session.deletedAt ?? null };
  const names = Object.keys({ ...before, ...session }) as (keyof ChatSession)[];
  const changed = names.filter((name) => before[name] !== session[name]);
  return { id: session.id, ...Object.fromEntries(changed.map((name) => [name, session[name] ?? null])) };
}

/** Puts a message in the place of a record. Nothing else of the record is left. */
function placed(message: Message, { sessionId, seq }: MessageRecord): MessageRecord {
  return { ...message, sessionId, seq };
}

/** Answers a message as it is now: the growing reply, else the stored one. */
export function messageNow(state: Pick<ChatsStore, "live" | "messages">, id: string): MessageRecord | undefined {
  return state.live[id] ?? state.messages[id];
}

/** Answers a chat by its id. */
export function sessionOf(state: Pick<ChatsStore, "sessions">, sessionId: string): ChatSession | undefined {
  return state.sessions.find(({ id }) => id === sessionId);
}

/** Answers the current chat. */
export function currentSession(state: Pick<ChatsStore, "sessions" | "currentId">): ChatSession | undefined {
  return state.sessions.find(({ id }) => id === state.currentId);
}

/** Reads which chat was open from the stored document; empty when that is not known. */
export function currentIdOf(stored: unknown): string {
  const isKnown = typeof stored === "object" && stored !== null && "currentId" in stored;
  return isKnown && typeof stored.currentId === "string" ? stored.currentId : "";
}

/** Answers a reply as it is when it grows no more, though it has not come whole. */
function restOf({ streaming, ...record }: MessageRecord): MessageRecord {
  return streaming ? { ...record, stopped: true } : record;
}
