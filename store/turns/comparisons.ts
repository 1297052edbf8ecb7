import { isCompared, maxCompared, withoutComparison } from "@/lib/chat/comparison";
import type { Content, Message } from "@/lib/chat/message";
import { questionOf } from "@/lib/chat/question-of";
import type { OmittablePart } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { useSpending } from "@/store/costs/spending";
import { hasContent, type ModelChoice, withModel } from "@/store/turns/ask-again";
import { closeComparison } from "@/store/turns/close-comparison";
import { createColumnPace } from "@/store/turns/comparison-pace";
import {
  type ComparisonEnd,
  type ComparisonRun,
  comparisonRun,
  createComparisonRun,
} from "@/store/turns/comparison-run";
import { takeOmittedParts } from "@/store/turns/omitted-parts";
import { openAnswers } from "@/store/turns/open-answers";
import { reportReplyError } from "@/store/turns/report-reply-error";
import { type Asked, createTurnRun, type TurnPlan, type TurnRun } from "@/store/turns/turn-run";
import type { TurnsContext } from "@/store/turns/turns-context";

/** The parts that the user left out of the question of a comparison, by its id. A retry leaves them out, too. */
const omittedByComparison = new Map<string, readonly OmittablePart[]>();

/**
 * Sends one question to several models, or queues it while one of them is out of reach.
 *
 * Returns false if the chat cannot be asked now.
 */
export async function compare(
  context: TurnsContext,
  sessionId: string,
  content: Content,
  models: readonly ModelChoice[],
): Promise<boolean> {
  const { dependencies, freeSession, queue } = context;
  const prepared = freeSession(sessionId);
  if (!prepared) return false;
  await dependencies.loadTemplateCode(prepared);
  const session = freeSession(sessionId);
  if (!session || models.length === 0) return false;
  const chosen = models.slice(0, maxCompared);
  const areReachable = chosen.every(dependencies.isReachable);
  // Earlier messages are sent first.
  if (areReachable && !queue.isDelayed(sessionId)) {
    void startComparison(context, session, { content, models: chosen });
    return true;
  }
  queue.addDelayed(sessionId, content, chosen);
  if (areReachable) queue.sendDelayed();
  return true;
}

interface ComparedQuestion {
  readonly content: Content;
  readonly models: readonly ModelChoice[];
  /** The id of a message that has waited. */
  readonly id?: string;
}

/**
 * Begins a comparison in a chat that can be asked. The answer of the first model is visible, the others are hidden
 * versions of it, each with its own stream. Requests have no tools: models that answer at once must not run the same
 * call several times. Resolves when all answers have ended.
 */
export async function startComparison(
  context: TurnsContext,
  session: ChatSession,
  { content, models, id }: ComparedQuestion,
): Promise<void> {
  const { chats, dependencies, messagesBefore, newMessage, newReply } = context;
  const sessionId = session.id;
  const comparison = dependencies.env.newId();
  const question = newMessage("user", dependencies.contentOf(content, session), id);
  omittedByComparison.set(comparison, takeOmittedParts(sessionId, question.id));
  const asked = models.map((model, column) => {
    const chosen = withModel(session, model);
    const aside = column === 0 ? {} : { isAside: true, parentId: question.id };
    return { session: chosen, blank: { ...newReply(chosen), ...aside, comparison, column } };
  });
  const blanks = asked.map(({ blank }) => blank);
  const place = once((): Asked => {
    const [first, ...others] = blanks;
    chats.getState().append(sessionId, first ? [question, first] : [question]);
    putHidden(context, sessionId, others);
    for (const blank of blanks) chats.getState().grow(blank.id, blank);
    return { history: messagesBefore(sessionId, question.id), question };
  });
  await runAnswers(
    context,
    sessionId,
    asked.map((plan) => ({ ...plan, questionId: question.id, place, isPlacedLater: true })),
  );
}

/**
 * Asks the model of one answer again, while the others go on. The earlier answer stays as a version, unless it is empty
 * or has failed.
 */
