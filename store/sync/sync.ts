import { create } from "zustand";
import { AppError, toAppError } from "@/lib/errors";
import { isRecord } from "@/lib/json";
import { runUnlessLocked, withTabLock } from "@/lib/platform/tab-locks";
import { readAccessSettings, storedAccessSettings } from "@/lib/settings/access-settings";
import { storedAppConfig } from "@/lib/settings/app-settings";
import { readSyncSettings, type SyncSettings, syncLocation, withoutJoin } from "@/lib/settings/sync-settings";
import { catalogue } from "@/lib/storage/catalogue";
import { localKeys } from "@/lib/storage/local-keys";
import { readPortableDocuments, updatePortableDocuments } from "@/lib/storage/portable-documents";
import { documentWith } from "@/lib/sync/document-cells";
import { emptyLedger } from "@/lib/sync/ledger";
import { type SyncProblem, syncError, type Way } from "@/lib/sync/remote";
import { readSiteBaseline, withSiteBaseline } from "@/lib/sync/site-baseline";
import { pageStorage } from "@/store/base/page-storage";
import { importWorld } from "@/store/data/data";
import { documentPlaces } from "@/store/records/document-places";
import { documentStore } from "@/store/records/document-store";
import { type TabContext, tabContext } from "@/store/records/records";
import { builtInProviders, useAccess } from "@/store/settings/access";
import { openRemote } from "@/store/sync/open-remote";
import { type DocumentMemory, recallDocuments, rememberDocuments } from "@/store/sync/sync-memory";
import {
  type Doubt,
  type HistoryRequest,
  type LocationContent,
  type OnPhase,
  pauseMessage,
  type SealingChange,
  type SyncAnswer,
  type SyncOrder,
  type SyncOutcome,
  type SyncPhase,
} from "@/store/sync/sync-messages";

/** The state of cloud sync, and its actions. */
export interface SyncStore {
  readonly settings: SyncSettings;
  /** The current step; undefined if no sync is running. */
  readonly phase: SyncPhase | undefined;
  /** The share of that step that is done, from 0 to 1, if it is known. */
  readonly share: number | undefined;
  /** Whether the sync that runs can be paused. */
  readonly isPausable: boolean;
  /** The reason the last sync failed. */
  readonly error: AppError | undefined;
  /** The question before most chats of one side are deleted, or before a doubtful state of the location is merged. */
  readonly question: SyncQuestion | undefined;
  hydrate(stored: unknown): void;
  change(patch: Partial<SyncSettings>): void;
  /** Whether the remote responds as expected. Rejects with an AppError if the reason is known. */
  check(): Promise<boolean>;
  /**
   * Syncs, unless a sync is running. Returns whether it completed. Never throws.
   *
   * @param isAgreed the user's consent to the question of the previous sync
   */
  sync(isAgreed?: boolean): Promise<boolean>;
  /**
   * Pauses the sync that runs or waits, and automatic sync. The next `sync` goes on where it was, also after a reload.
   * Only the pause is remembered: no consent, and no change of the encryption.
   */
  pause(): void;
  /** Changes the encryption of the location with a sync. Returns like `sync`. */
  changeSealing(change: SealingChange): Promise<boolean>;
  /**
   * Lists the daily states of an encrypted location, compares one with this device, or restores chats of it. Syncs
   * before, except for the list. Throws AppError.
   */
  history(request: HistoryRequest): Promise<SyncOutcome>;
  /** Finds out whether the location is encrypted. Undefined if that failed; the error is stored. */
  look(): Promise<LocationContent | undefined>;
  /**
   * Syncs again after lost objects were reported, and writes everything that this device has. Returns like `sync`.
   */
  repair(): Promise<boolean>;
  /** Rejects the question; nothing changes. A doubtful state stays an error. */
  decline(): void;
}

/** A question of a sync. */
export type SyncQuestion = Extract<SyncOutcome, { kind: "asks" | "doubts" }>;

/** The user's part of a sync. */
interface SyncRequest {
  readonly isAgreed: boolean;
  readonly accepted?: Doubt | undefined;
  readonly repairs?: string | undefined;
  readonly sealing?: SealingChange | undefined;
}

/** Runs one sync in a worker. Rejects with an AppError. */
type RunSync = (order: SyncOrder, onPhase: OnPhase, signal?: AbortSignal) => Promise<SyncOutcome>;

/** Name of the lock that a tab holds while it joins another location. */
export const joinLock = "parley-join";

