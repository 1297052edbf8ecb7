import { toAppError } from "@/lib/errors";
import { openDatabase } from "@/lib/storage/database";
import type { ChangedRecords } from "@/store/records/journal";
import { mergeChanges } from "@/store/records/merge-changes";
import { createArchive, type SearchArchive } from "@/store/search/search-archive";
import type { SearchAnswer, SearchRequest } from "@/store/search/search-messages";

// A worker that holds the text of all chats during a search, so that reading and searching never block the tab. It
// listens to the same broadcasts of writes as tabs do (docs/decisions/0024).

/** Time during which changes are gathered before they are read and searches are answered again, in milliseconds. */
const gatherMs = 150;

type OpenSearch = Extract<SearchRequest, { type: "search" }>;

const searches = new Map<number, OpenSearch>();
const heard: ChangedRecords[] = [];
let wake = () => {};

const channel = new BroadcastChannel("parley");
channel.onmessage = ({ data }: MessageEvent<ChangedRecords | "cleared">) => {
  // After a clearing the tab reloads, and this worker with it.
  if (data === "cleared") return;
  heard.push(data);
  wake();
};

const opening = open();

addEventListener("message", ({ data }: MessageEvent<SearchRequest>) => {
  if (data.type === "close") {
    searches.delete(data.line);
    return;
  }
  searches.set(data.line, data);
  void opening.then((archive) => archive && answer(archive, data));
});

async function open(): Promise<SearchArchive | undefined> {
  try {
    const archive = createArchive(await openDatabase(() => {}));
    void follow(archive).catch(fail);
    return archive;
  } catch (thrown) {
    fail(thrown);
    return undefined;
  }
}

/** Reads everything, then applies changes until the worker is terminated. */
async function follow(archive: SearchArchive): Promise<void> {
  let answeredAt = performance.now();
  await archive.readAll(async () => {
    // Changes that arrived during the read may be newer than what was read.
    await takeHeard(archive);
    if (performance.now() - answeredAt < gatherMs) return;
    answeredAt = performance.now();
    await answerAll(archive);
  });
  for (;;) {
    await takeHeard(archive);
    await answerAll(archive);
    if (heard.length === 0) await somethingHeard();
    await new Promise((resolve) => setTimeout(resolve, gatherMs));
  }
}

function somethingHeard(): Promise<void> {
  return new Promise((resolve) => {
    wake = resolve;
  });
}

async function takeHeard(archive: SearchArchive): Promise<void> {
  if (heard.length > 0) await archive.take(mergeChanges(heard.splice(0)));
}

async function answerAll(archive: SearchArchive): Promise<void> {
  for (const search of [...searches.values()]) await answer(archive, search);
}

/** Posts the results of a search, unless a newer search has replaced it. */
async function answer(archive: SearchArchive, asked: OpenSearch): Promise<void> {
  const { line, number, search } = asked;
  if (searches.get(line) !== asked) return;
  try {
    const results = await archive.find(search);
    if (searches.get(line) === asked) tell({ type: "found", line, number, results });
  } catch (thrown) {
    fail(thrown);
  }
}

function fail(thrown: unknown): void {
  const { code, details } = toAppError(thrown);
  tell({ type: "failed", code, details });
}

function tell(message: SearchAnswer): void {
  postMessage(message);
}
