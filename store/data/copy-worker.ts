import { browserEnvironment } from "@/lib/platform/browser-environment";
import { storeBackup } from "@/lib/storage/backups";
import { openDatabase } from "@/lib/storage/database";
import { handleWorkerTask } from "@/store/base/run-in-worker";
import type { CopyOrder } from "@/store/data/copy-order";
import { copyOptions, wholeBackup } from "@/store/data/whole-backup";

const { now, newId } = browserEnvironment;

// A thread of its own for a copy of everything: however much there is to be read and written, nobody feels it.
handleWorkerTask(async ({ reason, documents }: CopyOrder): Promise<void> => {
  const database = await openDatabase(() => {});
  try {
    const file = await wholeBackup(database, documents, copyOptions);
    await storeBackup({ id: newId(), at: now(), reason, file });
  } finally {
    database.close();
  }
});
