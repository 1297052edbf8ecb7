import { type ChatSession, isWholeHead } from "@/lib/chat/session";
import { type AppError, toAppError } from "@/lib/errors";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import type { Changes, SessionPatch } from "@/lib/storage/database-records";
import { growthOf } from "@/lib/storage/growth";
import { batchesOf, type ChangedMessage, createNotes, type KeyedNote, type Note } from "@/store/records/journal-notes";

/** Time during which changes are gathered before they are written, in milliseconds; other tabs see them soon after. */
const gatherMs = 50;
/** The same for the text of a growing reply, in milliseconds. A crash loses at most this much of a reply. */
const gatherGrowthMs = 400;

/** A queue of changes that writes each record once, as it was noted last. */
export interface Journal {
  /** Notes the changed fields of a chat's head; of a new chat, all fields. */
  noteSession(patch: SessionPatch): void;
  noteMessage(record: MessageRecord): void;
  /** Notes a growing reply: only the added text is written, a few times a second. */
  noteGrowing(record: MessageRecord): void;
  noteRemoval(removed: Pick<MessageRecord, "id" | "sessionId">): void;
  /** Sets whether the changes of a chat are dropped, because it is temporary. */
  setTemporary(sessionId: string, isTemporary: boolean): void;
  /** Whether the changes of a chat are dropped. True for a deleted temporary chat, too. */
  isTemporary(sessionId: string): boolean;
  /** Writes everything that is noted. Resolves when it is written, or when writing has failed and was reported. */
  flush(): Promise<void>;
  /** Returns the changes that may not be written yet, queued or in flight; growing replies whole. */
  unwritten(): Changes;
  /** Connects the journal with the database, and writes what was noted before. Without a database nothing is stored. */
  open(database: Pick<Database, "write">, listener: JournalListener): void;
  /** Stops writing for good, because another tab has a newer version of the data. */
  close(): void;
  /** Stops writing for good and drops the notes, because everything is being cleared. */
  discard(): void;
  /** Whether everything is being cleared. */
  isDiscarded(): boolean;
}

/** Listener for the outcome of writes. */
export interface JournalListener {
  onFailure(error: AppError): void;
  /** Called when a write succeeds after a failure. */
  onRecovery(): void;
  /** Called when everything noted before the last flush is written. */
  onWritten?(): void;
  /** Called with the records that other tabs must read again. */
  onChanged?(changed: ChangedRecords): void;
}

/** The records that a write changed; messages with their chats. */
export interface ChangedRecords {
  readonly sessions: readonly string[];
  readonly messages: readonly ChangedMessage[];
  readonly removed: readonly ChangedMessage[];
  /** The written messages and heads, if available: other tabs show them without reading the database. */
  readonly written?: WrittenRecords;
}

/** Records as they were written. */
export interface WrittenRecords {
  readonly sessions: readonly ChatSession[];
  readonly messages: readonly MessageRecord[];
}

interface Target {
  readonly database: Pick<Database, "write">;
  readonly listener: JournalListener;
}

/** The written part of a growing reply: its state then, and the number of pieces stored after the whole record. */
interface Written {
  readonly record: MessageRecord;
  readonly pieces: number;
}

