import { emptyDraft, isEmptyDraft } from "@/lib/chat/draft";
import type { Environment } from "@/lib/environment";
import type { Database } from "@/lib/storage/database";
import { type KeyValueStorage, storageError } from "@/lib/storage/documents";
import { draftKey, draftText } from "@/lib/storage/draft-records";
import { removeLocalDraft, writeLocalDraft } from "@/lib/storage/local-drafts";
import { report } from "@/store/base/ui";
import type { createDrafts } from "@/store/chats/drafts";

/** Maximum time from a change to its write to localStorage, in milliseconds: each write contains the whole text. */
const localDelayMs = 400;

/** Dependencies of the writes of drafts. */
export interface DraftWriteDependencies {
  readonly env: Pick<Environment, "now" | "delay">;
  readonly drafts: Pick<ReturnType<typeof createDrafts>, "getState" | "subscribe">;
  readonly storage: () => KeyValueStorage;
  /** Returns the open database. */
  readonly database: () => Pick<Database, "isReadOnly" | "readTexts" | "updateTexts"> | undefined;
  /** Whether everything is being cleared, so that nothing may be written. */
  readonly isDiscarded: () => boolean;
}

/** Times of the last change of a chat's draft, and of the change in each storage. */
export interface DraftState {
  at: number;
  recordAt: number | undefined;
  localAt: number | undefined;
  isChatStored: boolean;
  isRecordWaiting: boolean;
  isLocalWaiting: boolean;
  /** Whether the box was empty and the record is not read yet (`StoredDraft`). */
  isUnmerged: boolean;
  /** Resolves once the record is read; nothing is written over it before. */
  read: Promise<void>;
  /** Resolves once the last sent message is stored. */
  sent: Promise<void> | undefined;
}

/** Creates the functions that write drafts to the database and to localStorage. */
export function createDraftWrites({ env, drafts, storage, database, isDiscarded }: DraftWriteDependencies) {
  const draftOf = (sessionId: string) => drafts.getState().drafts[sessionId] ?? emptyDraft;

  /** Writes the draft to the database until no newer change is left, one write at a time. */
  async function writeRecord(sessionId: string, state: DraftState): Promise<void> {
    const opened = writable();
    if (!opened || state.isRecordWaiting) return;
    state.isRecordWaiting = true;
    try {
      await state.read;
      // A record that could not be read is not replaced. localStorage has the draft, and the next tab merges both.
      if (state.isUnmerged) return;
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
      console.warn("Could not write a draft to the database; it is stored in localStorage.", thrown);
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
      const { at, isUnmerged } = state;
      writeLocalDraft(storage(), sessionId, { draft, at, isUnmerged: isUnmerged || undefined });
      state.localAt = at;
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

  return { writeRecord, writeLocal, writeLocalSoon };
}
