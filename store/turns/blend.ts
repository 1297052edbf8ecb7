import { type Blend, blendedQuestion } from "@/lib/chat/blend";
import { closedAnswer } from "@/lib/chat/comparison";
import { type ModelChoice, withModel } from "@/store/turns/ask-again";
import { closeComparison } from "@/store/turns/close-comparison";
import { openAnswers } from "@/store/turns/open-answers";
import type { TurnsContext } from "@/store/turns/turns-context";

/** The choices of a blend. */
export interface BlendChoice {
  /** Ids of the answers, at least two. */
  readonly replyIds: readonly string[];
  /** The model that writes the answer. */
  readonly model: ModelChoice;
  readonly prompt: string;
}

/**
 * Lets a model write one answer from several answers of the open comparison. It is the visible version, and the answers
 * of the comparison are its other versions. If nothing comes, the comparison is open again. Resolves when the turn has
 * ended.
 */
export async function blend(context: TurnsContext, sessionId: string, choice: BlendChoice): Promise<void> {
  const { chats, dependencies, freeSession, messagesBefore, newReply, answer } = context;
  const free = freeSession(sessionId);
  const open = openAnswers(context, sessionId);
  const visible = open.find(({ isAside }) => !isAside);
  const request = blendRequest(context, sessionId, choice);
  if (!free || !visible?.comparison || !request) return;
  const again = () => void blend(context, sessionId, choice);
  if (dependencies.refusesReply(sessionId, choice.model, again)) return;
  const session = withModel(free, choice.model);
  const blank = { ...newReply(session), blend: request.blend };
  const history = messagesBefore(sessionId, request.question.id);
  closeComparison(context, sessionId, visible.comparison);
  chats.getState().replaceAnswer(sessionId, visible.id, blank);
  const plan = { session, blank, questionId: request.question.id, previous: closedAnswer(visible), again };
  await answer(plan, { history, question: request.question });
  if (chats.getState().messages[blank.id]) return;
  for (const { id, comparison, column } of open) {
    chats.getState().update(id, (message) => ({ ...message, comparison, column }) as typeof message);
  }
}

/** Returns the question of a blend as it is sent, with its sources; undefined if fewer than two answers have a text. */
export function blendRequest(
  context: Pick<TurnsContext, "chats">,
  sessionId: string,
  { replyIds, prompt }: Pick<BlendChoice, "replyIds" | "prompt">,
) {
  const { threads, messages } = context.chats.getState();
  const question = messages[threads[sessionId]?.ids.at(-2) ?? ""];
  const open = openAnswers(context, sessionId);
  const answers = open.filter(({ id }) => replyIds.includes(id)).map(({ id, model = "" }) => ({ id, model }));
  if (question?.role !== "user" || answers.length < 2) return undefined;
  const made: Blend = { prompt, answers };
  const asked = blendedQuestion(question, made, open);
  return asked && { question: asked, blend: made };
}
