import { toAppError } from "@/lib/errors";
import { openDatabase } from "@/lib/storage/database";
import { joinChanges } from "@/store/records/join-changes";
import type { ChangedRecords } from "@/store/records/journal";
import { createArchive, type SearchArchive } from "@/store/search/search-archive";
import type { SearchAnswer, SearchRequest } from "@/store/search/search-messages";

// A thread of its own that holds all texts while somebody searches, so that neither reading nor searching ever stands in
// the page's way. What this and other tabs write is heard as the tabs hear it of each other (docs/decisions/0024).

/** How long changes are gathered before they are read and searches answered anew, in milliseconds. */
const gatherMs = 150;

type OpenSearch = Extract<SearchRequest, { type: "search" }>;

const searches = new Map<number, OpenSearch>();
const heard: ChangedRecords[] = [];
let wake = () => {};

const channel = new BroadcastChannel("parley");
channel.onmessage = ({ data }: MessageEvent<ChangedRecords | "cleared">) => {
  // When everything is cleared, the page and this thread with it start anew.
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

/** Reads all, then follows the changes for as long as this thread lives. */
async function follow(archive: SearchArchive): Promise<void> {
  let answeredAt = performance.now();
  await archive.readAll(async () => {
    // What was heard while a part was being read may be newer than what was read.
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
  if (heard.length > 0) await archive.take(joinChanges(heard.splice(0)));
}

async function answerAll(archive: SearchArchive): Promise<void> {
  for (const search of [...searches.values()]) await answer(archive, search);
}

/** Returns a search, unless another has taken its place. */
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
