import { type ChatSession, isWholeHead } from "@/lib/chat/session";
import { type AppError, toAppError } from "@/lib/errors";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import type { Changes, SessionPatch } from "@/lib/storage/database-records";
import { growthOf } from "@/lib/storage/growth";

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

/** A message and the chat that it belongs to. */
export interface ChangedMessage {
  readonly id: string;
  readonly sessionId: string;
}

interface Target {
  readonly database: Pick<Database, "write">;
  readonly listener: JournalListener;
}

/** A change of one record that is to be written. */
type Note =
  | { readonly type: "session"; readonly patch: SessionPatch }
  | { readonly type: "message" | "growing"; readonly record: MessageRecord }
  | { readonly type: "removal"; readonly removed: ChangedMessage };

type KeyedNote = readonly [key: string, note: Note];

/** The written part of a growing reply: its state then, and the number of pieces stored after the whole record. */
interface Written {
  readonly record: MessageRecord;
  readonly pieces: number;
}

/** Creates a journal. Failed writes stay noted and are retried with the next change. */
export function createJournal(timers: {
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}): Journal {
  const notes = new Map<string, Note>();
  /** The notes of writes in flight: the last note of each message, all patches of each chat. */
  const taken = new Map<string, Note>();
  const growing = new Map<string, Written>();
  /** The number of writes in flight, and of those that contain messages and heads of chats. */
  const underWay = { all: 0, messages: 0, sessions: 0 };
  /** Records that had to wait during a flush: the flush is not complete before they are written. */
  const left = new Set<string>();
  let target: Target | undefined;
  let hasFailed = false;
  let isClosed = false;
  let isDiscarded = false;
  let timer: unknown;
  /** The delay of the running timer. Other changes do not wait for the longer delay of growth. */
  let waits: "briefly" | "growth" | undefined;

  function schedule(type: Note["type"]) {
    if (!target || isClosed || waits === "briefly" || (waits === "growth" && type === "growing")) return;
    timers.clear(timer);
    waits = type === "growing" ? "growth" : "briefly";
    timer = timers.set(() => void write(isItsTurn), type === "growing" ? gatherGrowthMs : gatherMs);
  }

  function note(added: Note) {
    if (isDiscarded) return;
    const key = keyOf(added);
    notes.set(key, merged(notes.get(key), added));
    schedule(added.type);
  }

  /** Pieces of a reply must be stored in order, so growth waits while messages are being written. */
  function isInOrder({ type }: Note): boolean {
    return type !== "growing" || underWay.messages === 0;
  }

  /** A head is read before it is written, which takes long in a busy tab. Further patches are gathered meanwhile. */
  function isItsTurn(each: Note): boolean {
    return isInOrder(each) && (each.type !== "session" || isWholeHead(each.patch) || underWay.sessions === 0);
  }

  async function write(mayBeWritten: (note: Note) => boolean): Promise<void> {
    timers.clear(timer);
    waits = undefined;
    if (!target || isClosed) return;
    const writing = [...notes].filter(([, each]) => mayBeWritten(each));
    if (writing.length === 0) return;
    for (const [key] of writing) {
      notes.delete(key);
      left.delete(key);
    }
    const { listener } = target;
    underWay.all += 1;
    const failures = await Promise.all(batchesOf(writing).map(writeBatch));
    const failure = failures.find((each) => each !== undefined);
    if (failure) listener.onFailure(failure);
    else if (hasFailed) listener.onRecovery();
    // After a failure, only the second next write surely contains what had failed.
    else if (underWay.all === 1 && left.size === 0) listener.onWritten?.();
    hasFailed = failure !== undefined;
    underWay.all -= 1;
    if (underWay.all === 0) taken.clear();
  }

  /** Writes a batch atomically and notifies the listener. Returns the error, if there was one. */
  async function writeBatch(batch: readonly KeyedNote[]): Promise<AppError | undefined> {
    if (!target) return undefined;
    const { database, listener } = target;
    const kinds = new Set(batch.map(([, { type }]) => (type === "session" ? "sessions" : "messages")));
    for (const kind of kinds) underWay[kind] += 1;
    for (const [key, each] of batch) taken.set(key, merged(taken.get(key), each));
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
        keep(batch);
        return toAppError(thrown);
      },
    );
    for (const kind of kinds) underWay[kind] -= 1;
    const waiting = new Set([...notes.values()].map(({ type }) => type));
    if (kinds.has("messages") && waiting.has("growing")) schedule("growing");
    if (kinds.has("sessions") && waiting.has("session") && !failure) schedule("session");
    return failure;
  }

  /** Notes failed changes again, unless a newer change was noted, or a later write contains one. */
  function keep(failed: readonly KeyedNote[]) {
    for (const [key, each] of failed) {
      const later = notes.get(key);
      const accumulated = taken.get(key);
      if (each.type !== "session") {
        if (!later && accumulated === each) notes.set(key, each);
        continue;
      }
      const patched = accumulated ? merged(each, accumulated) : each;
      notes.set(key, later ? merged(patched, later) : patched);
    }
  }

  function close() {
    isClosed = true;
    timers.clear(timer);
  }

  return {
    noteSession: (patch) => note({ type: "session", patch }),
    noteMessage: (record) => note({ type: "message", record }),
    noteGrowing: (record) => note({ type: "growing", record }),
    noteRemoval: ({ id, sessionId }) => note({ type: "removal", removed: { id, sessionId } }),
    flush() {
      const written = write(isInOrder);
      for (const key of notes.keys()) left.add(key);
      return written;
    },
    unwritten() {
      const all = new Map(taken);
      for (const [key, each] of notes) all.set(key, merged(all.get(key), each));
      return changesOf([...all.values()], new Map()).changes;
    },
    open(database, listener) {
      target = { database, listener };
      if (notes.size > 0) schedule("message");
    },
    close,
    discard() {
      close();
      isDiscarded = true;
      notes.clear();
      taken.clear();
    },
    isDiscarded: () => isDiscarded,
  };
}

/**
 * Splits notes into a batch of messages and a batch of heads. Messages are written without a read, so they are stored
 * and shown in other tabs early, while a busy tab has yet to read a head. A new chat is in the batch of its messages.
 */
function batchesOf(notes: readonly KeyedNote[]): readonly (readonly KeyedNote[])[] {
  if (notes.some(([, each]) => each.type === "session" && isWholeHead(each.patch))) return [notes];
  const isHead = ([, { type }]: KeyedNote) => type === "session";
  return [notes.filter((each) => !isHead(each)), notes.filter(isHead)].filter((batch) => batch.length > 0);
}

/** Merges patches of one chat; otherwise the later note wins. */
function merged(earlier: Note | undefined, later: Note): Note {
  if (earlier?.type !== "session" || later.type !== "session") return later;
  return earlier === later ? later : { type: "session", patch: { ...earlier.patch, ...later.patch } };
}

/** A message and its removal share a key, because the later of them wins. */
function keyOf(note: Note): string {
  switch (note.type) {
    case "session":
      return `session ${note.patch.id}`;
    case "message":
    case "growing":
      return `message ${note.record.id}`;
    case "removal":
      return `message ${note.removed.id}`;
  }
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
  const changes = {
    patchSessions: notes.flatMap((note) => (note.type === "session" ? [note.patch] : [])),
    putMessages: whole,
    growMessages,
    deleteMessages: notes.flatMap((note) => (note.type === "removal" ? [note.removed.id] : [])),
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

/** The journal of the app. */
export const journal = createJournal({
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
});
