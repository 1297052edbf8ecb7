import { candidatesIn } from "@/lib/search/segment";
import type { SearchBits } from "@/lib/search/signature";
import type { Vocabulary } from "@/lib/search/similar-words";
import type { SearchIndexRows } from "@/lib/storage/search-index-rows";
import { idsOf } from "@/store/search/index-log";
import { partsOf, rowsAtOnce } from "@/store/search/parts";
import { minRange, type ReadMessage, readMessages, readRun } from "@/store/search/read-message";
import { StoredIndex } from "@/store/search/stored-index";
import { type UpdateOptions, updateIndex } from "@/store/search/update-index";

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

/** Number of scattered messages that are read at once. */
const scatteredAtOnce = 64;

/** Creates the index; its stored part is read at once. */
export function createSearchIndex(rows: SearchIndexRows, options: UpdateOptions): SearchIndex {
  const index = new StoredIndex(rows);
  const { content, log } = index;
  let updating: Promise<void> | undefined;

  return {
    isComplete: () => index.isComplete,
    isRebuilding: () => index.isRebuilding,
    models: content.models,
    vocabulary: () => content.vocabulary(),
    candidates: (bits, skipped) => candidates(index, rows, bits, skipped),
    read: (ids) => readMessages(rows, ids),
    async readChanged() {
      await index.loading;
      return log.readChanged();
    },
    async update() {
      while (updating) await updating.catch(() => undefined);
      updating = updateIndex({ index, rows, ...options }).finally(() => {
        updating = undefined;
      });
      await updating;
    },
  };
}

async function* candidates(
  index: StoredIndex,
  rows: SearchIndexRows,
  bits: readonly (readonly SearchBits[])[],
  skipped: Set<string>,
): AsyncGenerator<readonly ReadMessage[]> {
  const { log } = index;
  await log.read();
  for (const wanted of partsOf(takeNew(idsOf(log.entries), skipped), rowsAtOnce)) yield readMessages(rows, wanted);
  const scattered: string[] = [];
  for await (const segment of index.segmentsAsRead()) {
    for (const run of candidatesIn(segment, bits)) {
      const wanted = takeNew(run, skipped);
      if (wanted.length < minRange) scattered.push(...wanted);
      else for (const some of partsOf(wanted, rowsAtOnce)) yield readRun(rows, some);
    }
    if (scattered.length >= scatteredAtOnce) yield readMessages(rows, scattered.splice(0));
  }
  if (scattered.length > 0) yield readMessages(rows, scattered);
}

/** Returns the ids that are not skipped yet, and adds them to those. */
function takeNew(ids: readonly string[], skipped: Set<string>): string[] {
  const fresh = [...new Set(ids)].filter((id) => !skipped.has(id));
  for (const id of fresh) skipped.add(id);
  return fresh;
}
