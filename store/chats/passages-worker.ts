import { type Database, openDatabase } from "@/lib/storage/database";
import { handleWorkerTask } from "@/store/base/run-in-worker";
import {
  createPassageFinder,
  type IndexTask,
  type PassagesTask,
  type PassageTexts,
  type PassageTextsTask,
  readPassageTexts,
} from "@/store/chats/passage-finder";

let database: Promise<Database> | undefined;

async function readBlob(id: string) {
  database ??= openDatabase(() => {});
  return (await database).readBlob(id);
}

// In a worker, because indexing long documents would block the tab. The index stays for the next question.
const finder = createPassageFinder(readBlob);

handleWorkerTask<PassagesTask | IndexTask | PassageTextsTask, string | PassageTexts | undefined>(async (task) => {
  if ("question" in task) return finder.find(task);
  if ("document" in task) return readPassageTexts(task, readBlob);
  await finder.prepare(task);
  return undefined;
});
