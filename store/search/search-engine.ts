import { toAppError } from "@/lib/errors";
import type { Database } from "@/lib/storage/database";
import type { ChangedRecords } from "@/store/records/journal";
import { mergeChanges } from "@/store/records/merge-changes";
import { createArchive, type RunningSearch, type SearchArchive } from "@/store/search/search-archive";
import type { SearchAnswer, SearchRequest } from "@/store/search/search-messages";

/** Time during which changes are gathered before searches are answered again, in milliseconds. */
const gatherMs = 150;

/** Time without changes after which they are added to the stored index, in milliseconds. */
const quietMs = 2000;

/** Pause after each batch while no search is open, in milliseconds, so that the tab comes first. */
const pauseMs = 4;

/** The search behind a worker's messages, or in the tab without a worker. */
export interface SearchEngine {
  receive(request: SearchRequest): void;
  close(): void;
}

/**
 * Opens the database and answers requests. It listens to the same broadcasts of writes as tabs do
 * (docs/decisions/0017-several-tabs.md).
 */
export function startEngine(
  openDatabase: () => Promise<Database>,
  answer: (answer: SearchAnswer) => void,
): SearchEngine {
  return new DatabaseSearch(openDatabase, answer);
}

class DatabaseSearch implements SearchEngine {
  private readonly answer: (answer: SearchAnswer) => void;
  private readonly searches = new Map<number, RunningSearch>();
  /** The last request of each line. */
  private readonly requests = new Map<number, SearchRequest>();
  private readonly channel = new BroadcastChannel("parley");
  /** The archive; undefined if the database could not be opened. */
  private readonly opening: Promise<SearchArchive | undefined>;
  private readonly heard: ChangedRecords[] = [];
  private gathering: ReturnType<typeof setTimeout> | undefined;
  private quiet: ReturnType<typeof setTimeout> | undefined;

  constructor(openDatabase: () => Promise<Database>, answer: (answer: SearchAnswer) => void) {
    this.answer = answer;
    this.opening = this.open(openDatabase);
    this.channel.onmessage = ({ data }: MessageEvent<ChangedRecords | "cleared">) => {
      // After a clearing the tab reloads, and this worker with it.
      if (data !== "cleared") this.hear(data);
    };
  }

  private async open(openDatabase: () => Promise<Database>): Promise<SearchArchive | undefined> {
    try {
      const archive = createArchive(await openDatabase(), () => this.pause());
      void this.update(archive);
      return archive;
    } catch (thrown) {
      this.fail(thrown);
      return undefined;
    }
  }

  /** Other requests are handled in between, because each batch waits for the database. */
  private async pause(): Promise<void> {
    if (this.searches.size === 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }

  private async update(archive: SearchArchive): Promise<void> {
    await archive.update().catch((thrown: unknown) => this.fail(thrown));
    this.answer({ type: "updated" });
  }

  private hear(changed: ChangedRecords): void {
    this.heard.push(changed);
    this.gathering ??= setTimeout(() => void this.takeHeard(), gatherMs);
  }

  private async takeHeard(): Promise<void> {
    this.gathering = undefined;
    const archive = await this.opening;
    if (!archive) return;
    await archive.take(mergeChanges(this.heard.splice(0))).catch((thrown: unknown) => this.fail(thrown));
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => void this.update(archive), quietMs);
  }

  receive(request: SearchRequest): void {
    const { line } = request;
    this.searches.get(line)?.close();
    this.searches.delete(line);
    this.requests.delete(line);
    if (request.type === "close") return;
    this.requests.set(line, request);
    const { number, search } = request;
    void this.opening.then((archive) => {
      if (!archive || this.requests.get(line) !== request) return;
      const running = archive.search(search, (results) => this.answer({ type: "found", line, number, results }));
      this.searches.set(line, running);
      running.done.catch((thrown: unknown) => this.fail(thrown));
    });
  }

  private fail(thrown: unknown): void {
    const { code, details } = toAppError(thrown);
    this.answer({ type: "failed", code, details });
  }

  close(): void {
    this.channel.close();
    clearTimeout(this.gathering);
    clearTimeout(this.quiet);
    this.requests.clear();
    for (const search of this.searches.values()) search.close();
  }
}
