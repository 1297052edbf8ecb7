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

type Actions<Name extends keyof ChatHeads> = Pick<ChatHeads, Name>;

/** Creates the part of the store that holds the chats' heads, with functions for other parts that change them. */
export function createChatHeads(context: ChatsContext) {
  const heads = createStoredHeads(context);
  const { patchSession, patchSessions, putSessions } = heads;
  const slice: ChatHeads = {
    sessions: [],
    currentId: "",
    areAllRead: false,
    patchSession,
    patchSessions,
    ...createListActions(context, heads),
    ...createReadActions(context, heads),
    deleteChats: createDeleteChats(context, heads),
  };
  return { slice, putSessions, patchSession };
}

type StoredHeads = ReturnType<typeof createStoredHeads>;

/** Creates the functions that change heads in memory and note the changed fields. */
function createStoredHeads({ journal, set, get }: ChatsContext) {
  /** Ids of chats whose head is stored or noted: only changed fields of these are noted. */
  const stored = new Set<string>();

  /** Replaces sessions by id, sorts the list and notes the changes. */
  function putSessions(changed: readonly ChatSession[]) {
    const ids = new Set(changed.map(({ id }) => id));
    const before = new Map(
      get()
        .sessions.filter(({ id }) => ids.has(id) && stored.has(id))
        .map((session) => [session.id, session]),
    );
    replaceSessions(changed);
    for (const session of changed) {
      journal.setTemporary(session.id, session.isTemporary === true);
      journal.noteSession(patchOf(before.get(session.id), session));
      if (!session.isTemporary) stored.add(session.id);
    }
  }

  function replaceSessions(changed: readonly ChatSession[]) {
    const byId = new Map(changed.map((session) => [session.id, session]));
    const kept = get().sessions.filter(({ id }) => !byId.has(id));
    set({ sessions: inListOrder([...kept, ...changed.filter(({ deletedAt }) => deletedAt === undefined)]) });
  }

  function patchSessions(ids: readonly string[], patch: Partial<ChatSession>) {
    const asked = new Set(ids);
    const changed = get().sessions.filter(({ id }) => asked.has(id));
    if (changed.length > 0) putSessions(changed.map((session) => ({ ...session, ...patch })));
  }

  function patchSession(id: string, patch: Partial<ChatSession>) {
    patchSessions([id], patch);
  }

  return { stored, patchSession, patchSessions, putSessions, replaceSessions };
}

/** New chats, the order of the list, and which chat is open. */
function createListActions(
  context: ChatsContext,
  { stored, putSessions }: StoredHeads,
): Actions<"newChat" | "select" | "keepSession" | "move" | "setPinned"> {
  const { set, get } = context;
  return {
    newChat(defaults) {
      const top = topOf(get().sessions);
      const made = makeSession(context, get().sessions, defaults);
      // An untouched chat is reused as the new one; earlier choices in it are dropped.
      const session = top && isUntouched(top) ? { ...made, id: top.id, order: top.order } : made;
      putSessions([session]);
      if (session === made) get().fillThread(session.id, []);
      set({ currentId: session.id });
      return session.id;
    },
    select(id) {
      if (get().sessions.some((session) => session.id === id)) set({ currentId: id });
    },
    keepSession(id) {
      const session = sessionOf(get(), id);
      if (session && !stored.has(id)) putSessions([session]);
    },
    move(id, index) {
      putSessions(moveSession(get().sessions, id, index));
    },
    setPinned(ids, pinned) {
      const asked = new Set(ids);
      const changed = get().sessions.filter((session) => asked.has(session.id) && (session.pinned ?? false) !== pinned);
      putSessions(changed.map(({ pinned: _before, ...session }) => (pinned ? { ...session, pinned } : session)));
    },
  };
}

/** Heads that are read from the database, at the start and after changes of other tabs. */
function createReadActions(
  context: ChatsContext,
  { stored, replaceSessions }: StoredHeads,
): Actions<"hydrate" | "addSessions" | "takeSessions"> {
  const { journal, set, get } = context;

  /** Returns heads that another tab has stored, with this tab's unwritten changes applied. */
  function withUnwritten(heads: readonly ChatSession[]): ChatSession[] {
    const patches = new Map(journal.unwritten().patchSessions.map((patch) => [patch.id, patch]));
    return heads.map((head) => withPatch(head, patches.get(head.id) ?? { id: head.id }));
  }

  return {
    hydrate(found, currentId, defaults) {
      const sessions = inListOrder(found);
      for (const { id } of found) stored.add(id);
      const first = sessions[0] ?? makeSession(context, [], defaults);
      const isKnown = sessions.some(({ id }) => id === currentId);
      set({ sessions: sessions.length > 0 ? sessions : [first], currentId: isKnown ? currentId : first.id });
      if (sessions.length === 0) get().fillThread(first.id, []);
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
  };
}

/** Returns the action that deletes chats. */
function createDeleteChats({ env, set, get }: ChatsContext, { putSessions }: StoredHeads): ChatHeads["deleteChats"] {
  return (ids, defaults) => {
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
  };
}

function makeSession({ env }: ChatsContext, others: readonly ChatSession[], defaults: NewChatDefaults): ChatSession {
  return newSession({ id: env.newId(), maskId: env.newId(), now: env.now(), others, ...defaults });
}

/** Returns the fields of a chat's head that changed; removed fields are `null`. */
function patchOf(before: ChatSession | undefined, session: ChatSession): SessionPatch {
  if (!before) return { ...session, deletedAt: session.deletedAt ?? null };
  const names = Object.keys({ ...before, ...session }) as (keyof ChatSession)[];
  const changed = names.filter((name) => before[name] !== session[name]);
  return { id: session.id, ...Object.fromEntries(changed.map((name) => [name, session[name] ?? null])) };
}