/** Creates the store of cloud sync. */
export function createSync(context: TabContext, run: RunSync) {
  const { env } = context;
  return create<SyncStore>()((set, get) => {
    /** The sync that has asked the open question. It may contain a passphrase, so it is not part of the state. */
    let asked: SyncRequest | undefined;
    let pausing = new AbortController();
    /** The sync that has found lost objects. */
    let incomplete: SyncRequest | undefined;
    /** Set once the stored settings were read. Resolves when the former ones are back if a join was interrupted. */
    let restoring: Promise<void> | undefined;

    function onSynced(outcome: SyncOutcome, settings: SyncSettings): void {
      const { provider: lastProvider } = settings;
      const current = get().settings;
      set({ error: undefined });
      // Meanwhile, another tab may have joined another location, of which this sync says nothing.
      if (syncLocation(current) !== syncLocation(settings)) return;
      const { formerSync: _left, ...known } = { ...current, ...encryptionAfter(outcome, settings) };
      replace({ ...known, lastSyncTime: env.now(), lastProvider });
    }

    async function start(request: SyncRequest): Promise<boolean> {
      const { phase } = get();
      if (phase !== undefined) return false;
      asked = undefined;
      incomplete = undefined;
      pausing = new AbortController();
      const { signal } = pausing;
      let { settings } = get();
      if (settings.isPaused) get().change({ isPaused: false });
      set({ phase: "reading", share: undefined, isPausable: false, error: undefined, question: undefined });
      try {
        // Hold the lock from reading the documents until they and the ledger are written. Otherwise a second tab would
        // mistake the first tab's changes for its own.
        const onPhase: OnPhase = (reached, share, isPausable = false) => set({ phase: reached, share, isPausable });
        const outcome = await withTabLock("sync", async () => {
          // Another tab may have paused while this sync waited.
          if (get().settings.isPaused) return { kind: "paused" } as const;
          await restoring;
          // Meanwhile, the user may have chosen another location. A consent or a change is for the one before.
          if (isPlain(request)) ({ settings } = get());
          return syncOnce({ settings, request, run, context, onPhase, signal });
        });
        if (outcome.kind === "paused") {
          set({ phase: undefined });
          return false;
        }
        if (outcome.kind === "asks" || outcome.kind === "doubts") {
          asked = request;
          set({ phase: undefined, question: outcome });
          return false;
        }
        onSynced(outcome, settings);
        set({ phase: undefined });
        return true;
      } catch (thrown) {
        const error = toAppError(thrown);
        const needsKey = error.details.problem === "needs-passphrase" || error.details.problem === "needs-setup";
        // The settings offer to enter the passphrase, also if another device has turned encryption on.
        if (needsKey) get().change({ isEncrypted: true, encryptedLocation: "" });
        if (error.details.problem === "incomplete") incomplete = { ...request, repairs: String(error.details.print) };
        set({ phase: undefined, error });
        return false;
      }
    }

    /** Replaces the settings. Consent and questions do not apply to another location. */
    function replace(settings: SyncSettings): void {
      const isSame = syncLocation(settings) === syncLocation(get().settings);
      if (!isSame) {
        asked = undefined;
        incomplete = undefined;
      }
      set(isSame ? { settings } : { settings, question: undefined });
    }

    return {
      settings: readSyncSettings(undefined),
      phase: undefined,
      share: undefined,
      error: undefined,
      question: undefined,
      isPausable: false,
      hydrate(stored) {
        replace(readSyncSettings(stored));
        // A join was interrupted, unless another tab is still at it.
        restoring ??= get().settings.formerSync
          ? runUnlessLocked(joinLock, async () => replace(withoutJoin(get().settings)))
          : Promise.resolve();
      },
      change(patch) {
        replace({ ...get().settings, ...patch });
        set({ error: undefined });
      },
      async check() {
        const { settings } = get();
        return (await openRemote(settings, wayOf(settings), env)).check();
      },
      sync(isAgreed = false) {
        const { question } = get();
        if (!isAgreed || question === undefined) return start({ isAgreed: false });
        if (question.kind !== "doubts") return start({ ...asked, isAgreed });
        return start({ isAgreed: false, ...asked, accepted: question.doubt });
      },
      changeSealing: (change) => start({ isAgreed: false, sealing: change }),
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
        pausing.abort();
      },
      repair: () => (incomplete ? start(incomplete) : Promise.resolve(false)),
      async history(request) {
        const { settings } = get();
        return withTabLock("sync", () => historyOnce({ settings, request, run, context, onSynced }));
      },
      decline() {
        asked = undefined;
        const { question, settings } = get();
        if (settings.formerSync) replace(withoutJoin(settings));
        const isSame = syncLocation(settings) === syncLocation(get().settings);
        const isDoubtful = question?.kind === "doubts" && isSame;
        set({ question: undefined, ...(isDoubtful ? { error: syncError("doubtful") } : {}) });
      },
    };
  });
}

