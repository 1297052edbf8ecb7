import {
  mayContain,
  type OpenSignature,
  openSignature,
  type SearchBits,
  signatureWords,
  windowChars,
} from "@/lib/search/signature";

/** Number of slots from which a segment is closed. A stored segment of this size is read in one piece by browsers. */
const maxSlots = 48;

/** Length of the parts of a text that are added to a slot at once, in characters. */
const partChars = 1000;

/**
 * A stored part of the search index: signatures of some hundred messages. Messages are only appended, so a changed
 * message is in several segments, and a deleted one remains. Both only cost a comparison.
 */
export interface Segment {
  /** Ids of the messages by slot. A long message is in several consecutive slots. */
  readonly ids: readonly string[];
  /** By slot: the index after its last id. */
  readonly ends: readonly number[];
  /** The signatures of the slots, one after the other. */
  readonly signatures: Uint32Array;
  /** The words that no earlier segment contains, separated by spaces (`createVocabulary`). */
  readonly words: string;
  /** The models that no earlier segment contains. */
  readonly models: readonly string[];
  /** Ids of messages in this and earlier segments that were deleted. */
  readonly removed: readonly string[];
  /** Checksum of the signatures and ids. */
  readonly checksum: number;
}

/** A segment that messages are appended to. */
export interface OpenSegment {
  /** Appends the folded text of a message. */
  add(id: string, text: string): void;
  addWord(word: string): void;
  addModel(model: string): void;
  remove(id: string): void;
  /** Whether the next message belongs to a new segment. */
  isFull(): boolean;
  /** Returns the current state. */
  close(): Segment;
}

/** Creates a segment, empty or with the content of a stored one. */
export function openSegment(stored?: Segment): OpenSegment {
  const ids = [...(stored?.ids ?? [])];
  const ends = [...(stored?.ends ?? [])];
  const words = stored?.words ? [stored.words] : [];
  const models = [...(stored?.models ?? [])];
  const removed = new Set(stored?.removed);
  const signatures: OpenSignature[] = ends.map((_, slot) =>
    openSignature(stored?.signatures.slice(slot * signatureWords, (slot + 1) * signatureWords)),
  );
  let closed = stored;

  function put(id: string): OpenSignature {
    const last = signatures.at(-1);
    if (last && !last.isFull()) {
      if (ids.at(-1) !== id) ids.push(id);
      ends[ends.length - 1] = ids.length;
      return last;
    }
    const next = openSignature();
    signatures.push(next);
    ids.push(id);
    ends.push(ids.length);
    return next;
  }

  return {
    add(id, text) {
      closed = undefined;
      removed.delete(id);
      // A search text of up to `windowChars` characters is always inside one part, and so in one slot.
      for (let start = 0; start === 0 || start < text.length; start += partChars) {
        put(id).add(text, start, Math.min(text.length, start + partChars + windowChars));
      }
    },
    addWord(word) {
      closed = undefined;
      words.push(word);
    },
    addModel(model) {
      closed = undefined;
      models.push(model);
    },
    remove(id) {
      closed = undefined;
      removed.add(id);
    },
    isFull: () => signatures.length >= maxSlots && signatures.at(-1)?.isFull() === true,
    close() {
      if (closed) return closed;
      const all = new Uint32Array(signatures.length * signatureWords);
      for (const [slot, { words: own }] of signatures.entries()) all.set(own, slot * signatureWords);
      const segment = { ids: [...ids], ends: [...ends], signatures: all };
      closed = {
        ...segment,
        words: words.join(" "),
        models: [...models],
        removed: [...removed],
        checksum: checksumOf(segment),
      };
      return closed;
    },
  };
}

/** Returns a stored row as a segment; undefined if it is damaged. */
export function parseSegment(row: unknown): Segment | undefined {
  const segment = row as Partial<Segment> | null | undefined;
  if (typeof segment !== "object" || segment === null) return undefined;
  const { ids, ends, signatures, words, models, removed, checksum } = segment;
  if (!isTexts(ids) || !isTexts(models) || !isTexts(removed) || typeof words !== "string") return undefined;
  if (!Array.isArray(ends) || !isWords(signatures)) return undefined;
  if (signatures.length !== ends.length * signatureWords || (ends.at(-1) ?? 0) !== ids.length) return undefined;
  if (ends.some((end, slot) => !(end > (ends[slot - 1] ?? 0)))) return undefined;
  return checksum === checksumOf({ ids, ends, signatures }) ? (segment as Segment) : undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/** Whether a value is a Uint32Array; stored ones may be of another realm. */
function isWords(value: unknown): value is Uint32Array {
  return Object.prototype.toString.call(value) === "[object Uint32Array]";
}

function checksumOf({ ids, ends, signatures }: Pick<Segment, "ids" | "ends" | "signatures">): number {
  let sum = 0x811c9dc5;
  const add = (value: number) => {
    sum = Math.imul(sum ^ value, 0x01000193);
  };
  for (const word of signatures) add(word);
  for (const end of ends) add(end);
  for (const id of ids) for (let index = 0; index < id.length; index++) add(id.charCodeAt(index));
  return sum >>> 0;
}

/**
 * Returns the ids of the messages that may contain one text of every row, in runs of consecutive slots. A message that
 * is not returned does not match.
 */
export function candidatesIn(
  { ids, ends, signatures }: Segment,
  rows: readonly (readonly SearchBits[])[],
): readonly (readonly string[])[] {
  const runs: string[][] = [];
  let run: string[] | undefined;
  for (const [slot, end] of ends.entries()) {
    const start = ends[slot - 1] ?? 0;
    const passes = (row: readonly SearchBits[]) =>
      row.some((bits) => mayContain(signatures, slot * signatureWords, bits));
    if (rows.every(passes)) {
      if (!run) {
        run = [];
        runs.push(run);
      }
      for (let index = start; index < end; index++) run.push(ids[index] ?? "");
      continue;
    }
    run = undefined;
    // The rows of a search may be in different slots of a long message.
    const shared = rows.length > 1 && rows.some(passes) ? sharedIds(ids, start, end) : [];
    if (shared.length > 0) runs.push(shared);
  }
  return runs;
}

/** Returns the ids of the messages of a slot that are in the neighboring slots, too. */
function sharedIds(ids: readonly string[], start: number, end: number): string[] {
  const first = ids[start];
  const last = ids[end - 1];
  const shared = [
    ...(first !== undefined && ids[start - 1] === first ? [first] : []),
    ...(last !== undefined && ids[end] === last ? [last] : []),
  ];
  return [...new Set(shared)];
}
