import { type ChatSession, isWholeHead } from "@/lib/chat/session";
import { type AppError, toAppError } from "@/lib/errors";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import type { Changes, SessionPatch } from "@/lib/storage/database-records";
import { growthOf } from "@/lib/storage/growth";

/** How long changes are gathered before they are written, in milliseconds: other tabs see them soon after. */
const gatherMs = 50;
/** How long what a growing reply gains is gathered, in milliseconds; also the most of a reply that a crash costs. */
const gatherGrowthMs = 400;

/** Notes what changed and writes it, gathered: each record once, as it was noted last. */
export interface Journal {
  /** Fields of a chat's head that changed; of a new chat, all. */
  noteSession(patch: SessionPatch): void;
  noteMessage(record: MessageRecord): void;
  /** A reply that goes on growing: what it gained is written, a few times a second. */
  noteGrowing(record: MessageRecord): void;
  noteRemoval(removed: Pick<MessageRecord, "id" | "sessionId">): void;
  /** Writes all that is noted now. Resolves when it is written, or when writing failed and was reported. */
  flush(): Promise<void>;
  /** Returns what is noted or under way and so not known to be written yet; growing replies whole. */
  unwritten(): Changes;
  /** Connects the journal with the database; what was noted before is written. Without one, nothing is kept. */
  open(database: Pick<Database, "write">, listener: JournalListener): void;
  /** Stops writing for good: another tab has a newer version of the data. */
  close(): void;
  /** Stops writing for good and forgets what is noted: everything is being cleared. */
  discard(): void;
  /** Whether everything is being cleared. */
  isDiscarded(): boolean;
}

/** Who hears of writes. */
export interface JournalListener {
  onFailure(error: AppError): void;
  /** The first write that works again. */
  onRecovery(): void;
  /** All that was noted before the last flush is written. */
  onWritten?(): void;
  /** What other tabs must read anew. */
  onChanged?(changed: ChangedRecords): void;
}

/** Which records a write changed; messages with their chats. */
export interface ChangedRecords {
  readonly sessions: readonly string[];
  readonly messages: readonly ChangedMessage[];
  readonly removed: readonly ChangedMessage[];
  /** The messages and heads of chats as they were written, where they are at hand: another tab shows them unread. */
  readonly written?: WrittenRecords;
}

/** Records as a write left them. */
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

/** What is to be written of one record. */
type Note =
  | { readonly type: "session"; readonly patch: SessionPatch }
  | { readonly type: "message" | "growing"; readonly record: MessageRecord }
  | { readonly type: "removal"; readonly removed: ChangedMessage };

type KeyedNote = readonly [key: string, note: Note];

/** How far a growing reply is written: its state then, and how many pieces stand behind the whole record. */
interface Written {
  readonly record: MessageRecord;
  readonly pieces: number;
}

/** Makes a journal. Failed writes stay noted and are tried again with the next change. */
export function createJournal(timers: {
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}): Journal {
  const notes = new Map<string, Note>();
  /** What the writes under way took along: the last note of each message, all patches of each chat. */
  const taken = new Map<string, Note>();
  const growing = new Map<string, Written>();
  /** How many writes are under way, and how many of those take along messages, and heads of chats. */
  const underWay = { all: 0, messages: 0, sessions: 0 };
  /** What had to wait when everything was to be written: until it is, not all of it is. */
  const left = new Set<string>();
  let target: Target | undefined;
  let hasFailed = false;
  let isClosed = false;
  let isDiscarded = false;
  let timer: unknown;
  /** What the timer waits for; something else than growth does not wait for the growth's turn. */
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

  /** Pieces of a reply must arrive in their order: a growing one waits while messages are being written. */
  function isInOrder({ type }: Note): boolean {
    return type !== "growing" || underWay.messages === 0;
  }

  /** A head is read before it is written, which a busy page is late to do: meanwhile further patches are gathered. */
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
    // After a failure the next write but one is the first that surely brought along what had failed.
    else if (underWay.all === 1 && left.size === 0) listener.onWritten?.();
    hasFailed = failure !== undefined;
    underWay.all -= 1;
    if (underWay.all === 0) taken.clear();
  }

  /** Writes a batch, all of it or nothing, and tells of it; answers why it failed, if it did. */
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

  /** Notes again what could not be written, unless something newer was noted, or taken by a later write, meanwhile. */
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
 * Parts what is written into messages and heads of chats: messages need not be read before, and are stored and seen in
 * other tabs while a page that is busy has yet to look at a head. A new chat goes with its messages.
 */
function batchesOf(notes: readonly KeyedNote[]): readonly (readonly KeyedNote[])[] {
  if (notes.some(([, each]) => each.type === "session" && isWholeHead(each.patch))) return [notes];
  const isHead = ([, { type }]: KeyedNote) => type === "session";
  return [notes.filter((each) => !isHead(each)), notes.filter(isHead)].filter((batch) => batch.length > 0);
}

/** Patches of one chat add up; of all else the later note counts. */
function merged(earlier: Note | undefined, later: Note): Note {
  if (earlier?.type !== "session" || later.type !== "session") return later;
  return earlier === later ? later : { type: "session", patch: { ...earlier.patch, ...later.patch } };
}

/** A message and its removal are two states of one record, of which the later counts. */
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

/** Makes the changes of notes, and says how far growing replies are written with them. */
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
