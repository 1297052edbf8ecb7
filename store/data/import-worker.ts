import { toAppError } from "@/lib/errors";
import { openDatabase } from "@/lib/storage/database";
import type { ImportAnswer, ImportRequest } from "@/store/data/import-messages";
import { openImportRun } from "@/store/data/import-run";
import type { ChangedRecords } from "@/store/records/journal";

// A thread of its own for one import: what is read never stands in the page's way, and goes with this thread. A newer
// layout of the database closes the connection; what is asked for then fails. Where the browser forbids storage a file
// is read all the same: that it holds everything is looked at before everything goes.
const opening = openDatabase(() => {}).then(openImportRun, () => openImportRun(undefined));

/** How much more must have been read before it is told. */
const toldShare = 0.005;

addEventListener("message", ({ data }: MessageEvent<ImportRequest>) => {
  answerTo(data).then(tell, (thrown: unknown) => {
    const { code, details } = toAppError(thrown);
    tell({ type: "failed", code, details });
  });
});

async function answerTo(request: ImportRequest): Promise<ImportAnswer> {
  const run = await opening;
  switch (request.type) {
    case "read":
      return { type: "read", preview: await run.read(request.file, request.world, tellProgress()) };
    case "write": {
      for (const changed of partsOf(await run.write(request))) tell({ type: "changed", changed });
      return { type: "written" };
    }
  }
}

/** How many records are told of at once, so that no tab is held up by a large import. */
const toldRecords = 1_000;

function* partsOf({ sessions, messages, removed }: ChangedRecords): Generator<ChangedRecords> {
  for (let start = 0; start < Math.max(sessions.length, messages.length); start += toldRecords) {
    const end = start + toldRecords;
    yield { sessions: sessions.slice(start, end), messages: messages.slice(start, end), removed };
  }
}

function tellProgress(): (share: number) => void {
  let told = 0;
  return (share) => {
    if (share - told < toldShare) return;
    told = share;
    tell({ type: "progress", share });
  };
}

function tell(answer: ImportAnswer): void {
  postMessage(answer);
}
