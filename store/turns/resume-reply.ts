import type { ChatEvent } from "@/lib/chat/event";
import type { Message } from "@/lib/chat/message";
import { questionOf } from "@/lib/chat/question-of";
import type { ChatSession } from "@/lib/chat/session";
import type { ToolRun } from "@/lib/chat/tool";
import { replyLockName } from "@/lib/platform/reply-locks";
import { storedMs } from "@/lib/resuming/resumable-reply";
import { stopReply } from "@/lib/resuming/stop-reply";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { readResumable, type StoredReply, storeResumable } from "@/lib/storage/resumable-replies";
import { useChats } from "@/store/chats/chats";
import type { Resume } from "@/store/chats/end-reply";
import { openThread } from "@/store/chats/thread";
import { tabContext } from "@/store/records/records";
import { useAccess } from "@/store/settings/access";
import { relayedHeaders } from "@/store/settings/relayed-headers";
import { blendAgain, continuationOf, hasContent, withModel } from "@/store/turns/ask-again";
import { comparisonRun } from "@/store/turns/comparison-run";
import { runAnswers } from "@/store/turns/comparisons";
import { setResumable } from "@/store/turns/left-replies";
import { openAnswers } from "@/store/turns/open-answers";
import { createTurnRun, type TurnEnd, type TurnPlan } from "@/store/turns/turn-run";
import { useTurns } from "@/store/turns/turns";
import type { TurnsContext } from "@/store/turns/turns-context";

