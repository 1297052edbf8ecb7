import { searchableText } from "@/lib/search/searchable-text";
import { candidatesIn, openSegment, parseSegment, type Segment } from "@/lib/search/segment";
import type { SearchBits } from "@/lib/search/signature";
import { createVocabulary, type Vocabulary } from "@/lib/search/similar-words";
import { isShown, type MessageRecord } from "@/lib/storage/catalogue";
import { type NumberedEntry, revisionOf, type SearchIndexRows } from "@/lib/storage/search-index-rows";
import { readMessageRow } from "@/lib/storage/validate-rows";

/** Version of the stored index. Raise it when folding, grams, signatures or the fields of segments change. */
const indexVersion = 1;

/** The stored state of the index. */
interface IndexState {
  readonly version: number;
  /** Raised with each change, so that two tabs never overwrite each other's changes. */
  readonly revision: number;
  /** Number of the last segment; the first is 1. */
  readonly last: number;
  /** Number of messages in the index. */
  readonly messages: number;
}

/** A stored message with its searchable text, folded. */
export interface ReadMessage {
  readonly id: string;
  /** The stored row; undefined if the message is gone. */
  readonly row: unknown;
  readonly text: string;
}

/** The persistent search index (docs/decisions/0049-search-index.md). */
export interface SearchIndex {
  /** True once the index contains all messages. */
  isComplete(): boolean;
  /** True while a damaged index, or one of another version, is being replaced. */
  isRebuilding(): boolean;
  /** The models of the messages in the index. */
  readonly models: ReadonlySet<string>;
  /** Returns the words of the messages in the index. */
  vocabulary(): Vocabulary;
  /** Yields the messages that are in the log, then those that may contain one text of every row. */
  candidates(rows: readonly (readonly SearchBits[])[], skipped: Set<string>): AsyncGenerator<readonly ReadMessage[]>;
  /** Reads messages as they are stored now. */
  read(ids: readonly string[]): Promise<ReadMessage[]>;
  /** Returns the ids of messages that were logged since the last call. */
  readChanged(): Promise<readonly string[]>;
  /** Brings the index up to date: reads the log and messages that are missing. */
  update(): Promise<void>;
}

interface SearchIndexOptions {
  /** Called with each batch of messages that is added to the index. */
  readonly onAdded: (messages: readonly ReadMessage[]) => void;
  /** Called when all messages were replaced, so that earlier results are void. */
  readonly onReplaced: () => void;
  /** Awaited after each batch. */
  readonly pause: () => Promise<void>;
}

/** Number of segments that are read at once. */
const segmentsAtOnce = 16;
/** Number of rows that are read at once, and of ids. */
const rowsAtOnce = 500;
const idsAtOnce = 5000;
/** Number of scattered messages that are read at once. */
const scatteredAtOnce = 64;
/** Minimum number of neighbors that are read as a range, and the number of other rows that such a range may contain. */
const minRange = 8;
const rangeSlack = 50;
/** Number of closed segments that are written at once. */
const unsavedSegments = 16;
/** Number of outdated entries in the index, above the number of messages, from which it is built anew. */
const outdatedEntries = 5000;

