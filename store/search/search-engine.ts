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
  const searches = new Map<number, RunningSearch>();
  /** The last request of each line. */
  const requests = new Map<number, SearchRequest>();
  const heard: ChangedRecords[] = [];
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const channel = new BroadcastChannel("parley");
  const opening = open();

  channel.onmessage = ({ data }: MessageEvent<ChangedRecords | "cleared">) => {
    // After a clearing the tab reloads, and this worker with it.
    if (data === "cleared") return;
    heard.push(data);
    gathering ??= setTimeout(() => void takeHeard(), gatherMs);
  };

  async function open(): Promise<SearchArchive | undefined> {
    try {
      const archive = createArchive(await openDatabase(), pause);
      void update(archive);
      return archive;
    } catch (thrown) {
      fail(thrown);
      return undefined;
    }
  }

  /** Other requests are handled in between, because each batch waits for the database. */
  async function pause(): Promise<void> {
    if (searches.size === 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }

  async function update(archive: SearchArchive): Promise<void> {
    await archive.update().catch(fail);
    answer({ type: "updated" });
  }

  async function takeHeard(): Promise<void> {
    gathering = undefined;
    const archive = await opening;
    if (!archive) return;
    await archive.take(mergeChanges(heard.splice(0))).catch(fail);
    clearTimeout(quiet);
    quiet = setTimeout(() => void update(archive), quietMs);
  }

  function fail(thrown: unknown): void {
    const { code, details } = toAppError(thrown);
    answer({ type: "failed", code, details });
  }

  return {
    receive(request) {
      const { line } = request;
      searches.get(line)?.close();
      searches.delete(line);
      requests.delete(line);
      if (request.type === "close") return;
      requests.set(line, request);
      const { number, search } = request;
      void opening.then((archive) => {
        if (!archive || requests.get(line) !== request) return;
        const running = archive.search(search, (results) => answer({ type: "found", line, number, results }));
        searches.set(line, running);
        running.done.catch(fail);
      });
    },
    close() {
      channel.close();
      clearTimeout(gathering);
      clearTimeout(quiet);
      requests.clear();
      for (const search of searches.values()) search.close();
    },
  };
}
