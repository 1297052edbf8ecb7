import { toAppError } from "@/lib/errors";
import { runOrder } from "@/store/sync/run-order";
import type { SyncAnswer, SyncOrder } from "@/store/sync/sync-messages";

// A worker for one sync, so that merging and sending never block the tab.
addEventListener("message", ({ data }: MessageEvent<SyncOrder>) => {
  runOrder(data, (phase, share) => tell({ type: "phase", phase, share })).then(
    (outcome) => tell({ type: "done", outcome }),
    (thrown: unknown) => {
      const { code, details } = toAppError(thrown);
      tell({ type: "failed", code, details });
    },
  );
});

function tell(answer: SyncAnswer): void {
  postMessage(answer);
}