export function retryAnswer(context: TurnsContext, sessionId: string, replyId: string): void {
  const { chats, dependencies, messagesBefore, newReply, running } = context;
  const { sessions, messages, replaceAnswer, update, grow, show } = chats.getState();
  const old = messages[replyId];
  const found = sessions.find(({ id }) => id === sessionId);
  const question = questionOfComparison(context, sessionId);
  const turn = running.get(sessionId);
  const group = comparisonRun(turn);
  if (!old || !isCompared(old) || !found || !question || (turn && !group) || group?.answers.has(replyId)) return;
  const { model = "", providerName = "", comparison, column } = old;
  const again = () => retryAnswer(context, sessionId, replyId);
  if (dependencies.refusesReply(sessionId, { model, providerName }, again)) return;
  const session = withModel(dependencies.prepare(found), { model, providerName });
  const aside = old.isAside ? { isAside: true, parentId: question.id } : {};
  const blank = { ...newReply(session), ...aside, comparison, column } as Message;
  const asked = { history: messagesBefore(sessionId, question.id), question };
  const isReplaced = !hasContent(old) || old.isError === true;
  const reply = isReplaced ? { ...blank, id: old.id } : blank;
  if (!isReplaced) {
    if (old.isAside) putHidden(context, sessionId, [blank]);
    else replaceAnswer(sessionId, old.id, blank);
    update(old.id, withoutComparison);
  }
  const place = () => {
    if (isReplaced) grow(reply.id, reply);
    else show(reply.id, { ...old, streaming: true });
    return asked;
  };
  const previous = isReplaced ? undefined : old;
  void runAnswers(context, sessionId, [
    {
      session,
      blank: reply,
      questionId: question.id,
      previous,
      place,
      isPlacedLater: false,
      ...(previous && { again }),
    },
  ]);
}

/** Asks the models again whose answers the budget has refused. */
export function retryRefused(context: TurnsContext, sessionId: string): void {
  for (const { id, error } of openAnswers(context, sessionId)) {
    if (error?.kind === "budget") retryAnswer(context, sessionId, id);
  }
}

/** Stops one answer of a comparison. The others go on. */
export function stopAnswer({ running }: TurnsContext, sessionId: string, replyId: string): void {
  comparisonRun(running.get(sessionId))?.answers.get(replyId)?.stop();
}

/** Continues the chat with one answer. The others stay as versions; those that still grow are stopped. */
export function chooseAnswer(context: TurnsContext, sessionId: string, replyId: string): void {
  const group = comparisonRun(context.running.get(sessionId));
  if (group) {
    group.chosenId = replyId;
    group.stop();
  } else {
    showChosen(context, sessionId, replyId);
  }
}

type AnswerPlan = Omit<TurnPlan, "onEnd">;

/**
 * Runs answers: as a part of the comparison that the chat is answering, or as a new turn. Resolves when a new turn has
 * ended.
 */
export async function runAnswers(
  context: TurnsContext,
  sessionId: string,
  plans: readonly AnswerPlan[],
): Promise<void> {
  const { running, start } = context;
  const group = comparisonRun(running.get(sessionId));
  const visible = plans.find(({ blank }) => !blank.isAside) ?? plans[0];
  if (group) group.add(plans.map((plan) => runOf(context, group, plan)));
  if (group || !visible) return;
  const pace = createColumnPace(context.dependencies.env);
  const created = createComparisonRun(visible.blank.id, pace, (end) => conclude(context, sessionId, visible, end));
  const runs = plans.map((plan) => runOf(context, created, plan));
  const ended = start(sessionId, created);
  created.add(runs);
  await ended;
}

