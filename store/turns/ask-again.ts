import { blendedQuestion, readBlend } from "@/lib/chat/blend";
import { closedAnswer } from "@/lib/chat/comparison";
import type { Content, Message, MessageTool } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { questionOf } from "@/lib/chat/question-of";
import type { ChatSession } from "@/lib/chat/session";
import { AppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import type { ChatsStore } from "@/store/chats/chats-state";
import { closeComparison } from "@/store/turns/close-comparison";
import type { Asked, TurnPlan } from "@/store/turns/turn-run";

/** Services of the functions that ask for another reply. */
export interface AskAgainDependencies {
  /**
   * Whether a spent budget refuses another reply, as far as this tab knows. `again` asks for a refused one once the user
   * allows it.
   */
  readonly refusesReply: (sessionId: string, model: ModelChoice, again: () => void) => boolean;
  /** Returns the prompt that asks the model to continue its last reply. */
  readonly continueText: () => Promise<string>;
  /** Formats a tool result for a model that wrote the call as a fenced block in its text. */
  readonly responseTo: (called: MessageTool) => Promise<string>;
}

/** The part of the store of turns that asks for another reply. */
export interface AskAgainContext {
  readonly chats: { getState(): ChatsStore };
  /** Returns a chat that can be asked now: its messages are read and it does not answer. */
  readonly freeSession: (sessionId: string) => ChatSession | undefined;
  readonly messagesBefore: (sessionId: string, id: string) => Message[];
  readonly newMessage: (role: Message["role"], content: Content) => Message;
  readonly newReply: (session: ChatSession) => Message;
  /** Begins a turn with a new question. Resolves when it has ended. */
  readonly askWith: (session: ChatSession, question: Message) => Promise<void>;
  readonly dependencies: AskAgainDependencies;
  /** Begins a turn whose question is in the chat already. Resolves when it has ended. */
  readonly answer: (plan: Omit<TurnPlan, "onEnd" | "place" | "isPlacedLater">, asked: Asked) => Promise<void>;
}

/** A model and the name of its provider. */
export type ModelChoice = Pick<ModelSettings, "model" | "providerName">;

/**
 * Asks again for a reply, or for the reply to a question. The earlier answer stays as another version. `model` answers
 * instead of the chat's model, this once. A blended reply is written again from the same answers, by the same model.
 */
export async function retry(
  context: AskAgainContext,
  sessionId: string,
  messageId: string,
  model?: ModelChoice,
): Promise<void> {
  const { chats, dependencies, freeSession, messagesBefore, newReply, answer } = context;
  const free = freeSession(sessionId);
  const { threads, messages, replaceAnswer, insertBehind } = chats.getState();
  const { ids = [], asides = {} } = threads[sessionId] ?? {};
  const question = questionOf(
    ids.flatMap((id) => messages[id] ?? []),
    messageId,
  );
  if (!free || !question) return;
  const below = ids[ids.indexOf(question.id) + 1];
  const oldId = messageId === question.id ? below : messageId;
  const old = oldId === undefined ? undefined : messages[oldId];
  const versions = (asides[question.id] ?? []).flatMap((id) => messages[id] ?? []);
  const blended = old && blendAgain(question, old, versions);
  const chosen = model ?? blended?.model;
  const session = chosen ? withModel(free, chosen) : free;
  const again = () => void retry(context, sessionId, messageId, model);
  if (dependencies.refusesReply(sessionId, session.mask.modelConfig, again)) return;
  const asked = { history: messagesBefore(sessionId, question.id), question: blended?.question ?? question };
  const blank = { ...newReply(session), ...(blended && { blend: blended.blend }) };
  const plan = { session, blank, questionId: question.id };
  if (old?.comparison) closeComparison(context, sessionId, old.comparison);
  if (old?.role !== "assistant") {
    insertBehind(sessionId, question.id, blank);
    return answer(plan, asked);
  }
  // A failed reply is replaced; it is not a version to return to.
  if (!hasContent(old) || old.isError) return answer({ ...plan, blank: { ...blank, id: old.id } }, asked);
  replaceAnswer(sessionId, old.id, blank);
  return answer({ ...plan, again, previous: closedAnswer(old) }, asked);
}

/** Returns what a blended reply asked; undefined for other replies, and if one of its answers is gone. */
export function blendAgain(
  question: Message,
  { blend: stored, model, providerName }: Message,
  versions: readonly Message[],
) {
  const blend = readBlend(stored);
  const asked = blend && blendedQuestion(question, blend, versions);
  if (!asked || model === undefined || providerName === undefined) return undefined;
  return { question: asked, blend, model: { model, providerName } };
}

/** Asks a question again with other content. The earlier one and all that followed stay as another version. */
export async function resend(
  { chats, freeSession, messagesBefore, newMessage, newReply, answer }: AskAgainContext,
  sessionId: string,
  questionId: string,
  content: Content,
): Promise<void> {
  const session = freeSession(sessionId);
  if (!session || chats.getState().messages[questionId]?.role !== "user") return;
  const question = newMessage("user", content);
  const blank = newReply(session);
  chats.getState().branchOff(sessionId, questionId, [question, blank]);
  const history = messagesBefore(sessionId, question.id);
  await answer({ session, blank, questionId: question.id }, { history, question });
}

/** Lets the model continue its last reply. */
export async function continueReply(context: AskAgainContext, sessionId: string, replyId: string): Promise<void> {
  const { chats, dependencies, freeSession, answer } = context;
  const prompt = await dependencies.continueText();
  const session = freeSession(sessionId);
  const { threads, messages } = chats.getState();
  const cut = messages[replyId];
  if (!session || typeof cut?.content !== "string" || threads[sessionId]?.ids.at(-1) !== replyId) return;
  const again = () => void continueReply(context, sessionId, replyId);
  if (dependencies.refusesReply(sessionId, session.mask.modelConfig, again)) return;
  const { plan, asked } = continuationOf(context, session, cut, prompt);
  await answer({ ...plan, previous: cut, again }, asked);
}

/** Returns the plan of a turn that continues a reply, and what is asked. */
export function continuationOf(
  { messagesBefore, newMessage }: Pick<AskAgainContext, "messagesBefore" | "newMessage">,
  session: ChatSession,
  continued: Message,
  prompt: string,
) {
  const { stopped, isCut, error, isError, ...fields } = continued;
  const said = fields.tools ? { ...fields, tools: fields.tools.map(endedCall) } : fields;
  const history = [...messagesBefore(session.id, said.id), said];
  const plan = {
    session: withLastExchange(session),
    blank: { ...said, streaming: true },
    questionId: questionOf(history, said.id)?.id ?? "",
    continued,
  };
  return { plan, asked: { history, question: newMessage("user", prompt) } };
}

/** Returns a call of an ended reply: one without a result has stopped. */
function endedCall(call: MessageTool): MessageTool {
  if (call.result !== undefined || call.problem !== undefined || call.isError) return call;
  const { ask: _ask, progress: _progress, ...ended } = call;
  return ended.state === "done" ? ended : { ...ended, state: "failed", problem: "stopped" };
}

/** Sends the result of a call that the reply had written as a fenced block. */
export async function sendResult(
  { dependencies, freeSession, newMessage, askWith }: AskAgainContext,
  sessionId: string,
  called: MessageTool,
): Promise<void> {
  if (called.problem) report(new AppError("mcp-failed"));
  const content = await dependencies.responseTo(called);
  const session = freeSession(sessionId);
  if (session) await askWith(session, { ...newMessage("user", content), isMcpResponse: true });
}

/** Returns the chat with settings that send at least the last exchange, however little history it sends otherwise. */
function withLastExchange(session: ChatSession): ChatSession {
  const { modelConfig } = session.mask;
  const historyMessageCount = Math.max(2, modelConfig.historyMessageCount);
  return { ...session, mask: { ...session.mask, modelConfig: { ...modelConfig, historyMessageCount } } };
}

/** Returns a chat with another model. Its other settings stay. */
export function withModel(session: ChatSession, model: ModelChoice): ChatSession {
  return { ...session, mask: { ...session.mask, modelConfig: { ...session.mask.modelConfig, ...model } } };
}

/** Whether a reply says anything. */
export function hasContent({ content, reasoning, tools }: Message): boolean {
  return content.length > 0 || reasoning !== undefined || tools !== undefined;
}
