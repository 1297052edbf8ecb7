import type { ChatRequest } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import type { Environment } from "@/lib/environment";
import type { ResumableReply } from "@/lib/resuming/resumable-reply";
import { createResumingEnvironment } from "@/lib/resuming/resuming-fetch";
import { type StoredReply, storeResumable } from "@/lib/storage/resumable-replies";
import { isTemporary } from "@/store/chats/is-temporary";
import { tabContext } from "@/store/records/records";
import type { ModelCall } from "@/store/settings/model-call";
import { useSettings } from "@/store/settings/settings";
import { setResumable } from "@/store/turns/left-replies";
import type { ReplyOptions } from "@/store/turns/turn-run";

/** A reply whose calls can be resumed. */
export interface ResumableCall
  extends ReplyOptions,
    Pick<ModelCall, "connection" | "env">,
    Pick<ChatRequest, "omitted"> {
  /** URL of `/api/replies`. */
  readonly url: string;
  /** Returns the rounds that are finished when a call begins, with their cost. */
  readonly finished: () => Promise<Pick<StoredReply, "rounds" | "cost">>;
}

/** The environment of a reply's calls. */
export interface ResumableEnvironment {
  readonly env: Environment;
  /** Resolves when no later page can resume a call that has ended, so that none runs the tools of its reply again. */
  whenForgotten(): Promise<void>;
}

/**
 * Returns the environment in which the calls of a reply survive a broken connection and a reload. For a reload, the key of
 * a call is stored until it has ended, with what the reply needs to continue.
 */
export function resumableEnvironment(session: ChatSession, call: ResumableCall): ResumableEnvironment {
  const { connection, env, url, resumed } = call;
  const guard = createReloadGuard(session, call);
  return {
    env: createResumingEnvironment({
      env,
      url,
      headers: connection.headers,
      resumed,
      mayFinish: () => useSettings.getState().finishReplies,
      onBegin: guard.begin,
      onEnd: guard.end,
    }),
    whenForgotten: guard.whenWritten,
  };
}

/** Stores what a later page needs, and leaves the reply to it when this page ends. */
function createReloadGuard(
  { id: sessionId, mask }: ChatSession,
  { replyId, env, resumed, finished, continued, omitted }: ResumableCall,
) {
  const { records } = tabContext;
  // Without locks, two tabs could resume the same reply.
  const hasLocks = globalThis.navigator?.locks !== undefined;
  const database = hasLocks && records.otherTabs && !isTemporary(sessionId) ? records.database : undefined;
  let last = Promise.resolve();
  if (!database || replyId === undefined) return { begin() {}, end() {}, whenWritten: () => last };
  if (resumed) setResumable(replyId, true);

  function write(change: () => Promise<void>): void {
    last = last
      .then(change)
      .catch((thrown: unknown) => console.warn("Could not store a reply that can be resumed.", thrown));
  }

  return {
    begin({ id, key }: ResumableReply): void {
      const startedAt = env.now();
      const { providerName } = mask.modelConfig;
      const call = { sessionId, providerName, id, key, startedAt, continued, omitted };
      const before = finished();
      write(async () => {
        const isStored = await storeResumable(database, replyId, { ...call, ...(await before) });
        setResumable(replyId, isStored);
      });
    },
    end({ id }: ResumableReply): void {
      setResumable(replyId, false);
      write(async () => {
        setResumable(replyId, false);
        await storeResumable(database, replyId, { removedId: id });
      });
    },
    whenWritten: () => last,
  };
}