function runOf({ chats, dependencies }: TurnsContext, group: ComparisonRun, plan: AnswerPlan): TurnRun {
  const { buildRequest, openReply, holdReply, onTurnEnd } = dependencies;
  const { id, comparison = "", column = 0 } = plan.blank;
  const release = holdReply(id);
  const paced = group.pace.of(chats);
  const { update } = chats.getState();
  const omitted = [...(omittedByComparison.get(comparison) ?? []), "tools" as const];
  return createTurnRun(
    {
      ...plan,
      // The question has failed only if all answers have.
      questionId: "",
      onEnd({ finished, isKept }) {
        paced.end();
        if (isKept && finished.error) reportReplyError(finished.error);
        const { previous } = plan;
        // Nothing came of a retry: the earlier answer is in its column again.
        if (isKept && previous) update(previous.id, (answer) => ({ ...answer, comparison, column }));
        // Another tab that finds the lock free must find the finished reply.
        void onTurnEnd().finally(release);
        group.remove(id);
      },
    },
    {
      ...dependencies,
      chats: paced.chats,
      buildRequest: (asked) => buildRequest({ ...asked, omitted }),
      openReply: (session, request, given) => openReply(session, request, { ...given, isCompared: true }),
    },
  );
}

/** Ends the turn of a comparison: shows the chosen answer, or one that has not failed, and continues with the chat. */
function conclude(
  context: TurnsContext,
  sessionId: string,
  { questionId, blank }: AnswerPlan,
  { chosenId, isStopped }: ComparisonEnd,
): void {
  const { chats } = context;
  useSpending.getState().useOnce(sessionId);
  const answers = openAnswers(context, sessionId);
  const saying = answers.filter((answer) => !answer.isError && hasContent(answer));
  const complete = saying.find(({ error, stopped }) => !error && !stopped);
  const best = complete ?? saying[0] ?? answers.find((answer) => !answer.isError) ?? answers[0];
  const visible = answers.find(({ isAside }) => !isAside);
  // An answer without any text is not sent with the next question.
  const isSaying = visible && saying.includes(visible);
  if (visible && best && best !== visible && !isSaying) chats.getState().showVersion(sessionId, visible.id, best.id);
  const hasFailed = best?.isError === true;
  if (hasFailed !== (chats.getState().messages[questionId]?.isError === true)) {
    const { update } = chats.getState();
    update(questionId, ({ isError: _earlier, ...rest }) => (hasFailed ? { ...rest, isError: true } : rest));
  }
  if (chosenId !== undefined) showChosen(context, sessionId, chosenId);
  // As after the stop of a single reply, waiting messages are held back.
  const isHeld = isStopped && chosenId === undefined;
  const finished = best && !isHeld ? best : { ...(best ?? blank), stopped: true };
  context.conclude(sessionId, { finished, isKept: false });
}

/** Shows an answer of the open comparison, and closes the comparison. */
function showChosen(context: TurnsContext, sessionId: string, replyId: string): void {
  const answers = openAnswers(context, sessionId);
  const chosen = answers.find(({ id }) => id === replyId);
  const visible = answers.find(({ isAside }) => !isAside);
  if (!chosen?.comparison || !visible) return;
  if (chosen !== visible) context.chats.getState().showVersion(sessionId, visible.id, chosen.id);
  closeComparison(context, sessionId, chosen.comparison);
}

function questionOfComparison({ chats }: TurnsContext, sessionId: string): Message | undefined {
  const { threads, messages } = chats.getState();
  const ids = threads[sessionId]?.ids ?? [];
  return questionOf(
    ids.flatMap((id) => messages[id] ?? []),
    ids.at(-1) ?? "",
  );
}

/** Adds hidden versions of the visible answer to a chat. */
function putHidden({ chats }: TurnsContext, sessionId: string, hidden: readonly Message[]): void {
  const { threads, messages, rewrite } = chats.getState();
  const seq = messages[threads[sessionId]?.ids.at(-1) ?? ""]?.seq ?? 0;
  rewrite(sessionId, ({ clearContextIndex, lastSummarizeIndex }: ChatSession) => ({
    put: hidden.map((message) => ({ ...message, seq })),
    removed: [],
    head: { clearContextIndex, lastSummarizeIndex },
  }));
}

/** Returns a function that is run at its first call, and returns the same value again later. */
function once<Value>(run: () => Value): () => Value {
  let result: { readonly value: Value } | undefined;
  return () => {
    result ??= { value: run() };
    return result.value;
  };
}
