import { createChats } from "@/store/chats/chats";
import type { ChatsStore } from "@/store/chats/chats-state";
import { expectConsistent } from "./chat-invariants";
import { sampleMessage, sampleSession, usualDefaults } from "./chat-samples";
import { fakeEnvironment } from "./fake-environment";
import { fakeJournal } from "./fake-journal";

export function setUp() {
  const env = fakeEnvironment({ now: 1000 });
  const journal = fakeJournal();
  const store = createChats({ env, journal });
  const act = () => store.getState();
  return { env, journal, store, act };
}

/** A store with the chats `a`, `b` and `c`, in this order, of which `a` has the messages `q1`, `r1`, `q2`. */
export function withChats() {
  const set = setUp();
  const stored = ["c", "a", "b"].map((id) => sampleSession({ id, topic: id, order: -id.charCodeAt(0) }));
  for (const session of stored) set.journal.noteSession(session);
  set.act().hydrate(stored, "a", usualDefaults);
  for (const id of ["b", "c"]) set.act().fillThread(id, []);
  set.act().fillThread("a", []);
  set
    .act()
    .append("a", [
      sampleMessage({ id: "q1" }),
      sampleMessage({ id: "r1", role: "assistant" }),
      sampleMessage({ id: "q2" }),
    ]);
  expectConsistent(set.act(), set.journal);
  return set;
}

export function listOf({ sessions }: ChatsStore): string[] {
  return sessions.map(({ id }) => id);
}
