import { inListOrder } from "@/lib/chat/session";
import type { ChatsStore } from "@/store/chats/chats-state";
import type { FakeJournal } from "./fake-journal";

/** Checks what holds of all chats after every action. */
export function expectConsistent(state: ChatsStore, journal: FakeJournal): void {
  const { sessions, currentId, threads, messages, live } = state;
  expect(sessions.map(({ id }) => id)).toContain(currentId);
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length);
  expect(sessions).toEqual(inListOrder(sessions));
  expect(sessions.filter(({ deletedAt }) => deletedAt !== undefined)).toEqual([]);
  for (const [sessionId, { ids, asides }] of Object.entries(threads)) {
    const aside = Object.values(asides).flat();
    expect([...ids, ...aside].filter((id) => messages[id]?.sessionId !== sessionId)).toEqual([]);
    expect(new Set([...ids, ...aside]).size).toBe(ids.length + aside.length);
    const places = ids.map((id) => messages[id]?.seq ?? 0);
    expect(places.filter((place, index) => index > 0 && place <= (places[index - 1] ?? 0))).toEqual([]);
    // Every version that is not shown can be reached from one that is, or from another one.
    const known = new Set(["", ...ids, ...aside]);
    expect(Object.keys(asides).filter((parent) => !known.has(parent))).toEqual([]);
    for (const [parent, followers] of Object.entries(asides)) {
      for (const id of followers) expect(messages[id]).toMatchObject({ isAside: true });
      for (const id of followers) expect(messages[id]?.parentId ?? "").toBe(parent);
    }
    for (const id of ids) expect(messages[id]?.isAside).toBeUndefined();
  }
  for (const session of sessions) {
    const thread = threads[session.id];
    if (thread?.status !== "ready") continue;
    expect(session.messageCount).toBe(thread.ids.length);
    // Marks stand among the messages that are shown.
    const { clearContextIndex = 0, lastSummarizeIndex } = session;
    expect(Math.max(clearContextIndex, lastSummarizeIndex)).toBeLessThanOrEqual(thread.ids.length);
  }
  const shown = new Set(Object.values(threads).flatMap(({ ids }) => ids));
  const all = new Set([...shown, ...Object.values(threads).flatMap(({ asides }) => Object.values(asides).flat())]);
  expect(Object.keys(live).filter((id) => !shown.has(id))).toEqual([]);
  // What is stored is what is shown; a reply that has said nothing yet shows the answer before it.
  const listed = new Set(sessions.map(({ id }) => id));
  for (const session of sessions) expect(journal.sessions.get(session.id) ?? session).toEqual(session);
  for (const [id, session] of journal.sessions) expect(session.deletedAt === undefined).toBe(listed.has(id));
  expect([...journal.messages.keys()].filter((id) => !all.has(id))).toEqual([]);
  for (const id of all) {
    const stored = journal.messages.get(id);
    if (stored && live[id] === undefined) expect(stored).toEqual(messages[id]);
  }
}