/** Resumes the reply of a closed tab in this one, unless another tab does. */
export const resumeReply: Resume = async (messageId, reply) => {
  await untilFlagsAreKnown();
  const release = await takeLocks(messageId);
  if (!release) return "elsewhere";
  if (isFresh(reply) && (await resumeTurn(messageId, reply, release))) return "here";
  await forget(messageId, reply);
  release();
  return "no";
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

/** The fields that a reply's message has before anything has come. */
const blankFields = [
  ...["id", "role", "date", "model", "providerName", "blend"],
  ...["comparison", "column", "isAside", "parentId", "branchName"],
] as readonly (keyof Message)[];

/**
 * Begins the turn that reads the reply again. Returns false if the chat has changed, or answers something else. An answer
 * of a comparison joins those that this tab has resumed.
 */
async function resumeTurn(messageId: string, reply: StoredReply, releaseLocks: () => void): Promise<boolean> {
  const { context } = useTurns.getState();
  const { sessionId, continued, omitted } = reply;
  const prompt = continued && (await context.dependencies.continueText());
  const { messages } = context.chats.getState();
  const stored = messages[messageId];
  const isOpen = openAnswers(context, sessionId).some(({ id }) => id === messageId);
  const session = sessionToResume(context, sessionId, isOpen);
  const asked = stored?.streaming && session && askedAgain(context, stored, { session, isOpen, continued, prompt });
  if (!stored || !asked) return false;
  const { streaming: _ended, ...interrupted } = stored;
  const previous = hasContent(stored) ? { ...interrupted, stopped: true } : undefined;
  const plan = { ...asked, previous, isPlacedLater: false };
  // Until its call begins, another reload leaves the reply to the next page, too.
  setResumable(messageId, true);
  function release() {
    setResumable(messageId, false);
    releaseLocks();
  }
  const dependencies: typeof context.dependencies = {
    ...context.dependencies,
    buildRequest: (given) => context.dependencies.buildRequest({ ...given, ...(omitted && { omitted }) }),
    openReply(to, request, options) {
      const events = context.dependencies.openReply(to, request, { ...options, resumed: reply });
      return withoutRepetition(events, { shown: stored, continued }, () => stopReplyOf(context, sessionId, messageId));
    },
    holdReply: () => release,
  };
  if (isOpen) {
    void runAnswers({ ...context, dependencies }, sessionId, [plan]);
  } else {
    const onEnd = (end: TurnEnd) => context.conclude(sessionId, end, release);
    void context.start(sessionId, createTurnRun({ ...plan, onEnd }, dependencies));
  }
  return true;
}

/** Returns a chat with its settings of now; undefined if it answers something else than the comparison of the reply. */
function sessionToResume(context: TurnsContext, sessionId: string, isOpen: boolean): ChatSession | undefined {
  const { chats, dependencies, freeSession, running } = context;
  if (!isOpen || !comparisonRun(running.get(sessionId))) return freeSession(sessionId);
  const session = chats.getState().sessions.find(({ id }) => id === sessionId);
  return session && dependencies.prepare(session);
}

/** Returns the question of a reply, and the message of the reply before anything has come; undefined without a question. */
function askedAgain(
  context: TurnsContext,
  stored: MessageRecord,
  { session: found, isOpen, continued, prompt = "" }: ResumedQuestion,
): Pick<TurnPlan, "session" | "blank" | "questionId" | "continued" | "place"> | undefined {
  const { chats, messagesBefore } = context;
  const { threads, messages } = chats.getState();
  const { sessionId, model, providerName } = stored;
  const thread = (threads[sessionId]?.ids ?? []).flatMap((id) => messages[id] ?? []);
  // The answers of an open comparison are the last message of the chat, one of them visibly.
  const question = questionOf(thread, isOpen ? (thread.at(-1)?.id ?? "") : stored.id);
  if (!question) return undefined;
  const session = model !== undefined && providerName !== undefined ? withModel(found, { model, providerName }) : found;
  if (continued) {
    const { plan, asked } = continuationOf(context, session, continued, prompt);
    return { ...plan, place: () => asked };
  }
  const versions = (threads[sessionId]?.asides[question.id] ?? []).flatMap((id) => messages[id] ?? []);
  const asked = blendAgain(question, stored, versions)?.question ?? question;
  const fields = blankFields.flatMap((name) => (stored[name] === undefined ? [] : [[name, stored[name]]]));
  return {
    session,
    blank: { ...(Object.fromEntries(fields) as Message), content: "", streaming: true },
    questionId: question.id,
    place: () => ({ history: messagesBefore(sessionId, question.id), question: asked }),
  };
}

interface ResumedQuestion extends Pick<StoredReply, "continued"> {
  readonly session: ChatSession;
  /** Whether the reply is an answer of the open comparison. */
  readonly isOpen: boolean;
  /** The prompt that asks the model to continue its reply. */
  readonly prompt?: string | undefined;
}

function stopReplyOf({ running }: TurnsContext, sessionId: string, messageId: string): void {
  const turn = running.get(sessionId);
  const group = comparisonRun(turn);
  (group ? group.answers.get(messageId) : turn)?.stop();
}

/**
 * Yields the events of a reply once they have as much text as the message that is shown, which so never gets shorter. A
 * reply that breaks off before counts as stopped, with the text that is shown.
 *
 * @param given.continued the message whose text is shown, but not among the events
 */
export async function* withoutRepetition(
  events: AsyncIterable<ChatEvent>,
  { shown, continued }: { readonly shown: ShownText; readonly continued?: ShownText | undefined },
  stop: () => void,
): AsyncGenerator<ChatEvent> {
  const shownChars = charsOf(shown) - (continued ? charsOf(continued) : 0);
  const waiting: ChatEvent[] = [];
  let chars = 0;
  let isPast = false;
  for await (const event of events) {
    // The calls of finished rounds have ended. One that has not may wait for the user.
    isPast ||= (chars > 0 && chars >= shownChars) || (event.type === "tool-run" && !hasEnded(event.run));
    if (isPast) {
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

type ShownText = Pick<Message, "content" | "reasoning">;

function charsOf({ content, reasoning = "" }: ShownText): number {
  return content.length + reasoning.length;
}

function hasEnded({ state }: ToolRun): boolean {
  return state === "done" || state === "failed";
}

/**
 * Takes the lock of a reply, and that of its comparison: one tab resumes all answers of a comparison, because its buttons
 * stop and choose only answers of its own. Returns the function that releases them; undefined if another tab has one.
 */
async function takeLocks(messageId: string): Promise<(() => void) | undefined> {
  const { comparison } = useChats.getState().messages[messageId] ?? {};
  const leave = comparison === undefined ? () => {} : await joinComparison(comparison);
  const release = leave && (await takeLock(replyLockName(messageId)));
  if (!release) {
    leave?.();
    return undefined;
  }
  return () => {
    release();
    leave();
  };
}

interface HeldComparison {
  readonly lock: Promise<(() => void) | undefined>;
  /** Number of answers that this tab resumes. */
  answers: number;
}

/** The comparisons whose answers this tab resumes. */
const heldComparisons = new Map<string, HeldComparison>();

/** Takes the lock of a comparison for one of its answers. The last answer releases it. */
async function joinComparison(id: string): Promise<(() => void) | undefined> {
  const held = heldComparisons.get(id) ?? { lock: takeLock(`parley-comparison-${id}`), answers: 0 };
  heldComparisons.set(id, held);
  held.answers++;
  const release = await held.lock;
  const leave = () => {
    held.answers--;
    if (held.answers > 0) return;
    if (heldComparisons.get(id) === held) heldComparisons.delete(id);
    release?.();
  };
  if (release) return leave;
  leave();
  return undefined;
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
