import { toAppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { openDatabase } from "@/lib/storage/database";
import { remoteSender } from "@/lib/sync/send";
import type { SyncAnswer, SyncOrder, SyncOutcome } from "@/store/sync/sync-messages";
import { openRemote, runSync } from "@/store/sync/sync-run";

// A worker for one sync, so that merging and sending never block the tab.
addEventListener("message", ({ data }: MessageEvent<SyncOrder>) => {
  run(data).then(
    (outcome) => tell({ type: "done", outcome }),
    (thrown: unknown) => {
      const { code, details } = toAppError(thrown);
      tell({ type: "failed", code, details });
    },
  );
});

async function run(order: SyncOrder): Promise<SyncOutcome> {
  const database = await openDatabase(() => {});
  // All tabs listen to this channel, including the one that started the sync.
  const tabs = new BroadcastChannel("parley");
  try {
    return await runSync(order, {
      env: browserEnvironment,
      database,
      remote: openRemote(order.settings, order.way, remoteSender(browserEnvironment)),
      onPhase: (phase, share) => tell({ type: "phase", phase, share }),
      onChanged: (changed) => tabs.postMessage(changed),
    });
  } finally {
    tabs.close();
    database.close();
  }
}

function tell(answer: SyncAnswer): void {
  postMessage(answer);
}
