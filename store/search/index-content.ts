import { openSegment, type Segment } from "@/lib/search/segment";
import { createVocabulary, type Vocabulary } from "@/lib/search/similar-words";
import { modelOf, type ReadMessage } from "@/store/search/read-message";

/** A segment with its number; the first is 1. */
export interface NumberedSegment {
  readonly number: number;
  readonly segment: Segment;
}

/** Number of outdated entries in the index, above the number of messages, from which it is built anew. */
const outdatedEntries = 5000;

/** The search index in memory: closed segments, and an open one that messages are added to. */
export class IndexContent {
  /** The models of the messages. */
  readonly models = new Set<string>();
  /** The closed segments, newest first, as they are read. */
  closed: Segment[] = [];
  /** Closed segments that are not stored yet. */
  unsaved: NumberedSegment[] = [];
  private open = openSegment();
  private openNumber = 1;
  /** The ids of all messages in the index, and its words; created when they are needed. */
  private idSet: Set<string> | undefined;
  private words: Vocabulary | undefined;

  /** Removes everything. The models are stored with the messages that are added again. */
  empty(): void {
    this.models.clear();
    this.closed = [];
    this.unsaved = [];
    this.open = openSegment();
    this.openNumber = 1;
    this.idSet = undefined;
    this.words = undefined;
  }

  /** Adds stored segments, newest first. The last one of the index is opened again. */
  restore(stored: readonly Segment[], lastNumber?: number): void {
    for (const { models } of stored) for (const model of models) this.models.add(model);
    const [newest, ...others] = stored;
    if (lastNumber === undefined) this.closed.push(...stored);
    else {
      this.open = openSegment(newest);
      this.openNumber = lastNumber;
      this.closed.push(...others);
    }
  }

  /** Adds messages, and removes those that are gone. */
  add(messages: readonly ReadMessage[]): void {
    const known = this.ids();
    const words = this.vocabulary();
    for (const { id, row, text } of messages) {
      if (row === undefined) {
        if (known.delete(id)) this.open.remove(id);
        continue;
      }
      if (this.open.isFull()) this.closeOpen();
      this.open.add(id, text);
      known.add(id);
      words.add(text, this.open.addWord);
      this.addModel(modelOf(row));
    }
  }

  private addModel(model: string | undefined): void {
    if (model === undefined || this.models.has(model)) return;
    this.models.add(model);
    this.open.addModel(model);
  }

  private closeOpen(): void {
    const segment = this.open.close();
    this.closed.unshift(segment);
    this.unsaved.push({ number: this.openNumber, segment });
    this.open = openSegment();
    this.openNumber += 1;
  }

  /** Returns the open segment as it is now. */
  openSegment(): NumberedSegment {
    return { number: this.openNumber, segment: this.open.close() };
  }

  /** Returns the ids of all messages. The set changes with the index. */
  ids(): Set<string> {
    if (this.idSet) return this.idSet;
    this.idSet = new Set();
    for (const { ids, removed } of this.segments()) {
      for (const id of ids) this.idSet.add(id);
      for (const id of removed) this.idSet.delete(id);
    }
    return this.idSet;
  }

  vocabulary(): Vocabulary {
    if (this.words) return this.words;
    this.words = createVocabulary();
    for (const { words } of this.segments()) this.words.add(words);
    return this.words;
  }

  /** Whether the index is worth building anew. False while the number of messages is not known. */
  isOutdated(): boolean {
    if (!this.idSet) return false;
    const entries = this.segments().reduce((sum, { ids }) => sum + distinctIn(ids), 0);
    return entries > 2 * this.idSet.size + outdatedEntries;
  }

  /** Returns all segments, oldest first. */
  private segments(): Segment[] {
    return [...this.closed.toReversed(), this.open.close()];
  }
}

/** Returns the number of messages in a segment; a long one is listed several times in a row. */
function distinctIn(ids: readonly string[]): number {
  return ids.reduce((count, id, index) => count + Number(id !== ids[index - 1]), 0);
}
