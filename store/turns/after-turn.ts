import type { ChatEvent } from "@/lib/chat/event";
import { loadOptionsOf } from "@/lib/chat/load-options";
import { dueSummary, rememberSummary, summarizedCount, summaryRequest } from "@/lib/chat/memory";
import type { Message } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { PromptWords } from "@/lib/chat/prompt-words";
import { sendingStart } from "@/lib/chat/recent-history";
import { emptyReply, finishMessage, foldReply } from "@/lib/chat/reply";
import type { ChatRequest } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { cleanTitle, isTitleDue, titleMessages } from "@/lib/chat/title";
import { openChat } from "@/lib/engine/open-chat";
import { replyTimeoutMs } from "@/lib/engine/reply-timeout";
import { AppError, notSupported, toAppError } from "@/lib/errors";
import type { ModelEntry } from "@/lib/models/model-entry";
import { makesMedia } from "@/lib/models/model-facts";
import { summaryModel } from "@/lib/models/role-model";
import { demo } from "@/lib/providers/demo";
import type { OptionalParameter } from "@/lib/providers/optional-parameters";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import type { ChatsStore } from "@/store/chats/chats-state";
import { refuseOverBudget } from "@/store/costs/budget";
import { countCalls } from "@/store/costs/count-calls";
import { promptWords } from "@/store/library/prompt-words";
import { abilitiesNow } from "@/store/settings/abilities";
import { useAccess } from "@/store/settings/access";
import { minTimeoutMs } from "@/store/settings/min-timeout";
import { modelCall } from "@/store/settings/model-call";
import { availableModels, sessionInUse, useModels } from "@/store/settings/models";
import { projectOf } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { notifyRefusal } from "@/store/turns/refused-parameter";

interface AfterTurnDependencies {
  readonly chats: { getState(): ChatsStore };
  /** Returns the chat with the model settings that are in use now. */
  readonly prepare: (session: ChatSession) => ChatSession;
  /** Lists the models that can be chosen now. */
  readonly listModels: () => readonly ModelEntry[];
  readonly areTitlesWanted: () => boolean;
  readonly words: () => Promise<PromptWords>;
  /** Calls a model with the connection and credentials of its provider. */
  readonly ask: AskModel;
}

/** Opens the events of a model's reply to a background request of a chat. */
type AskModel = (request: BackgroundRequest, providerName: string, session: ChatSession) => AsyncIterable<ChatEvent>;

/** The chat's sampling settings are left out: they were set for another model and purpose. */
type BackgroundRequest = Pick<ChatRequest, "model" | "messages" | "stream" | "controls">;

/** A chat with its current messages. */
interface Chat {
  readonly session: ChatSession;
  readonly thread: readonly Message[];
}

/** Creates the background job that writes titles and memory, one at a time per chat. */
export function createAfterTurn(dependencies: AfterTurnDependencies) {
  const { areTitlesWanted } = dependencies;
  const writer = new BackgroundWriter(dependencies);
  const enqueue = createChatQueue();
  return {
    /** Writes the title and memory that are due after a complete reply. Never rejects. */
    turnEnded: (sessionId: string) =>
      enqueue(sessionId, async () => {
        const isDue = ({ session, thread }: Chat) =>
          areTitlesWanted() && !session.isTemporary && writes(session) && isTitleDue(session, thread);
        await writer.writeTitle(sessionId, isDue).catch(warnOf("Could not write the title of a chat."));
        await writer.writeMemory(sessionId).catch(warnOf("Could not write the memory of a chat."));
      }),
    /** Writes a new title on the user's request and reports a failure. Never rejects. */
    refreshTitle: (sessionId: string) =>
      enqueue(sessionId, () => writer.writeTitle(sessionId, () => true).catch((thrown) => report(toAppError(thrown)))),
  };
}

/** Creates a function that runs the jobs of each chat one after the other. Jobs never reject. */
function createChatQueue() {
  /** The last job of each chat, by chat id. */
  const underWay = new Map<string, Promise<void>>();
  return (sessionId: string, work: () => Promise<void>): Promise<void> => {
    const ended = (underWay.get(sessionId) ?? Promise.resolve()).then(work).then(() => {
      if (underWay.get(sessionId) === ended) underWay.delete(sessionId);
    });
    underWay.set(sessionId, ended);
    return ended;
  };
}

/** Writes titles and memory with the summary model. */
class BackgroundWriter {
  private readonly dependencies: AfterTurnDependencies;

  constructor(dependencies: AfterTurnDependencies) {
    this.dependencies = dependencies;
  }

  async writeTitle(sessionId: string, isDue: (chat: Chat) => boolean): Promise<void> {
    const { chats, words } = this.dependencies;
    const chat = this.chatOf(sessionId);
    if (!chat || !isDue(chat)) return;
    if (!writes(chat.session)) throw notSupported();
    const messages = titleMessages({ ...chat, words: await words() });
    if (!messages) return;
    const title = cleanTitle(await this.answerTo(chat.session, { messages, stream: false }));
    const now = chats.getState().sessions.find(({ id }) => id === sessionId);
    // If the user has renamed the chat meanwhile, here or in another tab, keep that title.
    if (title !== "" && now?.topic === chat.session.topic) chats.getState().patchSession(sessionId, { topic: title });
  }

