import type { ChatEvent } from "@/lib/chat/event";
import type { Message } from "@/lib/chat/message";
import { questionOf } from "@/lib/chat/question-of";
import { replyLockName } from "@/lib/platform/reply-locks";
import { storedMs } from "@/lib/resuming/resumable-reply";
import { stopReply } from "@/lib/resuming/stop-reply";
import { readResumable, type StoredReply, storeResumable } from "@/lib/storage/resumable-replies";
import { useChats } from "@/store/chats/chats";
import type { Resume } from "@/store/chats/end-reply";
import { openThread } from "@/store/chats/thread";
import { tabContext } from "@/store/records/records";
import { useAccess } from "@/store/settings/access";
import { relayedHeaders } from "@/store/settings/relayed-headers";
import { hasContent, withModel } from "@/store/turns/ask-again";
import { createTurnRun, type TurnRun } from "@/store/turns/turn-run";
import { useTurns } from "@/store/turns/turns";

/** Resumes the reply of a closed tab in this one, unless another tab does. */
export const resumeReply: Resume = async (messageId, reply) => {
  await untilFlagsAreKnown();
  const release = await takeLock(replyLockName(messageId));
  if (!release) return "elsewhere";
  const turn = isFresh(reply) ? createResumedTurn(messageId, reply, release) : undefined;
  if (!turn) {
    await forget(messageId, reply);
    release();
    return "no";
  }
  void useTurns.getState().context.start(reply.sessionId, turn);
  return "here";
};

/**
 * Opens the chats with replies of closed tabs, so that these are resumed. Stops and forgets those that are too old, or
 * whose message does not exist any more.
 */
export async function resumeReplies(): Promise<void> {
  const { otherTabs, database } = tabContext.records;
  if (!otherTabs || !database) return;
  const useless: [string, StoredReply][] = [];
  for (const [messageId, reply] of Object.entries(await readResumable(database))) {
    if (isFresh(reply)) await openThread(reply.sessionId);
    if (!isFresh(reply) || isGone(messageId, reply)) useless.push([messageId, reply]);
  }
  if (useless.length === 0) return;
  await untilFlagsAreKnown();
  for (const [messageId, reply] of useless) {
    // Another tab may still write it.
    const release = await takeLock(replyLockName(messageId));
    if (!release) continue;
    await forget(messageId, reply);
    release();
  }
}

/** Whether the reply's message was deleted or has ended. Of a chat that could not be read, that is unknown. */
function isGone(messageId: string, { sessionId }: StoredReply): boolean {
  const { messages, threads } = useChats.getState();
  return threads[sessionId]?.status === "ready" && messages[messageId]?.streaming !== true;
}

function isFresh({ startedAt }: StoredReply): boolean {
  return Math.abs(tabContext.env.now() - startedAt) < storedMs;
}

/** Removes a reply that cannot be resumed, and stops it at the server. */
async function forget(messageId: string, reply: StoredReply): Promise<void> {
  const { database } = tabContext.records;
  stopAtServer(reply);
  if (database) await storeResumable(database, messageId, { removedId: reply.id });
}

/** Stops a reply at the server, which would else let the provider write it for a minute, or to its end. */
function stopAtServer({ id, providerName = "" }: StoredReply): void {
  const { relay } = useAccess.getState().reach;
  const headers = relayedHeaders(providerName);
  if (relay === undefined || !headers) return;
  void stopReply(id, { env: tabContext.env, url: `${relay}/replies`, headers });
}

/** Creates the turn that reads the reply again; undefined if its chat has changed, or answers something else. */
function createResumedTurn(messageId: string, reply: StoredReply, release: () => void): TurnRun | undefined {
  const { chats, conclude, dependencies, freeSession, messagesBefore } = useTurns.getState().context;
  const { threads, messages } = chats.getState();
  const free = freeSession(reply.sessionId);
  const stored = messages[messageId];
  const thread = (threads[reply.sessionId]?.ids ?? []).flatMap((id) => messages[id] ?? []);
  const question = questionOf(thread, messageId);
  if (!free || !stored?.streaming || !question || !thread.includes(stored)) return undefined;
  const { id, role, date, model, providerName, blend } = stored;
  const session = model !== undefined && providerName !== undefined ? withModel(free, { model, providerName }) : free;
  const blank: Message = {
    ...{ id, role, date, content: "", streaming: true },
    ...(model !== undefined && { model }),
    ...(providerName !== undefined && { providerName }),
    ...(blend !== undefined && { blend }),
  };
  const { streaming: _ended, ...interrupted } = stored;
  const turn: TurnRun = createTurnRun(
    {
      session,
      blank,
      questionId: question.id,
      previous: hasContent(stored) ? { ...interrupted, stopped: true } : undefined,
      isPlacedLater: false,
      place: () => ({ history: messagesBefore(reply.sessionId, question.id), question }),
      onEnd: (end) => conclude(reply.sessionId, end, release),
    },
    {
      ...dependencies,
      openReply: (asked, request, options) =>
        withoutRepetition(dependencies.openReply(asked, request, { ...options, resumed: reply }), stored, turn.stop),
    },
  );
  return turn;
}

/**
 * Yields the events of a reply once they have as much text as the message that is shown, which so never gets shorter. A
 * reply that breaks off before counts as stopped, with the text that is shown.
 */
export async function* withoutRepetition(
  events: AsyncIterable<ChatEvent>,
  { content, reasoning = "" }: Pick<Message, "content" | "reasoning">,
  stop: () => void,
): AsyncGenerator<ChatEvent> {
  const shownChars = content.length + reasoning.length;
  const waiting: ChatEvent[] = [];
  let chars = 0;
  for await (const event of events) {
    if (chars > 0 && chars >= shownChars) {
      yield* waiting.splice(0);
      yield event;
      continue;
    }
    if (event.type === "error") return stop();
    waiting.push(event);
    if ("text" in event) chars += event.text.length;
  }
  yield* waiting;
}

/** Takes the lock of a reply until the returned function is called; undefined if another tab has it. */
function takeLock(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const { locks } = navigator;
    if (!locks) return resolve(undefined);
    void locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(undefined);
      return new Promise<void>((end) => resolve(() => end()));
    });
  });
}

/** Resolves when it is known which models the server offers, or that it cannot be reached. */
function untilFlagsAreKnown(): Promise<void> {
  return new Promise((resolve) => {
    if (useAccess.getState().flags) return resolve();
    const unsubscribe = useAccess.subscribe(({ flags }) => {
      if (!flags) return;
      unsubscribe();
      resolve();
    });
  });
}
