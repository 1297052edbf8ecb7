import { type Draft, emptyDraft, isEmptyDraft, joinDrafts } from "@/lib/chat/draft";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { Database } from "@/lib/storage/database";
import { type KeyValueStorage, storageError } from "@/lib/storage/documents";
import { type DraftRecord, draftKey, draftText, newerDraft, parseDraftText } from "@/lib/storage/draft-records";
import { removeLocalDraft, type StoredDraft, writeLocalDraft } from "@/lib/storage/local-drafts";
import { pageStorage } from "@/store/base/page-storage";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { type createDrafts, useDrafts } from "@/store/chats/drafts";
import { journal } from "@/store/records/journal";
import { getStorage } from "@/store/records/storage-handle";
import { storeWaitingMessages } from "@/store/turns/waiting-persistence";

/** Maximum time from a change to its write to localStorage, in milliseconds: each write contains the whole text. */
const localDelayMs = 400;

interface DraftPersistenceDependencies {
  readonly env: Pick<Environment, "now" | "delay">;
  readonly drafts: Pick<ReturnType<typeof createDrafts>, "getState" | "subscribe">;
  readonly storage: () => KeyValueStorage;
  /** Returns the open database. */
  readonly database: () => Pick<Database, "isReadOnly" | "readTexts" | "updateTexts"> | undefined;
  /** Stores the chat itself; without it its draft could not be found. */
  readonly storeChat: (sessionId: string) => void;
  /** Resolves once the messages that were sent are stored in their chats or as waiting messages. */
  readonly flush: () => Promise<void>;
  /** Whether everything is being cleared, so that nothing may be written. */
  readonly isDiscarded: () => boolean;
}

/** Times of the last change of a chat's draft, and of the change in each storage. */
interface DraftState {
  at: number;
  recordAt: number | undefined;
  localAt: number | undefined;
  isChatStored: boolean;
  isRecordWaiting: boolean;
  isLocalWaiting: boolean;
  /** Resolves once the record is read; nothing is written over it before. */
  read: Promise<void>;
  /** Resolves once the last sent message is stored. */
  sent: Promise<void> | undefined;
}

/**
 * Creates the persistence of drafts. It writes each change to the database at once, and to localStorage a little later
 * and when the tab closes.
 *
 * The database survives a kill of the browser. localStorage survives a tab that closes during a write, is read before the
 * first paint, works without a database, and is where NextChat looks.
 */
