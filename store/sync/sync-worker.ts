import { toAppError } from "@/lib/errors";
import { runOrder } from "@/store/sync/run-order";
import { pauseMessage, type SyncAnswer, type SyncOrder } from "@/store/sync/sync-messages";

// A worker for one sync, so that merging and sending never block the tab.
const pause = new AbortController();
addEventListener("message", ({ data }: MessageEvent<SyncOrder | typeof pauseMessage>) => {
  if (data === pauseMessage) return pause.abort();
  runOrder(data, (...phase) => tell({ type: "phase", phase }), pause.signal).then(
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
