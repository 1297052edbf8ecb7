import type { Database } from "@/lib/storage/database";
import { createReusableWorker } from "@/store/base/run-in-worker";
import {
  createPassageFinder,
  type IndexTask,
  type PassagesTask,
  type PassageTexts,
  type PassageTextsTask,
  readPassageTexts,
} from "@/store/chats/passage-finder";

/** Time without a question after which the worker and its index are discarded, in milliseconds. */
const idleMs = 10 * 60_000;

const runTask = createReusableWorker<PassagesTask | IndexTask | PassageTextsTask, unknown>(
  () => new Worker(new URL("./passages-worker.ts", import.meta.url), { type: "module" }),
  idleMs,
);

/** Finds the passages that fit a question, in a worker; if that fails, in the tab. */
export async function findPassages(task: PassagesTask, database: Pick<Database, "readBlob">): Promise<string> {
  if (task.documents.length === 0) return "";
  try {
    return String(await runTask(task));
  } catch (thrown) {
    console.warn("Could not search documents in a worker.", thrown);
    return createPassageFinder(database.readBlob).find(task);
  }
}

/** The documents that were indexed last, by their ids, and when. */
const prepared = { ids: "", at: 0 };

/** Indexes documents in the worker while the user writes, so that the question does not wait for that. */
export function prepareSearch(documents: PassagesTask["documents"]): void {
  const ids = documents.map(({ id }) => id).join(" ");
  const now = performance.now();
  // The worker may have ended since.
  if (ids === "" || (ids === prepared.ids && now - prepared.at < idleMs)) return;
  Object.assign(prepared, { ids, at: now });
  // The question indexes what is missing.
  runTask({ index: documents }).catch((thrown: unknown) => console.warn("Could not index documents.", thrown));
}

/** Returns passages whose vectors are to be computed, read in a worker; if that fails, in the tab. */
export async function passageTexts(
  task: PassageTextsTask,
  database: Pick<Database, "readBlob">,
): Promise<PassageTexts> {
  try {
    return (await runTask(task)) as PassageTexts;
  } catch (thrown) {
    console.warn("Could not read passages in a worker.", thrown);
    return readPassageTexts(task, database.readBlob);
  }
}
