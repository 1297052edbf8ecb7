import type { ChatEvent } from "@/lib/chat/event";
import type { Message } from "@/lib/chat/message";
import { questionOf } from "@/lib/chat/question-of";
import { replyLockName } from "@/lib/platform/reply-locks";
import { storedMs } from "@/lib/resuming/resumable-reply";
import { readResumable, type StoredReply, storeResumable } from "@/lib/storage/resumable-replies";
import type { Resume } from "@/store/chats/end-reply";
import { openThread } from "@/store/chats/thread";
import { tabContext } from "@/store/records/records";
import { useAccess } from "@/store/settings/access";
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

/** Opens the chats with replies of closed tabs, so that these are resumed. Deletes what is too old. */
export async function resumeReplies(): Promise<void> {
  const { otherTabs, database } = tabContext.records;
  if (!otherTabs || !database) return;
  for (const [messageId, reply] of Object.entries(await readResumable(database))) {
    if (isFresh(reply)) await openThread(reply.sessionId);
    else await forget(messageId, reply);
  }
}

function isFresh({ startedAt }: StoredReply): boolean {
  return Math.abs(tabContext.env.now() - startedAt) < storedMs;
}

async function forget(messageId: string, { id }: StoredReply): Promise<void> {
  const { database } = tabContext.records;
  if (database) await storeResumable(database, messageId, { removedId: id });
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