/** Creates the index; its stored part is read at once. */
export function createSearchIndex(
  rows: SearchIndexRows,
  { onAdded, onReplaced, pause }: SearchIndexOptions,
): SearchIndex {
  const models = new Set<string>();
  let segments: Segment[] = [];
  let open = openSegment();
  let openNumber = 1;
  let unsaved: { readonly number: number; readonly segment: Segment }[] = [];
  let revision = 0;
  let storedMessages: number | undefined;
  let isLoaded = false;
  let isWhole = false;
  let isComplete = false;
  let isRebuilding = false;
  let isPersistent = !rows.isReadOnly;
  /** Log entries that are not in the index yet, and the number of the last entry that was read. */
  let log: NumberedEntry[] = [];
  let lastEntry = 0;
  let lastReported = 0;
  /** The ids of all messages in the index, and its words; created when they are needed. */
  let ids: Set<string> | undefined;
  let words: Vocabulary | undefined;
  let part = promiseOfPart();
  let loading = load();
  let updating: Promise<void> | undefined;

  /** Reads the stored index, the newest segments first, so that a search can begin with them. */
  async function load(): Promise<void> {
    const [state, entries] = await Promise.all([rows.isReadOnly ? undefined : rows.readState(), rows.readLog(0)]);
    log = entries;
    lastEntry = Math.max(lastEntry, entries.at(-1)?.number ?? 0);
    revision = revisionOf(state);
    let isDamaged = state !== undefined && !isCurrent(state);
    if (isCurrent(state)) {
      storedMessages = state.messages;
      for (let last = state.last; last > 0 && !isDamaged; last -= segmentsAtOnce) {
        const first = Math.max(1, last - segmentsAtOnce + 1);
        const parsed = (await rows.readSegments(first, last)).map(parseSegment);
        isDamaged = parsed.length !== last - first + 1 || parsed.includes(undefined);
        if (isDamaged) break;
        const read = parsed.filter((segment) => segment !== undefined).reverse();
        for (const segment of read) for (const model of segment.models) models.add(model);
        if (last === state.last) {
          open = openSegment(read.shift());
          openNumber = last;
        }
        segments.push(...read);
        part.resolve();
        part = promiseOfPart();
      }
    }
    if (isDamaged) {
      isRebuilding = true;
      empty();
    }
    isLoaded = true;
    part.resolve();
  }

  /** Empties the index in memory. The next change replaces the stored one. */
  function empty(): void {
    segments = [];
    open = openSegment();
    openNumber = 1;
    unsaved = [];
    ids = undefined;
    words = undefined;
    storedMessages = undefined;
    isComplete = false;
    isWhole = true;
  }

  async function reload(): Promise<void> {
    empty();
    isWhole = false;
    isLoaded = false;
    part = promiseOfPart();
    loading = load();
    await loading;
  }

  /** All segments, oldest first. */
  function allSegments(): Segment[] {
    return [...segments.toReversed(), open.close()];
  }

  function idsInIndex(): Set<string> {
    if (ids) return ids;
    ids = new Set();
    for (const segment of allSegments()) {
      for (const id of segment.ids) ids.add(id);
      for (const id of segment.removed) ids.delete(id);
    }
    return ids;
  }

  function vocabulary(): Vocabulary {
    if (words) return words;
    words = createVocabulary();
    for (const segment of allSegments()) words.add(segment.words);
    return words;
  }

  function add(messages: readonly ReadMessage[]): void {
    const known = idsInIndex();
    const all = vocabulary();
    for (const { id, row, text } of messages) {
      if (row === undefined) {
        if (known.delete(id)) open.remove(id);
        continue;
      }
      if (open.isFull()) closeSegment();
      open.add(id, text);
      known.add(id);
      all.add(text, open.addWord);
      const model = modelOf(row);
      if (model !== undefined && !models.has(model)) {
        models.add(model);
        open.addModel(model);
      }
    }
    onAdded(messages);
  }

  function closeSegment(): void {
    const segment = open.close();
    // Newest first, as they are read.
    segments.unshift(segment);
    unsaved.push({ number: openNumber, segment });
    open = openSegment();
    openNumber += 1;
  }

  /** Stores the changes. Returns false if another tab has changed the index: then it was read again. */
  async function save(consumed: readonly number[]): Promise<boolean> {
    const isConsumed = new Set(consumed);
    log = log.filter(({ number }) => !isConsumed.has(number));
    if (!isPersistent) return true;
    const messages = idsInIndex().size;
    const state: IndexState = { version: indexVersion, revision: revision + 1, last: openNumber, messages };
    const changed = [...unsaved, { number: openNumber, segment: open.close() }];
    try {
      if (await rows.commit({ from: revision, state, segments: changed, consumed, isWhole })) {
        revision += 1;
        storedMessages = messages;
        unsaved = [];
        isWhole = false;
        return true;
      }
    } catch (thrown) {
      // Usually the disk is full: the index goes on in memory, and the next start tries again.
      console.warn("The search index could not be stored.", thrown);
      isPersistent = false;
      unsaved = [];
      return true;
    }
    await reload();
    return false;
  }

  async function read(wanted: readonly string[]): Promise<ReadMessage[]> {
    const found = await rows.readMessages(wanted);
    return wanted.map((id, index) => readMessage(id, found[index]));
  }

  /** Adds the messages of the log. Returns false if the index was read again. */
  async function takeLog(): Promise<boolean> {
    await readLog();
    const entries = [...log];
    if (entries.some((entry) => entry.ids === null)) {
      empty();
      onReplaced();
      return save(entries.map(({ number }) => number));
    }
    const streaming = new Set<string>();
    for (const wanted of partsOf([...new Set(entries.flatMap((entry) => entry.ids ?? []))], rowsAtOnce)) {
      const messages = await read(wanted);
      for (const { id, row } of messages) if (isStreaming(row)) streaming.add(id);
      add(messages.filter(({ id }) => !streaming.has(id)));
      await pause();
    }
    // A streaming reply remains in the log, because its growth is not logged.
    const rest = entries.map(({ number, ids: own }) => ({
      number,
      ids: (own ?? []).filter((id) => streaming.has(id)),
    }));
    const done = rest.filter((entry) => entry.ids.length === 0).map(({ number }) => number);
    const byNumber = new Map(rest.map((entry) => [entry.number, entry]));
    log = log.map((entry) => byNumber.get(entry.number) ?? entry);
    return done.length === 0 || save(done);
  }

  async function readLog(): Promise<void> {
    const entries = await rows.readLog(lastEntry);
    // Two reads may overlap.
    log.push(...entries.filter(({ number }) => number > lastEntry));
    lastEntry = Math.max(lastEntry, entries.at(-1)?.number ?? 0);
  }

  /** Compares the index with the messages, for the case that something else has written to the database. */
  async function takeMissing(): Promise<boolean> {
    const count = await rows.countMessages();
    if (log.length === 0 && count === storedMessages) return true;
    const known = idsInIndex();
    const waiting = new Set(log.flatMap((entry) => entry.ids ?? []).filter((id) => !known.has(id)));
    if (count === known.size + waiting.size) return true;
    // Most messages are missing: reading all in order is faster than looking for them.
    if (count >= 2 * known.size) {
      const walked = await takeAll();
      if (walked === undefined) return false;
      if (walked === known.size) return true;
    }
    return takeDifference();
  }

  /** Adds all messages. Returns their number; undefined if the index was read again. */
  async function takeAll(): Promise<number | undefined> {
    const known = idsInIndex();
    let walked = 0;
    let reading = rows.readRange({}, rowsAtOnce);
    for (;;) {
      const found = await reading;
      const last = idOf(found.at(-1));
      if (last === undefined) return (await save([])) ? walked : undefined;
      walked += found.length;
      reading = rows.readRange({ after: last }, rowsAtOnce);
      add(messagesOf(found).filter(({ id }) => !known.has(id)));
      if (unsaved.length >= unsavedSegments && !(await save([]))) return undefined;
      await pause();
    }
  }

  async function takeDifference(): Promise<boolean> {
    const known = idsInIndex();
    const gone = new Set(known);
    const missing: string[] = [];
    for (let after: string | undefined; ; ) {
      const stored = await rows.readIds(after, idsAtOnce);
      for (const id of stored) if (!gone.delete(id)) missing.push(id);
      after = stored.at(-1);
      if (after === undefined) break;
    }
    if (missing.length + gone.size === 0) return true;
    add([...gone].map((id) => readMessage(id, undefined)));
    for (const wanted of partsOf(missing, rowsAtOnce)) {
      add(await readRun(wanted));
      await pause();
    }
    return save([]);
  }

  async function updateAll(): Promise<void> {
    await loading;
    // Another tab can change the index in between. Each round of a tab that fails is a success of another one.
    while (!((await takeLog()) && (await takeMissing()))) await pause();
    const entries = allSegments().reduce((sum, segment) => sum + distinctIn(segment.ids), 0);
    if (ids && entries > 2 * ids.size + outdatedEntries) {
      empty();
      if (!(await takeMissing())) return updateAll();
    }
    isRebuilding = false;
    isComplete = true;
  }

  /** Reads messages whose ids are in order, so that they are likely to be neighbors. */
  async function readRun(wanted: readonly string[]): Promise<ReadMessage[]> {
    const [first, last] = [wanted[0], wanted.at(-1)];
    const isSorted = wanted.every((id, index) => index === 0 || (wanted[index - 1] ?? "") < id);
    if (first === undefined || last === undefined || wanted.length < minRange || !isSorted) return read(wanted);
    const found = messagesOf(await rows.readRange({ first, last }, wanted.length + rangeSlack));
    const byId = new Map(found.map((message) => [message.id, message]));
    const others = wanted.filter((id) => !byId.has(id));
    const rest = others.length > 0 ? await read(others) : [];
    return [...wanted.flatMap((id) => byId.get(id) ?? []), ...rest];
  }

  /** Yields the open segment, then all others as they are read. */
  async function* segmentsAsRead(): AsyncGenerator<Segment> {
    while (!isLoaded && segments.length === 0) await part.promise;
    yield open.close();
    const listed = segments;
    const done = new Set<Segment>();
    for (;;) {
      const next = listed.find((segment) => !done.has(segment));
      if (next) {
        done.add(next);
        yield next;
      } else if (isLoaded) return;
      else await part.promise;
    }
  }

  async function* candidates(
    bits: readonly (readonly SearchBits[])[],
    skipped: Set<string>,
  ): AsyncGenerator<readonly ReadMessage[]> {
    const fresh = (all: readonly string[]) => {
      const some = [...new Set(all)].filter((id) => !skipped.has(id));
      for (const id of some) skipped.add(id);
      return some;
    };
    await readLog();
    for (const wanted of partsOf(fresh(log.flatMap((entry) => entry.ids ?? [])), rowsAtOnce)) yield read(wanted);
    const scattered: string[] = [];
    for await (const segment of segmentsAsRead()) {
      for (const run of candidatesIn(segment, bits)) {
        const wanted = fresh(run);
        if (wanted.length < minRange) scattered.push(...wanted);
        else for (const some of partsOf(wanted, rowsAtOnce)) yield readRun(some);
      }
      if (scattered.length >= scatteredAtOnce) yield read(scattered.splice(0));
    }
    if (scattered.length > 0) yield read(scattered);
  }

  return {
    isComplete: () => isComplete,
    isRebuilding: () => isRebuilding,
    models,
    vocabulary,
    candidates,
    read,
    async readChanged() {
      await loading;
      await readLog();
      const unreported = log.filter(({ number }) => number > lastReported);
      lastReported = lastEntry;
      return unreported.flatMap((entry) => entry.ids ?? []);
    },
    async update() {
      while (updating) await updating.catch(() => undefined);
      updating = updateAll().finally(() => {
        updating = undefined;
      });
      await updating;
    },
  };
}