/** Whether a sync has no part of the user that belongs to one location. */
function isPlain({ isAgreed, accepted, repairs, sealing }: SyncRequest): boolean {
  return !isAgreed && (accepted ?? repairs ?? sealing) === undefined;
}

/** Returns the settings of the encryption after a sync. */
function encryptionAfter(outcome: SyncOutcome, settings: SyncSettings): Partial<SyncSettings> {
  const isEncrypted = outcome.kind === "synced" && outcome.isEncrypted;
  return { isEncrypted, encryptedLocation: isEncrypted ? syncLocation(settings) : "" };
}

/** Runs one order of a sync outside of the page's thread, if possible. Rejects with an AppError. */
export const runInBackground: RunSync = process.env.BUILD_APP ? inPage : inWorker;

/** The store of cloud sync. */
export const useSync = documentStore(
  createSync(tabContext, runInBackground),
  catalogue.sync,
  ({ settings }) => settings,
);

/** One sync. */
interface SyncRun {
  readonly settings: SyncSettings;
  readonly request: SyncRequest;
  readonly run: RunSync;
  readonly context: TabContext;
  readonly onPhase: OnPhase;
  readonly signal: AbortSignal;
}

async function syncOnce({ settings, request, run, context, onPhase, signal }: SyncRun): Promise<SyncOutcome> {
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

async function historyOnce({ settings, request, run, context, onSynced }: HistoryRun): Promise<SyncOutcome> {
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

/** Returns the route of sync calls: this site's server, another server's proxy, or direct. */
export function wayOf({ useProxy, proxyUrl }: SyncSettings): Way {
  if (!useProxy) return {};
  const other = proxyUrl.trim().replace(/\/+$/, "");
  if (other !== "") return { proxy: `${other}/api` };
  const { reach, accessCode } = useAccess.getState();
  if (reach.relay === undefined) return {};
  return { proxy: reach.relay, accessCode: accessCode.trim() };
}

function memoryPlace({ records }: TabContext) {
  return { storage: pageStorage(), database: records.requireDatabase() };
}

/** Returns the order of a sync with these settings. */
export async function orderOf(
  settings: SyncSettings,
  request: SyncRequest,
  remembered?: DocumentMemory,
): Promise<SyncOrder> {
  const portable = await readPortableDocuments(documentPlaces());
  const documents = Object.entries(portable).flatMap(([key, { state }]) =>
    isRecord(state) ? [[key, state] as const] : [],
  );
  return {
    settings,
    way: wayOf(settings),
    documents: Object.fromEntries(documents),
    documentLedger: remembered?.ledger ?? emptyLedger,
    documentObjects: remembered?.objects,
    defaults: withSiteBaseline(
      {
        [catalogue.config.key]: storedAppConfig(undefined),
        [catalogue.access.key]: storedAccessSettings(readAccessSettings(builtInProviders, undefined)),
      },
      readSiteBaseline(pageStorage().getItem(localKeys.siteBaseline)),
    ),
    world: importWorld(),
    ...request,
  };
}

/** Runs a sync in the page: in the desktop app, a worker cannot reach the shell, which sends the calls. */
async function inPage(order: SyncOrder, onPhase: OnPhase, signal?: AbortSignal): Promise<SyncOutcome> {
  const { runOrder } = await import("@/store/sync/run-order");
  return runOrder(order, onPhase, signal);
}

async function inWorker(order: SyncOrder, onPhase: OnPhase, signal?: AbortSignal): Promise<SyncOutcome> {
  const worker = new Worker(new URL("./sync-worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<SyncAnswer>) => {
        if (data.type === "phase") onPhase(...data.phase);
        else if (data.type === "done") resolve(data.outcome);
        else reject(new AppError(data.code, data.details));
      };
      // Fires if the worker's script cannot be loaded, or if the worker runs out of memory.
      worker.onerror = ({ message }) => reject(new AppError("unexpected", { message }));
      worker.postMessage(order);
      signal?.addEventListener("abort", () => worker.postMessage(pauseMessage));
    });
  } finally {
    worker.terminate();
  }
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
