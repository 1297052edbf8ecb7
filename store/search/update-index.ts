import type { SearchIndexRows } from "@/lib/storage/search-index-rows";
import { idsOf } from "@/store/search/index-log";
import { partsOf, rowsAtOnce } from "@/store/search/parts";
import {
  idOf,
  isStreaming,
  messagesOf,
  type ReadMessage,
  readMessage,
  readMessages,
  readRun,
} from "@/store/search/read-message";
import type { StoredIndex } from "@/store/search/stored-index";

export interface UpdateOptions {
  /** Called with each batch of messages that is added to the index. */
  readonly onAdded: (messages: readonly ReadMessage[]) => void;
  /** Called when all messages were replaced, so that earlier results are void. */
  readonly onReplaced: () => void;
  /** Awaited after each batch. */
  readonly pause: () => Promise<void>;
}

/** An update of the index from its log and the messages in the database. */
interface IndexUpdate extends UpdateOptions {
  readonly index: StoredIndex;
  readonly rows: SearchIndexRows;
}

/** Number of ids that are read at once. */
const idsAtOnce = 5000;
/** Number of closed segments that are written at once. */
const unsavedSegments = 16;

/** Brings the index up to date. */
export async function updateIndex(update: IndexUpdate): Promise<void> {
  const { index, pause } = update;
  await index.loading;
  // Another tab can change the index in between. Each round of a tab that fails is a success of another one.
  while (!((await addLogged(update)) && (await addMissing(update)))) await pause();
  if (index.content.isOutdated()) {
    index.empty();
    if (!(await addMissing(update))) return updateIndex(update);
  }
  index.isRebuilding = false;
  index.isComplete = true;
}

/** Adds the messages of the log. Returns false if the index was read again. */
async function addLogged(update: IndexUpdate): Promise<boolean> {
  const { index, rows, onReplaced, pause } = update;
  const { log } = index;
  await log.read();
  const { entries } = log;
  if (entries.some(({ ids }) => ids === null)) {
    index.empty();
    onReplaced();
    return index.save(entries.map(({ number }) => number));
  }
  const streaming = new Set<string>();
  for (const wanted of partsOf([...new Set(idsOf(entries))], rowsAtOnce)) {
    const messages = await readMessages(rows, wanted);
    for (const { id, row } of messages) if (isStreaming(row)) streaming.add(id);
    add(
      update,
      messages.filter(({ id }) => !streaming.has(id)),
    );
    await pause();
  }
  // A streaming reply remains in the log, because its growth is not logged.
  const rest = entries.map(({ number, ids }) => ({ number, ids: (ids ?? []).filter((id) => streaming.has(id)) }));
  const done = rest.filter(({ ids }) => ids.length === 0).map(({ number }) => number);
  log.replace(rest);
  return done.length === 0 || index.save(done);
}

/**
 * Compares the index with the messages, for the case that something else has written to the database. Returns false if
 * the index was read again.
 */
async function addMissing(update: IndexUpdate): Promise<boolean> {
  const { index, rows } = update;
  const { log, content } = index;
  const count = await rows.countMessages();
  if (log.entries.length === 0 && count === index.storedMessages) return true;
  const known = content.ids();
  const waiting = new Set(idsOf(log.entries).filter((id) => !known.has(id)));
  if (count === known.size + waiting.size) return true;
  // Most messages are missing: reading all in order is faster than looking for them.
  if (count >= 2 * known.size) {
    const walked = await addAll(update);
    if (walked === undefined) return false;
    if (walked === known.size) return true;
  }
  return addDifference(update);
}

/** Adds all messages. Returns their number; undefined if the index was read again. */
async function addAll(update: IndexUpdate): Promise<number | undefined> {
  const { index, rows, pause } = update;
  const known = index.content.ids();
  let walked = 0;
  let reading = rows.readRange({}, rowsAtOnce);
  for (;;) {
    const found = await reading;
    const last = idOf(found.at(-1));
    if (last === undefined) return (await index.save([])) ? walked : undefined;
    walked += found.length;
    reading = rows.readRange({ after: last }, rowsAtOnce);
    add(
      update,
      messagesOf(found).filter(({ id }) => !known.has(id)),
    );
    if (index.content.unsaved.length >= unsavedSegments && !(await index.save([]))) return undefined;
    await pause();
  }
}

/** Adds the messages that are missing, and removes those that are gone. Returns false if the index was read again. */
async function addDifference(update: IndexUpdate): Promise<boolean> {
  const { index, rows, pause } = update;
  const { missing, gone } = await differenceOf(rows, index.content.ids());
  if (missing.length + gone.length === 0) return true;
  add(
    update,
    gone.map((id) => readMessage(id, undefined)),
  );
  for (const wanted of partsOf(missing, rowsAtOnce)) {
    add(update, await readRun(rows, wanted));
    await pause();
  }
  return index.save([]);
}

async function differenceOf(rows: SearchIndexRows, known: ReadonlySet<string>) {
  const gone = new Set(known);
  const missing: string[] = [];
  for (let after: string | undefined; ; ) {
    const stored = await rows.readIds(after, idsAtOnce);
    for (const id of stored) if (!gone.delete(id)) missing.push(id);
    after = stored.at(-1);
    if (after === undefined) return { missing, gone: [...gone] };
  }
}

function add({ index, onAdded }: IndexUpdate, messages: readonly ReadMessage[]): void {
  index.content.add(messages);
  onAdded(messages);
}
