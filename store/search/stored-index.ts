import { parseSegment, type Segment } from "@/lib/search/segment";
import { revisionOf, type SearchIndexRows } from "@/lib/storage/search-index-rows";
import { IndexContent } from "@/store/search/index-content";
import { IndexLog } from "@/store/search/index-log";

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

/** Number of segments that are read at once. */
const segmentsAtOnce = 16;

/** The search index with its stored state. Reading begins at once. */
export class StoredIndex {
  readonly content = new IndexContent();
  readonly log: IndexLog;
  /** Resolves when the stored index was read. */
  loading: Promise<void>;
  /** Whether the index contains all messages. */
  isComplete = false;
  /** Whether a damaged index, or one of another version, is being replaced. */
  isRebuilding = false;
  /** Number of messages in the stored index; undefined without one. */
  storedMessages: number | undefined;
  private readonly rows: SearchIndexRows;
  private revision = 0;
  /** Whether the next change replaces the whole stored index. */
  private isWhole = false;
  private isPersistent: boolean;
  private isLoaded = false;
  /** Resolves when the next segments were read. */
  private part = promiseOfPart();

  constructor(rows: SearchIndexRows) {
    this.rows = rows;
    this.log = new IndexLog(rows);
    this.isPersistent = !rows.isReadOnly;
    this.loading = this.load();
  }

  /** Reads the stored index, the newest segments first, so that a search can begin with them. */
  private async load(): Promise<void> {
    const { rows } = this;
    const [state, entries] = await Promise.all([rows.isReadOnly ? undefined : rows.readState(), rows.readLog(0)]);
    this.log.restore(entries);
    this.revision = revisionOf(state);
    const isIntact = state === undefined || (isCurrent(state) && (await this.loadSegments(state)));
    if (!isIntact) {
      this.isRebuilding = true;
      this.empty();
    }
    this.isLoaded = true;
    this.part.resolve();
  }

  /** Reads the segments of the stored index. Returns false if one is damaged. */
  private async loadSegments({ last, messages }: IndexState): Promise<boolean> {
    this.storedMessages = messages;
    for (let end = last; end > 0; end -= segmentsAtOnce) {
      const start = Math.max(1, end - segmentsAtOnce + 1);
      const parsed = (await this.rows.readSegments(start, end)).map(parseSegment);
      const segments = parsed.filter((segment) => segment !== undefined).reverse();
      if (segments.length !== end - start + 1) return false;
      this.content.restore(segments, end === last ? last : undefined);
      this.part.resolve();
      this.part = promiseOfPart();
    }
    return true;
  }

  /** Empties the index in memory. The next change replaces the stored one. */
  empty(): void {
    this.content.empty();
    this.storedMessages = undefined;
    this.isComplete = false;
    this.isWhole = true;
  }

  /** Stores the changes. Returns false if another tab has changed the index: then it was read again. */
  async save(consumed: readonly number[]): Promise<boolean> {
    this.log.remove(consumed);
    if (!this.isPersistent) return true;
    try {
      if (await this.commit(consumed)) return true;
    } catch (thrown) {
      // Usually the disk is full: the index goes on in memory, and the next start tries again.
      console.warn("The search index could not be stored.", thrown);
      this.isPersistent = false;
      this.content.unsaved = [];
      return true;
    }
    await this.reload();
    return false;
  }

  private async commit(consumed: readonly number[]): Promise<boolean> {
    const { content, revision, isWhole } = this;
    const messages = content.ids().size;
    const open = content.openSegment();
    const state: IndexState = { version: indexVersion, revision: revision + 1, last: open.number, messages };
    const segments = [...content.unsaved, open];
    if (!(await this.rows.commit({ from: revision, state, segments, consumed, isWhole }))) return false;
    this.revision = state.revision;
    this.storedMessages = messages;
    content.unsaved = [];
    this.isWhole = false;
    return true;
  }

  private async reload(): Promise<void> {
    this.empty();
    this.isWhole = false;
    this.isLoaded = false;
    this.part = promiseOfPart();
    this.loading = this.load();
    await this.loading;
  }

  /** Yields the open segment, then all others as they are read. */
  async *segmentsAsRead(): AsyncGenerator<Segment> {
    while (!this.isLoaded && this.content.closed.length === 0) await this.part.promise;
    yield this.content.openSegment().segment;
    const listed = this.content.closed;
    const done = new Set<Segment>();
    for (;;) {
      const next = listed.find((segment) => !done.has(segment));
      if (next) {
        done.add(next);
        yield next;
      } else if (this.isLoaded) return;
      else await this.part.promise;
    }
  }
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
