import { AppError } from "@/lib/errors";
import { isRecord } from "@/lib/json";
import type { SyncSettings } from "@/lib/settings/sync-settings";
import { updatePortableDocuments } from "@/lib/storage/portable-documents";
import { documentWith } from "@/lib/sync/document-cells";
import { type SyncProblem, syncError } from "@/lib/sync/remote";
import { pageStorage } from "@/store/base/page-storage";
import { documentPlaces } from "@/store/records/document-places";
import type { TabContext } from "@/store/records/records";
import type { RunSync } from "@/store/sync/run-sync";
import { type DocumentMemory, recallDocuments, rememberDocuments } from "@/store/sync/sync-memory";
import type { HistoryRequest, OnPhase, SyncOutcome } from "@/store/sync/sync-messages";
import { orderOf, type SyncRequest } from "@/store/sync/sync-order";

/** One sync. */
interface SyncRun {
  readonly settings: SyncSettings;
  readonly request: SyncRequest;
  readonly run: RunSync;
  readonly context: TabContext;
  readonly onPhase: OnPhase;
  readonly signal: AbortSignal;
}

/** Syncs once, and applies the incoming changes. */
export async function syncOnce({ settings, request, run, context, onPhase, signal }: SyncRun): Promise<SyncOutcome> {
  const clearing = await lastClearing(context);
  const remembered = await recallDocuments(memoryPlace(context), context.env.delay);
  const order = { ...(await orderOf(settings, request, remembered)), clearing };
  const outcome = await run(order, onPhase, signal);
  if (outcome.kind === "synced") await writeDocuments(outcome, remembered, { ...context, clearing });
  return outcome;
}

/** Returns the id of the last clearing of all data, once all changes of this tab are written. */
export async function lastClearing({ records }: TabContext): Promise<string | undefined> {
  await records.journal.flush();
  const cleared = await records.requireDatabase().readClearing();
  // A clearing that is not complete clears again what was written meanwhile, with the same id.
  if (cleared?.isRestCleared === false) throw syncError("cleared");
  return cleared?.id;
}

interface HistoryRun extends Pick<SyncRun, "settings" | "run" | "context"> {
  readonly request: HistoryRequest;
  onSynced(outcome: SyncOutcome, settings: SyncSettings): void;
}

/** Maximum number of attempts to go back to a daily state while other devices sync. */
const historyAttempts = 3;

/** Lists, compares or restores daily states. Syncs before, except for the list. */
export async function historyOnce({ settings, request, run, context, onSynced }: HistoryRun): Promise<SyncOutcome> {
  for (let attempt = 1; ; attempt++) {
    if (request.kind !== "list") onSynced(await syncBefore({ settings, run, context }), settings);
    const clearing = await lastClearing(context);
    try {
      return await run({ ...(await orderOf(settings, { isAgreed: false })), clearing, history: request }, () => {});
    } catch (thrown) {
      // Another device has synced meanwhile.
      if (!isProblem(thrown, "unsynced") || request.kind === "list" || attempt === historyAttempts) throw thrown;
    }
  }
}

/**
 * Syncs, so that this device knows all deletions before it restores anything. Throws `unsynced` if the user must do
 * something first: the sync is paused, has a question, or has found lost objects.
 */
async function syncBefore({ settings, run, context }: Pick<SyncRun, "settings" | "run" | "context">) {
  if (settings.isPaused) throw syncError("unsynced");
  const { signal } = new AbortController();
  try {
    const request = { isAgreed: false };
    const outcome = await syncOnce({ settings, request, run, context, onPhase: () => {}, signal });
    if (outcome.kind !== "synced") throw syncError("unsynced");
    return outcome;
  } catch (thrown) {
    throw isProblem(thrown, "incomplete") ? syncError("unsynced") : thrown;
  }
}

function isProblem(thrown: unknown, problem: SyncProblem): boolean {
  return thrown instanceof AppError && thrown.details.problem === problem;
}

function memoryPlace({ records }: TabContext) {
  return { storage: pageStorage(), database: records.requireDatabase() };
}

/** Applies incoming cells to the documents in their current state, and stores the ledger. */
async function writeDocuments(
  { documents, ledger, documentObjects }: Extract<SyncOutcome, { kind: "synced" }>,
  former: DocumentMemory | undefined,
  context: TabContext & { readonly clearing: string | undefined },
): Promise<void> {
  const place = memoryPlace(context);
  const none = { patchSessions: [], putMessages: [], deleteMessages: [] };
  const since = { clearing: context.clearing };
  // Refuses if all data was cleared since the sync began.
  await context.records.requireDatabase().applySynced(none, [], {}, undefined, since);
  const { storage } = place;
  await rememberDocuments(place, { mark: context.env.newId(), ledger, objects: documentObjects }, former, async () => {
    await updatePortableDocuments(documentPlaces(), (here) =>
      Object.fromEntries(
        [...documents].map(([key, cells]) => {
          const state = here[key]?.state;
          return [key, documentWith(key, { deletedAt: 0, cells }, isRecord(state) ? state : {})];
        }),
      ),
    );
    // The browser fires `storage` events in other tabs only. Dispatch them here too, so that this tab's stores reload.
    for (const key of documents.keys()) {
      dispatchEvent(new StorageEvent("storage", { key, newValue: storage.getItem(key) }));
    }
  });
}