export function createDraftPersistence(dependencies: DraftPersistenceDependencies) {
  const { env, drafts, storage, database, storeChat, flush, isDiscarded } = dependencies;
  const states = new Map<string, DraftState>();
  let isStarted = false;
  let isShowing = false;

  /** Subscribes to all later changes. */
  function start(): void {
    if (isStarted) return;
    isStarted = true;
    drafts.subscribe((now, before) => {
      if (isShowing || now.drafts === before.drafts) return;
      for (const [sessionId, draft] of Object.entries(now.drafts)) {
        const draftBefore = before.drafts[sessionId];
        // A new draft in this tab was opened, not changed.
        if (draftBefore && draft !== draftBefore) note(sessionId, draft === emptyDraft);
      }
    });
    addEventListener("pagehide", () => {
      for (const [sessionId, state] of states) writeLocal(sessionId, state);
    });
  }

  /** Returns the state of a chat's draft. The first call starts reading its record. */
  function stateOf(sessionId: string): DraftState {
    const known = states.get(sessionId);
    if (known) return known;
    const local = drafts.getState().opened[sessionId];
    const at = local?.at ?? 0;
    const state: DraftState = {
      at,
      recordAt: at,
      localAt: at,
      isChatStored: false,
      isRecordWaiting: false,
      isLocalWaiting: false,
      read: read(sessionId, local),
      sent: undefined,
    };
    states.set(sessionId, state);
    return state;
  }

  /** Shows the draft in the database if it is newer than the one in localStorage; otherwise updates the database. */
  async function read(sessionId: string, local: StoredDraft | undefined): Promise<void> {
    const key = draftKey(sessionId);
    let record: DraftRecord | undefined;
    try {
      record = parseDraftText((await database()?.readTexts([key]))?.[key]);
    } catch (thrown) {
      console.warn("A draft could not be read from the database.", thrown);
      return;
    }
    const newer = newerDraft(local, record);
    const state = stateOf(sessionId);
    if (!newer) return;
    if (state.at !== (local?.at ?? 0)) {
      // The message box was empty until the user typed, so merging does not duplicate text.
      if (!local && !isEmptyDraft(newer.draft)) show(sessionId, (typed) => joinDrafts([newer.draft, typed]));
      return;
    }
    state.at = newer.at ?? env.now();
    state.recordAt = record?.at;
    if (newer === record) show(sessionId, () => newer.draft);
    else void writeRecord(sessionId, state);
    void writeLocalSoon(sessionId, state);
  }

  function show(sessionId: string, change: (draft: Draft) => Draft): void {
    isShowing = true;
    drafts.getState().change(sessionId, change);
    isShowing = false;
  }

  const draftOf = (sessionId: string) => drafts.getState().drafts[sessionId] ?? emptyDraft;

  function note(sessionId: string, isSent: boolean): void {
    const state = stateOf(sessionId);
    state.at = Math.max(env.now(), state.at + 1);
    if (isSent) state.sent = untilStored();
    if (!state.isChatStored) {
      state.isChatStored = true;
      storeChat(sessionId);
    }
    void writeRecord(sessionId, state);
    void writeLocalSoon(sessionId, state);
  }

  /** A sent message is noted in the journal one macrotask later. Its draft must stay until the message is stored. */
  async function untilStored(): Promise<void> {
    await env.delay(0);
    await flush();
  }

  /** Writes the draft to the database until no newer change is left, one write at a time. */
  async function writeRecord(sessionId: string, state: DraftState): Promise<void> {
    const opened = writable();
    if (!opened || state.isRecordWaiting) return;
    state.isRecordWaiting = true;
    try {
      await state.read;
      while (state.recordAt !== state.at) {
        // All changes of one macrotask are one write.
        await state.sent;
        if (isDiscarded()) return;
        const draft = draftOf(sessionId);
        const { at } = state;
        const text = draftText(draft, at);
        await opened.updateTexts([], () => ({ [draftKey(sessionId)]: text }));
        state.recordAt = at;
        // An old draft that comes back to localStorage after a kill is older than this record.
        if (isEmptyDraft(draft) && at === state.at) forgetLocal(sessionId, state);
      }
    } catch (thrown) {
      console.warn("A draft could not be written to the database; localStorage gets it.", thrown);
    } finally {
      state.isRecordWaiting = false;
    }
  }

  async function writeLocalSoon(sessionId: string, state: DraftState): Promise<void> {
    if (state.isLocalWaiting) return;
    state.isLocalWaiting = true;
    await env.delay(localDelayMs);
    await state.sent;
    state.isLocalWaiting = false;
    writeLocal(sessionId, state);
  }

  function writeLocal(sessionId: string, state: DraftState): void {
    if (isDiscarded() || state.localAt === state.at) return;
    const draft = draftOf(sessionId);
    const isInDatabase = state.recordAt === state.at;
    if (isEmptyDraft(draft) && (isInDatabase || !writable())) {
      forgetLocal(sessionId, state);
      return;
    }
    try {
      writeLocalDraft(storage(), sessionId, draft, state.at);
      state.localAt = state.at;
    } catch (thrown) {
      if (!isInDatabase) report(storageError(thrown));
    }
  }

  function forgetLocal(sessionId: string, state: DraftState): void {
    removeLocalDraft(storage(), sessionId);
    state.localAt = state.at;
  }

  function writable() {
    const opened = database();
    return opened?.isReadOnly ? undefined : opened;
  }

  return {
    /** Stores all changes of a chat's draft, including those since it was opened. */
    follow(sessionId: string): void {
      start();
      if (states.has(sessionId)) return;
      stateOf(sessionId);
      const { drafts: shown, opened } = drafts.getState();
      const draft = shown[sessionId];
      if (draft !== (opened[sessionId]?.draft ?? emptyDraft)) note(sessionId, draft === emptyDraft);
    },
  };
}

/** The persistence of this tab's drafts. */
export const draftPersistence = createDraftPersistence({
  env: browserEnvironment,
  drafts: useDrafts,
  storage: pageStorage,
  database: () => getStorage()?.database,
  storeChat(sessionId) {
    useChats.getState().keepSession(sessionId);
    void journal.flush();
  },
  async flush() {
    await journal.flush();
    await storeWaitingMessages();
  },
  isDiscarded: journal.isDiscarded,
});
