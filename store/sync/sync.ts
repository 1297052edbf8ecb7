import { create } from "zustand";
import { toAppError } from "@/lib/errors";
import { withTabLock } from "@/lib/platform/tab-locks";
import { readSyncSettings, syncLocation, withoutJoin } from "@/lib/settings/sync-settings";
import { catalogue } from "@/lib/storage/catalogue";
import { syncError } from "@/lib/sync/remote";
import { documentStore } from "@/store/records/document-store";
import { type TabContext, tabContext } from "@/store/records/records";
import { openRemote } from "@/store/sync/open-remote";
import { type RunSync, runInBackground } from "@/store/sync/run-sync";
import { historyOnce } from "@/store/sync/sync-once";
import { orderOf, wayOf } from "@/store/sync/sync-order";
import { SyncSession } from "@/store/sync/sync-session";
import type { SyncStore } from "@/store/sync/sync-state";

/** Creates the store of cloud sync. */
export function createSync(context: TabContext, run: RunSync) {
  return create<SyncStore>()((set, get) => {
    const session = new SyncSession({ context, run, set, get });
    return {
      settings: readSyncSettings(undefined),
      phase: undefined,
      share: undefined,
      error: undefined,
      question: undefined,
      isPausable: false,
      hydrate: (stored) => session.hydrate(readSyncSettings(stored)),
      change(patch) {
        session.replace({ ...get().settings, ...patch });
        set({ error: undefined });
      },
      async check() {
        const { settings } = get();
        return (await openRemote(settings, wayOf(settings), context.env)).check();
      },
      sync(isAgreed = false) {
        const { question } = get();
        if (!isAgreed || question === undefined) return session.start({ isAgreed: false });
        return session.answer(question.kind === "doubts" ? { accepted: question.doubt } : { isAgreed });
      },
      changeSealing: (change) => session.start({ isAgreed: false, sealing: change }),
      async look() {
        const { settings } = get();
        set({ error: undefined });
        try {
          const order = await orderOf(settings, { isAgreed: false });
          const outcome = await run({ ...order, isLooking: true }, () => {});
          return outcome.kind === "looked" ? outcome.content : undefined;
        } catch (thrown) {
          set({ error: toAppError(thrown) });
          return undefined;
        }
      },
      pause() {
        if (get().phase === undefined) return;
        // At once, so that automatic sync pauses in all tabs even if this sync can no longer be paused.
        get().change({ isPaused: true });
        session.pause();
      },
      repair: () => session.repair(),
      async history(request) {
        const { settings } = get();
        const onSynced = session.onSynced.bind(session);
        return withTabLock("sync", () => historyOnce({ settings, request, run, context, onSynced }));
      },
      decline() {
        session.dropQuestion();
        const { question, settings } = get();
        if (settings.formerSync) session.replace(withoutJoin(settings));
        const isSame = syncLocation(settings) === syncLocation(get().settings);
        const isDoubtful = question?.kind === "doubts" && isSame;
        set({ question: undefined, ...(isDoubtful ? { error: syncError("doubtful") } : {}) });
      },
    };
  });
}

/** The store of cloud sync. */
export const useSync = documentStore(
  createSync(tabContext, runInBackground),
  catalogue.sync,
  ({ settings }) => settings,
);
