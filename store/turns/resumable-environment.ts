import type { ChatSession } from "@/lib/chat/session";
import type { Environment } from "@/lib/environment";
import type { ResumableReply } from "@/lib/resuming/resumable-reply";
import { createResumingEnvironment } from "@/lib/resuming/resuming-fetch";
import { storeResumable } from "@/lib/storage/resumable-replies";
import { useChats } from "@/store/chats/chats";
import { isTemporary } from "@/store/chats/is-temporary";
import { tabContext } from "@/store/records/records";
import type { ModelCall } from "@/store/settings/model-call";
import { useSettings } from "@/store/settings/settings";
import { guardTurn } from "@/store/turns/guarded-turns";
import type { ReplyOptions } from "@/store/turns/turn-run";

interface ResumableCall extends ReplyOptions, Pick<ModelCall, "connection" | "env"> {
  /** URL of `/api/replies`. */
  readonly url: string;
}

/**
 * Returns the environment in which the calls of a reply survive a broken connection. The first call also survives a
 * reload: its key is stored until it has ended. Later calls of a reply need the results of tools, which only this tab
 * has.
 */
export function resumableEnvironment(session: ChatSession, call: ResumableCall): Environment {
  const { connection, env, url, resumed } = call;
  const guard = canReload(session, call) ? createReloadGuard(session, call.replyId ?? "", env) : undefined;
  if (resumed) guard?.begin(resumed, false);
  let hasResponse = resumed !== undefined;
  return createResumingEnvironment({
    env,
    url,
    headers: connection.headers,
    resumed,
    mayFinish: () => useSettings.getState().finishReplies,
    onBegin(reply) {
      if (!hasResponse) guard?.begin(reply, true);
    },
    onEnd(reply, hasAnswered) {
      // A call that was refused is often sent again in another form.
      hasResponse ||= hasAnswered;
      guard?.end(reply);
    },
  });
}

/** Whether a later page can resume the reply: it is one of a stored chat, answers a question of it, and is the only one. */
function canReload({ id }: ChatSession, { isCompared, replyId, thread }: ReplyOptions): boolean {
  const question = thread.at(-1);
  const isStored = question !== undefined && useChats.getState().messages[question.id] !== undefined;
  // Without locks, two tabs could resume the same reply.
  const hasLocks = globalThis.navigator?.locks !== undefined;
  return hasLocks && isStored && !isCompared && replyId !== undefined && !isTemporary(id);
}

/** Stores what a later page needs, and leaves the reply to it when this page ends. */
function createReloadGuard(session: ChatSession, messageId: string, { now }: Pick<Environment, "now">) {
  const { records } = tabContext;
  const database = records.otherTabs && records.database;
  const warn = (thrown: unknown) => console.warn("Could not store a reply that can be resumed.", thrown);
  let isStored = false;
  let last = Promise.resolve();

  return {
    begin({ id, key }: ResumableReply, isNew: boolean): void {
      guardTurn(session.id, messageId, () => isStored);
      if (!database) return;
      if (!isNew) isStored = true;
      else {
        const { providerName } = session.mask.modelConfig;
        const reply = { sessionId: session.id, providerName, id, key, startedAt: now() };
        last = storeResumable(database, messageId, reply).then(() => {
          isStored = true;
        }, warn);
      }
    },
    end({ id }: ResumableReply): void {
      const stored = last;
      isStored = false;
      if (!database) return;
      last = stored
        .then(() => {
          isStored = false;
          return storeResumable(database, messageId, { removedId: id });
        })
        .catch(warn);
    },
  };
}
