import { browserEnvironment } from "@/lib/platform/browser-environment";
import { openDatabase } from "@/lib/storage/database";
import { handleWorkerTask } from "@/store/base/run-in-worker";
import { runTakeover, type TakeoverFinds, type TakeoverOrder } from "@/store/data/takeover-run";

// A worker, because the chats of years are tens of megabytes in one text.
handleWorkerTask(async (order: TakeoverOrder): Promise<TakeoverFinds | undefined> => {
  const database = await openDatabase(() => {});
  // All tabs listen to these channels, the one that started this worker too.
  const [records, documents] = [new BroadcastChannel("parley"), new BroadcastChannel("parley-documents")];
  try {
    const finds = await runTakeover(database, order, browserEnvironment);
    if (finds && finds.changed.sessions.length > 0) records.postMessage(finds.changed);
    if (finds && finds.stored.length > 0) documents.postMessage(finds.stored);
    return finds;
  } finally {
    records.close();
    documents.close();
    database.close();
  }
});
