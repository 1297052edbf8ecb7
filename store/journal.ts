import type { ChatSession } from "@/lib/chat/session";
import { type AppError, toAppError } from "@/lib/errors";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Changes, Database } from "@/lib/storage/database";

/** How long changes are gathered before they are written, in milliseconds; the most that a crash can cost. */
const gatherMs = 400;
/** How often a growing reply is written, in milliseconds. */
const growingMs = 1000;

/** Notes what changed and writes it, gathered, in the order of the last change of each record. */
export interface Journal {
  noteSession(session: ChatSession): void;
  noteMessage(record: MessageRecord): void;
  /** A reply that goes on growing: written about once a second. */
  noteGrowing(record: MessageRecord): void;
  noteRemoval(messageId: string): void;
  /** Writes all that is noted now. Resolves when it is written, or when writing failed and was reported. */
  flush(): Promise<void>;
  /**
   * Connects the journal with the database; what was noted before is written. Without one, nothing is kept. The
   * callbacks hear of a write that failed, and of the first one that works again.
   */
  open(database: Pick<Database, "write">, onFailure: (error: AppError) => void, onRecovery: () => void): void;
  /** Stops writing for good: another tab has a newer version of the data. */
  close(): void;
}

interface Target {
  readonly database: Pick<Database, "write">;
  readonly onFailure: (error: AppError) => void;
  readonly onRecovery: () => void;
}

/** Makes a journal. Failed writes stay noted and are tried again with the next change. */
export function createJournal(timers: {
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}): Journal {
  const sessions = new Map<string, ChatSession>();
  const messages = new Map<string, MessageRecord>();
  const removed = new Set<string>();
  let target: Target | undefined;
  let hasFailed = false;
  let timer: unknown;
  let due = Number.POSITIVE_INFINITY;
  let isClosed = false;

  function schedule(ms: number) {
    if (!target || isClosed || ms >= due) return;
    timers.clear(timer);
    due = ms;
    timer = timers.set(() => void flush(), ms);
  }

  async function flush() {
    timers.clear(timer);
    due = Number.POSITIVE_INFINITY;
    if (!target || isClosed || sessions.size + messages.size + removed.size === 0) return;
    const changes: Changes = {
      putSessions: [...sessions.values()],
      putMessages: [...messages.values()],
      deleteMessages: [...removed],
    };
    sessions.clear();
    messages.clear();
    removed.clear();
    try {
      await target.database.write(changes);
      if (hasFailed) target.onRecovery();
      hasFailed = false;
    } catch (thrown) {
      keep(changes);
      hasFailed = true;
      target.onFailure(toAppError(thrown));
    }
  }

  /** Notes again what could not be written, unless something newer was noted meanwhile. */
  function keep(changes: Changes) {
    for (const session of changes.putSessions) if (!sessions.has(session.id)) sessions.set(session.id, session);
    for (const record of changes.putMessages) {
      if (!messages.has(record.id) && !removed.has(record.id)) messages.set(record.id, record);
    }
    for (const id of changes.deleteMessages) if (!messages.has(id)) removed.add(id);
  }

  return {
    noteSession(session) {
      sessions.set(session.id, session);
      schedule(gatherMs);
    },
    noteMessage(record) {
      removed.delete(record.id);
      messages.set(record.id, record);
      schedule(gatherMs);
    },
    noteGrowing(record) {
      messages.set(record.id, record);
      schedule(growingMs);
    },
    noteRemoval(messageId) {
      messages.delete(messageId);
      removed.add(messageId);
      schedule(gatherMs);
    },
    flush,
    open(database, onFailure, onRecovery) {
      target = { database, onFailure, onRecovery };
      if (sessions.size + messages.size + removed.size > 0) schedule(gatherMs);
    },
    close() {
      isClosed = true;
      timers.clear(timer);
    },
  };
}

/** The journal of the app. */
export const journal = createJournal({
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
});
