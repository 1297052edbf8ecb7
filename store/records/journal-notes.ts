import { isWholeHead } from "@/lib/chat/session";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { SessionPatch } from "@/lib/storage/database-records";

/** A message and the chat that it belongs to. */
export interface ChangedMessage {
  readonly id: string;
  readonly sessionId: string;
}

/** A change of one record that is to be written. */
export type Note =
  | { readonly type: "session"; readonly patch: SessionPatch }
  | { readonly type: "message" | "growing"; readonly record: MessageRecord }
  | { readonly type: "removal"; readonly removed: ChangedMessage };

export type KeyedNote = readonly [key: string, note: Note];

/** Creates the list of changes that are not written yet: queued, or in flight. */
export function createNotes() {
  const queued = new Map<string, Note>();
  /** The notes of writes in flight: the last note of each message, all patches of each chat. */
  const taken = new Map<string, Note>();
  /** Records that had to wait during a flush, or failed: the flush is not complete before they are written. */
  const left = new Set<string>();

  return {
    add(note: Note): void {
      const key = keyOf(note);
      queued.set(key, merged(queued.get(key), note));
    },
    /** Removes the queued notes that may be written, and returns them. */
    take(mayBeWritten: (note: Note) => boolean): KeyedNote[] {
      const writing = [...queued].filter(([, each]) => mayBeWritten(each));
      for (const [key] of writing) {
        queued.delete(key);
        left.delete(key);
      }
      return writing;
    },
    begin(batch: readonly KeyedNote[]): void {
      for (const [key, each] of batch) taken.set(key, merged(taken.get(key), each));
    },
    /** Queues failed changes again, unless a newer change is queued, or a later write contains one. */
    putBack(failed: readonly KeyedNote[]): void {
      for (const [key, each] of failed) {
        const later = queued.get(key);
        const accumulated = taken.get(key);
        if (each.type === "session") {
          const patched = accumulated ? merged(each, accumulated) : each;
          queued.set(key, later ? merged(patched, later) : patched);
        } else if (!later && accumulated === each) queued.set(key, each);
        if (queued.has(key)) left.add(key);
      }
    },
    /** No write is in flight any more. */
    allWritten: () => taken.clear(),
    waitForFlush() {
      for (const key of queued.keys()) left.add(key);
    },
    isFlushWaiting: () => left.size > 0,
    isEmpty: () => queued.size === 0,
    has: (type: Note["type"]) => [...queued.values()].some((each) => each.type === type),
    /** Returns the last change of each record. */
    all(): Note[] {
      const all = new Map(taken);
      for (const [key, each] of queued) all.set(key, merged(all.get(key), each));
      return [...all.values()];
    },
    clear() {
      queued.clear();
      taken.clear();
      left.clear();
    },
  };
}

/**
 * Splits notes into a batch of messages and a batch of heads. Messages are written without a read, so they are stored
 * and shown in other tabs early, while a busy tab has yet to read a head. A new chat is in the batch of its messages.
 */
export function batchesOf(notes: readonly KeyedNote[]): readonly (readonly KeyedNote[])[] {
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
