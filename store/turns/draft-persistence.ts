import { type Draft, emptyDraft, joinDrafts } from "@/lib/chat/draft";
import { toAppError } from "@/lib/errors";
import { onPageLeave } from "@/lib/platform/page-leave";
import type { Database } from "@/lib/storage/database";
import { type DraftRecord, draftKey, isMissing, newerDraft, parseDraftText } from "@/lib/storage/draft-records";
import type { StoredDraft } from "@/lib/storage/local-drafts";
import { pageStorage } from "@/store/base/page-storage";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { isTemporary } from "@/store/chats/is-temporary";
import { tabContext } from "@/store/records/records";
import { createDraftWrites, type DraftState, type DraftWriteDependencies } from "@/store/turns/draft-writes";

interface DraftPersistenceDependencies extends DraftWriteDependencies {
  /** Stores the chat itself; without it its draft could not be found. */
  readonly storeChat: (sessionId: string) => void;
  /** Resolves once the messages that were sent are stored in their chats or as waiting messages. */
  readonly flush: () => Promise<void>;
}

/**
 * Creates the persistence of drafts. It writes each change to the database at once, and to localStorage a little later
 * and when the tab closes.
 *
 * The database survives a kill of the browser. localStorage survives a tab that closes during a write, is read before the
 * first paint, works without a database, and is where NextChat looks.
 */
export function createDraftPersistence(dependencies: DraftPersistenceDependencies) {
  const { env, drafts, database, storeChat, flush } = dependencies;
  const { writeRecord, writeLocal, writeLocalSoon } = createDraftWrites(dependencies);
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
        if (isTemporary(sessionId)) continue;
        // A new draft in this tab was opened, not changed.
        if (draftBefore && draft !== draftBefore) note(sessionId, draft === emptyDraft);
      }
    });
    onPageLeave("store", () => {
      for (const [sessionId, state] of states) writeLocal(sessionId, state);
    });
  }

  /** Returns the state of a chat's draft. The first call starts reading its record. */
  function stateOf(sessionId: string): DraftState {
    const known = states.get(sessionId);
    if (known) return known;
    const local = drafts.getState().opened[sessionId];
    const state = newState(local, read(sessionId, local));
    states.set(sessionId, state);
    return state;
  }

  /** Shows the draft in the database if it is newer than the one in localStorage; otherwise updates the database. */
  async function read(sessionId: string, local: StoredDraft | undefined): Promise<void> {
    const record = await readRecord(database(), sessionId);
    if (record === "failed") return;
    const state = stateOf(sessionId);
    state.isUnmerged = false;
    if (state.at !== (local?.at ?? 0)) {
      if (!record || !isMissing(record, local)) return;
      show(sessionId, (typed) => joinDrafts([record.draft, typed]));
      state.localAt = undefined;
      void writeLocalSoon(sessionId, state);
      return;
    }
    const newer = newerDraft(local, record);
    if (!newer) return;
    state.at = newer.at ?? env.now();
    state.recordAt = record?.at;
    if (newer !== local) show(sessionId, () => newer.draft);
    void writeRecord(sessionId, state);
    void writeLocalSoon(sessionId, state);
  }

  function show(sessionId: string, change: (draft: Draft) => Draft): void {
    isShowing = true;
    drafts.getState().change(sessionId, change);
    isShowing = false;
  }

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

  return {
    /** Stores all changes of a chat's draft, including those since it was opened. */
    follow(sessionId: string): void {
      if (isTemporary(sessionId)) return;
      start();
      if (states.has(sessionId)) return;
      stateOf(sessionId);
      const { drafts: shown, opened } = drafts.getState();
      const draft = shown[sessionId];
      if (draft !== (opened[sessionId]?.draft ?? emptyDraft)) note(sessionId, draft === emptyDraft);
    },
  };
}

/** Returns the state of a draft before its record is read. */
function newState(local: StoredDraft | undefined, read: Promise<void>): DraftState {
  const at = local?.at ?? 0;
  return {
    at,
    recordAt: at,
    localAt: at,
    isChatStored: false,
    isRecordWaiting: false,
    isLocalWaiting: false,
    isUnmerged: !local || local.isUnmerged === true,
    read,
    sent: undefined,
  };
}

/** Returns the draft in the database. A failure is logged. */
async function readRecord(
  database: Pick<Database, "readTexts"> | undefined,
  sessionId: string,
): Promise<DraftRecord | undefined | "failed"> {
  const key = draftKey(sessionId);
  try {
    return parseDraftText((await database?.readTexts([key]))?.[key]);
  } catch (thrown) {
    console.warn("Could not read a draft from the database.", thrown);
    return "failed";
  }
}

/** Stores the waiting messages. Their code validates stored messages, so it is not part of the first screen. */
async function storeWaiting(): Promise<void> {
  try {
    const { storeWaitingMessages } = await import("@/store/turns/waiting-persistence");
    await storeWaitingMessages();
  } catch (thrown) {
    report(toAppError(thrown));
  }
}

const { env, records } = tabContext;

/** The persistence of this tab's drafts. */
export const draftPersistence = createDraftPersistence({
  env,
  drafts: useDrafts,
  storage: pageStorage,
  database: () => records.database,
  storeChat(sessionId) {
    useChats.getState().keepSession(sessionId);
    void records.journal.flush();
  },
  async flush() {
    await records.journal.flush();
    await storeWaiting();
  },
  isDiscarded: records.journal.isDiscarded,
});