function isCurrent(state: unknown): state is IndexState {
  const { version, last, messages } = (state ?? {}) as Partial<IndexState>;
  return version === indexVersion && Number.isInteger(last) && Number.isInteger(messages) && (last ?? 0) > 0;
}

function promiseOfPart() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

function messagesOf(rows: readonly unknown[]): ReadMessage[] {
  return rows.flatMap((row) => {
    const id = idOf(row);
    return id === undefined ? [] : [readMessage(id, row)];
  });
}

/** Returns a row with its text. Hidden versions cannot be opened as results, and damaged rows have no text. */
function readMessage(id: string, row: unknown): ReadMessage {
  const record = row as MessageRecord | undefined;
  if (!record || !isShown(record)) return { id, row, text: "" };
  const { content, reasoning } = record;
  const isPlain = typeof content === "string" && (reasoning === undefined || typeof reasoning === "string");
  return { id, row, text: isPlain || readMessageRow(record) ? searchableText(record) : "" };
}

function idOf(row: unknown): string | undefined {
  const { id } = (row ?? {}) as { readonly id?: unknown };
  return typeof id === "string" ? id : undefined;
}

function modelOf(row: unknown): string | undefined {
  const { model } = row as { readonly model?: unknown };
  return typeof model === "string" ? model : undefined;
}

function isStreaming(row: unknown): boolean {
  return (row as Partial<MessageRecord> | undefined)?.streaming === true;
}

/** Returns the number of messages in a segment; a long one is listed several times in a row. */
function distinctIn(ids: readonly string[]): number {
  return ids.reduce((count, id, index) => count + Number(id !== ids[index - 1]), 0);
}

function* partsOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