/** The timers that delay writes. */
interface Timers {
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

const tabTimers: Timers = {
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/** The number of writes in flight, and of those that contain messages and heads of chats. */
interface WritesInFlight {
  all: number;
  messages: number;
  sessions: number;
}

/** Creates a journal. Failed writes stay noted and are retried with the next change. */
export function createJournal(timers: Timers = tabTimers): Journal {
  const notes = createNotes();
  const timer = createWriteTimer(timers, () => void write((each) => isItsTurn(each, inFlight)));
  const temporary = new Set<string>();
  const inFlight: WritesInFlight = { all: 0, messages: 0, sessions: 0 };
  const writeBatch = createBatchWriter(notes, inFlight, schedule);
  let target: Target | undefined;
  let hasFailed = false;
  let isClosed = false;
  let isDiscarded = false;

  function schedule(type: Note["type"]) {
    if (target && !isClosed) timer.start(type === "growing" ? "growth" : "briefly");
  }

  function note(added: Note) {
    if (isDiscarded || temporary.has(chatOf(added))) return;
    notes.add(added);
    schedule(added.type);
  }

  async function write(mayBeWritten: (note: Note) => boolean): Promise<void> {
    timer.stop();
    if (!target || isClosed) return;
    const writing = notes.take(mayBeWritten);
    if (writing.length === 0) return;
    const writingTo = target;
    const { listener } = writingTo;
    inFlight.all += 1;
    const failures = await Promise.all(batchesOf(writing).map((batch) => writeBatch(writingTo, batch)));
    const failure = failures.find((each) => each !== undefined);
    if (failure) listener.onFailure(failure);
    else if (hasFailed) listener.onRecovery();
    if (!failure && inFlight.all === 1 && !notes.isFlushWaiting()) listener.onWritten?.();
    hasFailed = failure !== undefined;
    inFlight.all -= 1;
    if (inFlight.all === 0) notes.allWritten();
  }

  function close() {
    isClosed = true;
    timer.cancel();
  }

  return {
    noteSession: (patch) => note({ type: "session", patch }),
    noteMessage: (record) => note({ type: "message", record }),
    noteGrowing: (record) => note({ type: "growing", record }),
    noteRemoval: ({ id, sessionId }) => note({ type: "removal", removed: { id, sessionId } }),
    setTemporary(sessionId, isTemporary) {
      if (isTemporary) temporary.add(sessionId);
      else temporary.delete(sessionId);
    },
    isTemporary: (sessionId) => temporary.has(sessionId),
    flush() {
      const written = write((each) => isInOrder(each, inFlight));
      notes.waitForFlush();
      return written;
    },
    unwritten: () => changesOf(notes.all(), new Map()).changes,
    open(database, listener) {
      target = { database, listener };
      if (!notes.isEmpty()) schedule("message");
    },
    close,
    discard() {
      close();
      isDiscarded = true;
      notes.clear();
    },
    isDiscarded: () => isDiscarded,
  };
}

/** Pieces of a reply must be stored in order, so growth waits while messages are being written. */
function isInOrder({ type }: Note, inFlight: WritesInFlight): boolean {
  return type !== "growing" || inFlight.messages === 0;
}

/** A head is read before it is written, which takes long in a busy tab. Further patches are gathered meanwhile. */
function isItsTurn(note: Note, inFlight: WritesInFlight): boolean {
  return isInOrder(note, inFlight) && (note.type !== "session" || isWholeHead(note.patch) || inFlight.sessions === 0);
}

/** Creates the function that writes a batch atomically and notifies the listener. It returns the error, if there was one. */
function createBatchWriter(
  notes: ReturnType<typeof createNotes>,
  inFlight: WritesInFlight,
  schedule: (type: Note["type"]) => void,
) {
  const growing = new Map<string, Written>();
  return async ({ database, listener }: Target, batch: readonly KeyedNote[]): Promise<AppError | undefined> => {
    const kinds = new Set(batch.map(([, { type }]) => (type === "session" ? "sessions" : "messages")));
    for (const kind of kinds) inFlight[kind] += 1;
    notes.begin(batch);
    const writing = batch.map(([, each]) => each);
    const { changes, grown } = changesOf(writing, growing);
    const failure = await database.write(changes).then(
      (heads) => {
        for (const [id, state] of grown) growing.set(id, state);
        listener.onChanged?.(changedBy(writing, heads));
        return undefined;
      },
      (thrown: unknown) => {
        for (const [id] of grown) growing.delete(id);
        notes.putBack(batch);
        return toAppError(thrown);
      },
    );
    for (const kind of kinds) inFlight[kind] -= 1;
    if (kinds.has("messages") && notes.has("growing")) schedule("growing");
    if (kinds.has("sessions") && notes.has("session") && !failure) schedule("session");
    return failure;
  };
}

function chatOf(note: Note): string {
  if (note.type === "session") return note.patch.id;
  return note.type === "removal" ? note.removed.sessionId : note.record.sessionId;
}

/** Creates the timer of writes. */
function createWriteTimer(timers: Timers, run: () => void) {
  let timer: unknown;
  /** The delay of the running timer. Other changes do not wait for the longer delay of growth. */
  let waits: "briefly" | "growth" | undefined;

  return {
    start(delay: "briefly" | "growth") {
      if (waits === "briefly" || waits === delay) return;
      timers.clear(timer);
      waits = delay;
      timer = timers.set(run, delay === "growth" ? gatherGrowthMs : gatherMs);
    },
    /** Ends the delay, because everything is being written. */
    stop() {
      timers.clear(timer);
      waits = undefined;
    },
    cancel() {
      timers.clear(timer);
    },
  };
}

/** Returns the changes for notes, and the written part of growing replies after them. */
function changesOf(
  notes: readonly Note[],
  growing: Map<string, Written>,
): { readonly changes: Changes; readonly grown: ReadonlyMap<string, Written> } {
  const grown = new Map<string, Written>();
  const whole: MessageRecord[] = [];
  const growMessages: Changes["growMessages"][number][] = [];
  for (const note of notes) {
    if (note.type === "message") {
      growing.delete(note.record.id);
      whole.push(note.record);
    }
    if (note.type === "removal") growing.delete(note.removed.id);
    if (note.type !== "growing") continue;
    const { record } = note;
    const before = growing.get(record.id);
    const growth = before && growthOf(before.record, record, before.pieces + 1);
    if (growth) growMessages.push(growth);
    else whole.push(record);
    grown.set(record.id, { record, pieces: growth?.number ?? 0 });
  }
  const removed = notes.flatMap((note) => (note.type === "removal" ? [note.removed] : []));
  const changes = {
    patchSessions: notes.flatMap((note) => (note.type === "session" ? [note.patch] : [])),
    putMessages: whole,
    growMessages,
    deleteMessages: removed.map(({ id }) => id),
    ...(removed.length > 0 && { deletedFrom: removed.map(({ sessionId }) => sessionId) }),
  };
  return { changes, grown };
}

function changedBy(notes: readonly Note[], sessions: readonly ChatSession[]): ChangedRecords {
  const messages = notes.flatMap((note) => (note.type === "message" || note.type === "growing" ? [note.record] : []));
  return {
    sessions: notes.flatMap((note) => (note.type === "session" ? [note.patch.id] : [])),
    messages: messages.map(({ id, sessionId }) => ({ id, sessionId })),
    removed: notes.flatMap((note) => (note.type === "removal" ? [note.removed] : [])),
    written: { sessions, messages },
  };
}
