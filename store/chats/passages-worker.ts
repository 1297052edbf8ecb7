import { type Database, openDatabase } from "@/lib/storage/database";
import { handleWorkerTask } from "@/store/base/run-in-worker";
import { createPassageFinder, type PassagesTask } from "@/store/chats/passage-finder";

let database: Promise<Database> | undefined;

// In a worker, because indexing long documents would block the tab. The index stays for the next question.
const find = createPassageFinder(async (id) => {
  database ??= openDatabase(() => {});
  return (await database).readBlob(id);
});

handleWorkerTask<PassagesTask, string>(find);