  /** Replaces the memory once the summary is complete; an interrupted one changes nothing. */
  async writeMemory(sessionId: string): Promise<void> {
    const { chats, words } = this.dependencies;
    const chat = this.chatOf(sessionId);
    if (!chat?.session.mask.modelConfig.sendMemory || chat.session.isTemporary || !writes(chat.session)) return;
    const { window } = abilitiesNow(chat.session.mask.modelConfig);
    const start = sendingStart(chat.session, chat.thread, window) ?? 0;
    const due = dueSummary({ ...chat, isLeftOut: start > summarizedCount(chat.session) });
    if (!due) return console.info("too short, no need to summarize");
    const texts = await words();
    let summary = due.memoryPrompt;
    for (const round of due.rounds) {
      const messages = summaryRequest(round, summary, texts);
      summary = (await this.answerTo(chat.session, { messages, stream: true })).trim();
      if (summary === "") return;
    }
    const { sessions, threads, patchSession } = chats.getState();
    const now = sessions.find(({ id }) => id === sessionId);
    const change = now && rememberSummary(due, summary, now, threads[sessionId]?.ids ?? []);
    if (change) patchSession(sessionId, change);
  }

  /** Returns undefined if the chat is gone, or if its messages are not loaded. */
  private chatOf(sessionId: string): Chat | undefined {
    const { chats, prepare } = this.dependencies;
    const { sessions, threads, messages } = chats.getState();
    const session = sessions.find(({ id }) => id === sessionId);
    const ids = threads[sessionId]?.ids ?? [];
    if (!session || ids.length === 0) return undefined;
    return { session: prepare(session), thread: ids.flatMap((id) => messages[id] ?? []) };
  }

  /** Calls the summary model, or the chat's own model if the summary model is switched off. */
  private async answerTo(session: ChatSession, request: Pick<ChatRequest, "messages" | "stream">): Promise<string> {
    const { ask, listModels } = this.dependencies;
    const { modelConfig } = session.mask;
    const chosen = summaryModel(modelConfig, listModels());
    const isOwn = chosen.model === modelConfig.model && chosen.providerName === modelConfig.providerName;
    const askOwn = () => answerOf(ask({ ...request, ...ownModel(modelConfig) }, modelConfig.providerName, session));
    if (isOwn) return askOwn();
    try {
      return await answerOf(ask({ ...request, model: chosen.model }, chosen.providerName, session));
    } catch (thrown) {
      if (!isSwitchedOff(toAppError(thrown))) throw thrown;
      return askOwn();
    }
  }
}

/**
 * Returns a chat's own model, to be loaded as for the chat: with another context length, Ollama would load it again for
 * each title, and once more for the next question.
 */
function ownModel(settings: ModelSettings): Pick<BackgroundRequest, "model" | "controls"> {
  const { model } = settings;
  const options = loadOptionsOf(settings, abilitiesNow(settings).window);
  return Object.keys(options).length > 0 ? { model, controls: options } : { model };
}

/** Whether a chat's model can write titles and summaries: not an image model, and not the demonstration. */
function writes({ mask: { modelConfig } }: ChatSession): boolean {
  if (modelConfig.providerName === demo.name) return false;
  return !makesMedia(modelConfig.model);
}

/** Whether the error means that a listed model is gone, or not available to this key. */
function isSwitchedOff({ code }: AppError): boolean {
  return code === "not-found" || code === "permission" || code === "no-model";
}

/** Reads a reply to its end and returns its text. Throws AppError if it failed or was refused. */
async function answerOf(events: AsyncIterable<ChatEvent>): Promise<string> {
  let reply = emptyReply;
  for await (const event of events) reply = foldReply(reply, event);
  const { error } = finishMessage({ id: "", role: "assistant", content: "", date: 0 }, reply, {
    now: 0,
    stopped: false,
  });
  if (error) throw new AppError(error.kind, { message: error.message, seconds: error.seconds ?? 0 });
  if (reply.refusal !== null) throw new AppError("content-filter", { message: reply.refusal });
  return reply.text;
}

function warnOf(sentence: string) {
  return (thrown: unknown) => console.warn(sentence, toAppError(thrown).code);
}

async function* askModel(
  { model, ...request }: BackgroundRequest,
  providerName: string,
  session: ChatSession,
): ReturnType<AskModel> {
  const project = projectOf(session);
  await refuseOverBudget({ model, providerName }, { project });
  const { displayName, ...call } = await modelCall({ model, providerName });
  const { onCall } = countCalls({ model, providerName, projectId: project?.id });
  const { signal } = new AbortController();
  const onRefused = (parameter: OptionalParameter) => notifyRefusal(model, parameter);
  const timeoutMs = Math.max(minTimeoutMs(), replyTimeoutMs(model));
  const open = openChat({ ...call, signal, timeoutMs, onRefused, onCall });
  yield* open({ ...request, model, displayName });
}

export const afterTurn = createAfterTurn({
  chats: useChats,
  prepare: sessionInUse,
  listModels: () =>
    availableModels(useAccess.getState(), useModels.getState().fetched, useSettings.getState().customModels),
  areTitlesWanted: () => useSettings.getState().enableAutoGenerateTitle,
  words: promptWords,
  ask: askModel,
});
