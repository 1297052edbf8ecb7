import { toAppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { openDatabase } from "@/lib/storage/database";
import type { ImportAnswer, ImportRequest } from "@/store/data/import-messages";
import { openImportRun } from "@/store/data/import-run";
import type { ChangedRecords } from "@/store/records/journal";

// One worker per import: reading never blocks the tab, and the content is released with the worker. A newer database
// layout closes the connection, and later requests fail. A file is read even if the browser forbids storage, because
// users check that it is complete before they clear their data.
const opening = openDatabase(() => {}).then(
  (database) => openImportRun(database, browserEnvironment),
  () => openImportRun(undefined, browserEnvironment),
);

/** The progress between two reports. */
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

/** Records per broadcast, so that a large import does not block other tabs. */
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
