import { browserEnvironment } from "@/lib/platform/browser-environment";
import { storeBackup } from "@/lib/storage/backups";
import { openDatabase } from "@/lib/storage/database";
import { handleWorkerTask } from "@/store/base/run-in-worker";
import type { CopyOrder } from "@/store/data/copy-order";
import { copyOptions, wholeBackup } from "@/store/data/whole-backup";

// A worker, so that reading and writing all data never blocks the tab.
handleWorkerTask(async ({ reason, documents }: CopyOrder): Promise<void> => {
  const database = await openDatabase(() => {});
  try {
    const file = await wholeBackup(database, documents, copyOptions, browserEnvironment);
    await storeBackup({ id: browserEnvironment.newId(), at: browserEnvironment.now(), reason, file });
  } finally {
    database.close();
  }
});
