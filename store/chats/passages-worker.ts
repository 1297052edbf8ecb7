import { type Database, openDatabase } from "@/lib/storage/database";
import { handleWorkerTask } from "@/store/base/run-in-worker";
import {
  createPassageFinder,
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
const find = createPassageFinder(readBlob);

handleWorkerTask<PassagesTask | PassageTextsTask, string | PassageTexts>(async (task) =>
  "question" in task ? find(task) : readPassageTexts(task, readBlob),
);
