import type { NumberedEntry, SearchIndexRows } from "@/lib/storage/search-index-rows";

/** The log of changed messages that are not in the search index yet. */
export class IndexLog {
  entries: readonly NumberedEntry[] = [];
  private readonly rows: SearchIndexRows;
  /** Number of the last entry that was read. */
  private last = 0;
  private lastReported = 0;

  constructor(rows: SearchIndexRows) {
    this.rows = rows;
  }

  /** Replaces the entries by all that are stored. */
  restore(entries: readonly NumberedEntry[]): void {
    this.entries = entries;
    this.setLast(entries);
  }

  /** Reads the entries that were added. */
  async read(): Promise<void> {
    const entries = await this.rows.readLog(this.last);
    // Two reads may overlap.
    this.entries = [...this.entries, ...entries.filter(({ number }) => number > this.last)];
    this.setLast(entries);
  }

  private setLast(entries: readonly NumberedEntry[]): void {
    this.last = Math.max(this.last, entries.at(-1)?.number ?? 0);
  }

  /** Returns the ids of messages that were logged since the last call. */
  async readChanged(): Promise<readonly string[]> {
    await this.read();
    const unreported = this.entries.filter(({ number }) => number > this.lastReported);
    this.lastReported = this.last;
    return idsOf(unreported);
  }

  /** Removes entries whose messages are in the index. */
  remove(numbers: readonly number[]): void {
    const removed = new Set(numbers);
    this.entries = this.entries.filter(({ number }) => !removed.has(number));
  }

  /** Replaces entries by those with the same numbers. */
  replace(changed: readonly NumberedEntry[]): void {
    const byNumber = new Map(changed.map((entry) => [entry.number, entry]));
    this.entries = this.entries.map((entry) => byNumber.get(entry.number) ?? entry);
  }
}

/** Returns the ids of the messages of log entries. */
export function idsOf(entries: readonly NumberedEntry[]): string[] {
  return entries.flatMap(({ ids }) => ids ?? []);
}
