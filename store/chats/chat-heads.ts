import {
  type ChatSession,
  inListOrder,
  isUntouched,
  moveSession,
  neighbourOf,
  newSession,
  topOf,
} from "@/lib/chat/session";
import { type SessionPatch, withPatch } from "@/lib/storage/database-records";
import { type ChatHeads, type ChatsContext, type NewChatDefaults, sessionOf } from "@/store/chats/chats-state";

/** Makes the part of the store that holds the heads of chats, and what others change them with. */
export function createChatHeads({ env, journal, set, get }: ChatsContext) {
  /** The chats of which a head is stored, or noted: of these only what changes is noted. */
  const stored = new Set<string>();

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

  const slice: ChatHeads = {
    sessions: [],
    currentId: "",
    areAllRead: false,

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
      // An unused chat is used as a new one: what was chosen in it before counts no more.
      const session = top && isUntouched(top) ? { ...made, id: top.id, order: top.order } : made;
      putSessions([session]);
      if (session === made) get().fillThread(session.id, []);
      set({ currentId: session.id });
      return session.id;
    },
    select(id) {
      if (get().sessions.some((session) => session.id === id)) set({ currentId: id });
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
    move(id, index) {
      putSessions(moveSession(get().sessions, id, index));
    },
    setPinned(ids, pinned) {
      const asked = new Set(ids);
      const changed = get().sessions.filter((session) => asked.has(session.id) && (session.pinned ?? false) !== pinned);
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
  };

  return { slice, putSessions, patchSession };
}

/** Returns what of a chat's head changed; a field that went is `null`. */
function patchOf(before: ChatSession | undefined, session: ChatSession): SessionPatch {
  if (!before) return { ...session, deletedAt: session.deletedAt ?? null };
  const names = Object.keys({ ...before, ...session }) as (keyof ChatSession)[];
  const changed = names.filter((name) => before[name] !== session[name]);
  return { id: session.id, ...Object.fromEntries(changed.map((name) => [name, session[name] ?? null])) };
}
