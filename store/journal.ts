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
  /** Answers what is noted or under way and so not known to be written yet; growing replies whole. */
  unwritten(): Changes;
  /** Connects the journal with the database; what was noted before is written. Without one, nothing is kept. */
  open(database: Pick<Database, "write">, listener: JournalListener): void;
  /** Stops writing for good: another tab has a newer version of the data. */
  close(): void;
  /** Stops writing for good and forgets what is noted: everything is being cleared. */
  discard(): void;
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
  /** The messages as they were written, where they are at hand: what another tab can show before it has read them. */
  readonly rows?: readonly MessageRecord[];
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
  let underWay = 0;
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
    timer = timers.set(() => void flush(), type === "growing" ? gatherGrowthMs : gatherMs);
  }

  function note(added: Note) {
    if (isDiscarded) return;
    const key = keyOf(added);
    notes.set(key, merged(notes.get(key), added));
    schedule(added.type);
  }

  async function flush() {
    timers.clear(timer);
    waits = undefined;
    if (!target || isClosed) return;
    const writing = takeNotes();
    if (writing.size === 0) return;
    for (const [key, each] of writing) taken.set(key, merged(taken.get(key), each));
    underWay += 1;
    const { changes, grown } = changesOf([...writing.values()], growing);
    const { database, listener } = target;
    try {
      await database.write(changes);
      for (const [id, state] of grown) growing.set(id, state);
      listener.onChanged?.(changedBy([...writing.values()]));
      if (hasFailed) listener.onRecovery();
      // After a failure the next write but one is the first that surely brought along what had failed.
      else if (underWay === 1) listener.onWritten?.();
      hasFailed = false;
    } catch (thrown) {
      for (const [id] of grown) growing.delete(id);
      keep(writing);
      hasFailed = true;
      listener.onFailure(toAppError(thrown));
    }
    underWay -= 1;
    if (underWay > 0) return;
    taken.clear();
    if ([...notes.values()].some(({ type }) => type === "growing")) schedule("growing");
  }

  /** Pieces of a reply must arrive in their order, so a growing one waits while any write is under way. */
  function takeNotes(): Map<string, Note> {
    const writing = new Map([...notes].filter(([, { type }]) => type !== "growing" || underWay === 0));
    for (const key of writing.keys()) notes.delete(key);
    return writing;
  }

  /** Notes again what could not be written, unless something newer was noted, or taken by a later write, meanwhile. */
  function keep(failed: ReadonlyMap<string, Note>) {
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
    flush,
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
  };
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

function changedBy(notes: readonly Note[]): ChangedRecords {
  return {
    sessions: notes.flatMap((note) => (note.type === "session" ? [note.patch.id] : [])),
    messages: notes.flatMap((note) =>
      note.type === "message" || note.type === "growing"
        ? [{ id: note.record.id, sessionId: note.record.sessionId }]
        : [],
    ),
    removed: notes.flatMap((note) => (note.type === "removal" ? [note.removed] : [])),
    rows: notes.flatMap((note) => (note.type === "message" || note.type === "growing" ? [note.record] : [])),
  };
}

/** The journal of the app. */
export const journal = createJournal({
  set: (run, ms) => setTimeout(run, ms),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
});
