import type { ChatSession } from "@/lib/chat/session";
import { type AppError, toAppError } from "@/lib/errors";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Changes, Database } from "@/lib/storage/database";

/** How long changes are gathered before they are written, in milliseconds. */
const gatherMs = 400;
/** How often a growing reply is written, in milliseconds; the most of it that a crash can cost. */
const growingMs = 1000;

/** Notes what changed and writes it, gathered: each record once, as it was noted last. */
export interface Journal {
  noteSession(session: ChatSession): void;
  noteMessage(record: MessageRecord): void;
  /** A reply that goes on growing: written about once a second. */
  noteGrowing(record: MessageRecord): void;
  noteRemoval(messageId: string): void;
  /** Writes all that is noted now. Resolves when it is written, or when writing failed and was reported. */
  flush(): Promise<void>;
  /** Answers what is noted or under way and so not known to be written yet. */
  unwritten(): Changes;
  /**
   * Connects the journal with the database; what was noted before is written. Without one, nothing is kept. The
   * callbacks hear of a write that failed, of the first one that works again, and of the moments when all that was
   * noted before the last flush is written.
   */
  open(
    database: Pick<Database, "write">,
    onFailure: (error: AppError) => void,
    onRecovery: () => void,
    onWritten?: () => void,
  ): void;
  /** Stops writing for good: another tab has a newer version of the data. */
  close(): void;
}

interface Target {
  readonly database: Pick<Database, "write">;
  readonly onFailure: (error: AppError) => void;
  readonly onRecovery: () => void;
  readonly onWritten: () => void;
}

/** What is to be written of one record: its present state, or that it is gone. */
type Note =
  | { readonly type: "session"; readonly session: ChatSession }
  | { readonly type: "message"; readonly record: MessageRecord }
  | { readonly type: "removal"; readonly id: string };

/** Makes a journal. Failed writes stay noted and are tried again with the next change. */
export function createJournal(timers: {
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}): Journal {
  const notes = new Map<string, Note>();
  /** The last note of each record that a write took along, while any write is under way. */
  const taken = new Map<string, Note>();
  let underWay = 0;
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

  function note(added: Note, ms: number) {
    notes.set(keyOf(added), added);
    schedule(ms);
  }

  async function flush() {
    timers.clear(timer);
    due = Number.POSITIVE_INFINITY;
    if (!target || isClosed || notes.size === 0) return;
    const written = new Map(notes);
    notes.clear();
    for (const [key, each] of written) taken.set(key, each);
    underWay += 1;
    try {
      await target.database.write(changesOf([...written.values()]));
      if (hasFailed) target.onRecovery();
      // After a failure the next write but one is the first that surely brought along what had failed.
      else if (underWay === 1) target.onWritten();
      hasFailed = false;
    } catch (thrown) {
      keep(written);
      hasFailed = true;
      target.onFailure(toAppError(thrown));
    }
    underWay -= 1;
    if (underWay === 0) taken.clear();
  }

  /** Notes again what could not be written, unless something newer was noted, or taken by a later write, meanwhile. */
  function keep(failed: ReadonlyMap<string, Note>) {
    for (const [key, each] of failed) if (!notes.has(key) && taken.get(key) === each) notes.set(key, each);
  }

  return {
    noteSession(session) {
      note({ type: "session", session }, gatherMs);
    },
    noteMessage(record) {
      note({ type: "message", record }, gatherMs);
    },
    noteGrowing(record) {
      note({ type: "message", record }, growingMs);
    },
    noteRemoval(id) {
      note({ type: "removal", id }, gatherMs);
    },
    flush,
    unwritten() {
      return changesOf([...new Map([...taken, ...notes]).values()]);
    },
    open(database, onFailure, onRecovery, onWritten = () => {}) {
      target = { database, onFailure, onRecovery, onWritten };
      if (notes.size > 0) schedule(gatherMs);
    },
    close() {
      isClosed = true;
      timers.clear(timer);
    },
  };
}

/** A message and its removal are two states of one record, of which the later counts. */
function keyOf(note: Note): string {
  switch (note.type) {
    case "session":
      return `session ${note.session.id}`;
    case "message":
      return `message ${note.record.id}`;
    case "removal":
      return `message ${note.id}`;
  }
}

function changesOf(notes: readonly Note[]): Changes {
  return {
    putSessions: notes.flatMap((note) => (note.type === "session" ? [note.session] : [])),
    putMessages: notes.flatMap((note) => (note.type === "message" ? [note.record] : [])),
    deleteMessages: notes.flatMap((note) => (note.type === "removal" ? [note.id] : [])),
  };
}

/** The journal of the app. */
export const journal = createJournal({
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
});
