import type { ChatSession } from "@/lib/chat/session";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Journal } from "@/store/records/journal";

/** A journal that writes at once, into memory. */
export interface FakeJournal extends Journal {
  readonly sessions: ReadonlyMap<string, ChatSession>;
  readonly messages: ReadonlyMap<string, MessageRecord>;
}

/** Makes a journal whose notes can be looked at. */
export function fakeJournal(): FakeJournal {
  const sessions = new Map<string, ChatSession>();
  const messages = new Map<string, MessageRecord>();
  return {
    sessions,
    messages,
    noteSession(patch) {
      const { id } = patch;
      const fields = Object.entries({ ...sessions.get(id), ...patch }).filter(([, value]) => value !== null);
      sessions.set(id, Object.fromEntries(fields) as unknown as ChatSession);
    },
    noteMessage: (record) => void messages.set(record.id, record),
    noteGrowing: (record) => void messages.set(record.id, record),
    noteRemoval: ({ id }) => void messages.delete(id),
    flush: async () => {},
    unwritten: () => ({ patchSessions: [], putMessages: [], growMessages: [], deleteMessages: [] }),
    open: () => {},
    discard: () => {},
    setTemporary: () => {},
    isTemporary: () => false,
    isDiscarded: () => false,
    close: () => {},
  };
}
