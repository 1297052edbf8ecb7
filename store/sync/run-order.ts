import { browserEnvironment } from "@/lib/platform/browser-environment";
import { openDatabase } from "@/lib/storage/database";
import { openRemote } from "@/store/sync/open-remote";
import type { OnPhase, SyncOrder, SyncOutcome } from "@/store/sync/sync-messages";
import { runSync } from "@/store/sync/sync-run";

/** Runs one sync with a connection of its own to the database. */
export async function runOrder(
  order: SyncOrder,
  onPhase: OnPhase,
  signal: AbortSignal | undefined,
): Promise<SyncOutcome> {
  const database = await openDatabase(() => {});
  // All tabs listen to this channel, including the one that started the sync.
  const tabs = new BroadcastChannel("parley");
  try {
    return await runSync(order, {
      env: browserEnvironment,
      database,
      remote: await openRemote(order.settings, order.way, browserEnvironment),
      onPhase,
      signal,
      onChanged: (changed) => tabs.postMessage(changed),
    });
  } finally {
    tabs.close();
    database.close();
  }
}
