import { create, type StoreApi } from "zustand";
import type { Content, Message } from "@/lib/chat/message";
import type { ChatSession } from "@/lib/chat/session";
import { replyLocks } from "@/lib/platform/reply-locks";
import { useChats } from "@/store/chats/chats";
import { loadTemplateCode, questionContent } from "@/store/chats/question-content";
import { tabContext } from "@/store/records/records";
import { useCodeFeatures } from "@/store/settings/code-features";
import { isReachable, sessionInUse } from "@/store/settings/models";
import type { ModelChoice } from "@/store/turns/ask-again";
import { reportReplyError } from "@/store/turns/report-reply-error";
import { createTurnQueue, type QueueState, type TurnQueueDependencies } from "@/store/turns/turn-queue";
import { createTurnRun, loadGrowingReply, type TurnEnd, type TurnPlan, type TurnRun } from "@/store/turns/turn-run";
import type { TurnsContext, TurnsDependencies } from "@/store/turns/turns-context";

interface TurnsStore extends QueueState {
  /**
   * The reply that grows in each chat: message id by chat id. A chat answers one question at a time. The sent message is
   * appended to its chat one macrotask later.
   */
  readonly inFlight: Readonly<Record<string, string>>;
  /** Ids of the replies that ended in this tab, oldest first. */
  readonly ended: readonly string[];
  /** Chats whose reply ended while another chat was on screen. */
  readonly unseen: Readonly<Record<string, true>>;
  /**
   * Sends a message, or queues it while the chat still answers or its model is out of reach. Over a spent budget, the
   * message is in the message box again. Resolves when its reply has ended, or when it is queued or refused.
   */
  send(sessionId: string, content: Content): Promise<void>;
  /** Sends the message that has waited longest, if a stop or a failure holds it back. */
  sendQueued(sessionId: string): Promise<void>;
  /** Sends the messages that wait for the network, one after the other in each chat. */
  sendDelayed(): void;
  /** Removes a waiting message. Returns its content. */
  unqueue(sessionId: string, index: number): Content | undefined;
  /** Stops the chat's reply. The text so far stays. */
  stop(sessionId: string): void;
  stopAll(): void;
  /** Ends all replies at once with what has come of them: the tab closes. */
  interruptAll(): void;
  /**
   * Asks again for the reply with this id, or for the reply to the question with this id. The earlier answer stays as
   * another version. `model` answers instead of the chat's model, this once.
   */
  retry(sessionId: string, messageId: string, model?: ModelChoice): Promise<void>;
  /** Asks a question again with other content. The earlier one and all that followed stay as another version. */
  resend(sessionId: string, questionId: string, content: Content): Promise<void>;
  /** Lets the model continue its last reply, which was stopped or cut off. */
  continueReply(sessionId: string, replyId: string): Promise<void>;
  markSeen(sessionId: string): void;
  /** Services of the lazy-loaded functions that begin turns. */
  readonly context: TurnsContext;
}

/** Creates the store of turns: which chats answer, and which messages wait. */
export function createTurns(dependencies: TurnsDependencies) {
  const { isReachable, loadTemplateCode, refusesSend } = dependencies;
  return create<TurnsStore>()((set, get) => {
    const { ask, context, queue } = createTurnFlow(dependencies, { set, get });
    const { freeSession, running } = context;
    const hasSession = (sessionId: string) => dependencies.chats.getState().sessions.some(({ id }) => id === sessionId);
    return {
      inFlight: {},
      queued: {},
      ended: [],
      unseen: {},
      context,
      async send(sessionId, content) {
        if (refusesSend(sessionId, content)) return;
        if (get().inFlight[sessionId]) return queue.add(sessionId, content);
        const session = freeSession(sessionId);
        if (!session) {
          // The message box is empty by now. Without the chat's messages it can only wait.
          if (hasSession(sessionId)) queue.add(sessionId, content);
          return;
        }
        if (loadTemplateCode(session)) {
          // Waiting messages are stored, so that nothing is lost meanwhile.
          queue.add(sessionId, content);
          return queue.sendNext(sessionId);
        }
        // Earlier messages are sent first.
        if (isReachable(session.mask.modelConfig) && !queue.isDelayed(sessionId)) return ask(session, content);
        queue.addDelayed(sessionId, content);
        if (isReachable(session.mask.modelConfig)) queue.sendDelayed();
      },
      sendQueued: (sessionId) => queue.sendNext(sessionId),
      sendDelayed: queue.sendDelayed,
      unqueue: queue.remove,
      stop(sessionId) {
        running.get(sessionId)?.stop();
      },
      stopAll() {
        for (const turn of running.values()) turn.stop();
      },
      interruptAll() {
        for (const turn of [...running.values()]) turn.interrupt();
      },
      async retry(...asked) {
        await (await loadAskAgain()).retry(context, ...asked);
      },
      async resend(...asked) {
        await (await loadAskAgain()).resend(context, ...asked);
      },
      async continueReply(...asked) {
        await (await loadAskAgain()).continueReply(context, ...asked);
      },
      markSeen(sessionId) {
        if (get().unseen[sessionId]) set(({ unseen: { [sessionId]: _seen, ...unseen } }) => ({ unseen }));
      },
    };
  });
}

/** Creates the functions that begin turns, and that continue with what waits once a turn has ended. */
function createTurnFlow(
  dependencies: TurnsDependencies,
  { set, get }: { readonly set: StoreApi<TurnsStore>["setState"]; readonly get: StoreApi<TurnsStore>["getState"] },
) {
  const { env, chats, prepare, holdReply, onTurnEnd, onReply } = dependencies;
  const turnMessages = createTurnMessages(dependencies);
  /** By chat id. Not part of the state: controllers are neither plain nor rendered. */
  const running = new Map<string, TurnRun>();
  const { ask, askWith, answer } = createAsking(dependencies, turnMessages, begin);
  const sender = createQueueSender(dependencies, ask, () => context);
  const queue = createTurnQueue({ get, set, newId: env.newId, freeSession, ...sender });

  /** Begins a turn: from now on its chat answers. Resolves when the turn has ended. */
  async function begin(plan: BegunPlan): Promise<void> {
    const sessionId = plan.session.id;
    const release = holdReply(plan.blank.id);
    await start(sessionId, createTurnRun({ ...plan, onEnd: (end) => conclude(sessionId, end, release) }, dependencies));
  }

  /** Runs a turn. */
  async function start(sessionId: string, turn: TurnRun): Promise<void> {
    running.set(sessionId, turn);
    set(({ inFlight }) => ({ inFlight: { ...inFlight, [sessionId]: turn.replyId } }));
    await turn.run();
  }

  /** Frees the chat of a turn that has ended, and continues with what waited for it. */
  function conclude(sessionId: string, { finished, isKept }: TurnEnd, release?: () => void): void {
    running.delete(sessionId);
    if (isKept && finished.error) reportReplyError(finished.error);
    if (finished.error) useCodeFeatures.setState({ failure: { code: finished.error.code } });
    const { currentId, sessions } = chats.getState();
    const isUnseen = currentId !== sessionId && sessions.some(({ id }) => id === sessionId);
    set(({ inFlight: { [sessionId]: replyId = "", ...inFlight }, ended, unseen }) => ({
      inFlight,
      ended: [...ended, replyId],
      unseen: isUnseen ? { ...unseen, [sessionId]: true } : unseen,
    }));
    // Another tab that finds the lock free must find the finished reply.
    void onTurnEnd().finally(release);
    if (isKept || finished.stopped || finished.error) return;
    const called = finished.tools?.find(({ client }) => client !== undefined);
    if (called) return void loadAskAgain().then(({ sendResult }) => sendResult(context, sessionId, called));
    onReply(sessionId);
    void queue.sendNextIfReachable(sessionId);
  }

  /** Returns a chat with its settings of now; undefined while it answers, and before its messages are read. */
  function freeSession(sessionId: string): ChatSession | undefined {
    const { threads, sessions } = chats.getState();
    if (threads[sessionId]?.status !== "ready" || get().inFlight[sessionId]) return undefined;
    const session = sessions.find(({ id }) => id === sessionId);
    return session && prepare(session);
  }

  const flow = { freeSession, answer, askWith, running, start, conclude, queue };
  const context: TurnsContext = { chats, ...turnMessages, ...flow, dependencies };
  return { ask, context, queue };
}

type BegunPlan = Omit<TurnPlan, "onEnd">;

/** Creates the functions that put a question or an empty reply into a chat, and begin the turn. */
function createAsking(
  { chats, contentOf }: Pick<TurnsDependencies, "chats" | "contentOf">,
  { messagesBefore, newMessage, newReply }: ReturnType<typeof createTurnMessages>,
  begin: (plan: BegunPlan) => Promise<void>,
) {
  /** Begins a turn whose question is in the chat already. `previous` stays on screen until the reply says something. */
  function answer(plan: Omit<BegunPlan, "place" | "isPlacedLater">, asked: ReturnType<TurnPlan["place"]>) {
    const { blank, previous, continued } = plan;
    return begin({
      ...plan,
      isPlacedLater: false,
      place() {
        // A continued reply is stored as growing at once, so that a later page can resume it.
        if (previous && !continued) chats.getState().show(blank.id, { ...previous, streaming: true });
        else chats.getState().grow(blank.id, blank);
        return asked;
      },
    });
  }

  function ask(session: ChatSession, content: Content, id?: string): Promise<void> {
    return askWith(session, newMessage("user", contentOf(content, session), id));
  }

  function askWith(session: ChatSession, question: Message): Promise<void> {
    const blank = newReply(session);
    return begin({
      session,
      blank,
      questionId: question.id,
      // The message box is cleared and Stop shown first; the messages follow in another macrotask.
      isPlacedLater: true,
      place() {
        chats.getState().append(session.id, [question, blank]);
        chats.getState().grow(blank.id, blank);
        return { history: messagesBefore(session.id, question.id), question };
      },
    });
  }

  return { ask, askWith, answer };
}

/** Creates the functions that send waiting messages: to the chat's model, or to several. */
function createQueueSender(
  { isReachable, loadTemplateCode }: Pick<TurnsDependencies, "isReachable" | "loadTemplateCode">,
  ask: (session: ChatSession, content: Content, id: string) => Promise<void>,
  contextOf: () => TurnsContext,
): Pick<TurnQueueDependencies, "isReachable" | "loadCode" | "ask"> {
  let comparisons: Awaited<ReturnType<typeof loadComparisons>> | undefined;
  return {
    isReachable: ({ mask }, { models = [mask.modelConfig] }) => models.every(isReachable),
    loadCode(session, { models }) {
      const loading = loadTemplateCode(session);
      if (!models || comparisons) return loading;
      return Promise.all([loading, loadComparisons()]).then(([, loaded]) => {
        comparisons = loaded;
      });
    },
    ask(session, { content, id, models }) {
      if (!models) return ask(session, content, id);
      return comparisons?.startComparison(contextOf(), session, { content, models, id });
    },
  };
}

/** Creates the functions that make and find the messages of turns. */
function createTurnMessages({ env, chats }: Pick<TurnsDependencies, "env" | "chats">) {
  function newMessage(role: Message["role"], content: Content, id = env.newId()): Message {
    return { id, role, content, date: env.now() };
  }

  /** Returns an empty reply, marked as growing, with the model that is asked. */
  function newReply({ mask: { modelConfig } }: ChatSession): Message {
    const { model, providerName } = modelConfig;
    return { ...newMessage("assistant", ""), streaming: true, model, providerName };
  }

  /** Returns the messages of a chat before one of them. */
  function messagesBefore(sessionId: string, id: string): Message[] {
    const { threads, messages } = chats.getState();
    const ids = threads[sessionId]?.ids ?? [];
    return ids.slice(0, ids.indexOf(id)).flatMap((each) => messages[each] ?? []);
  }

  return { messagesBefore, newMessage, newReply };
}

/** The check of budgets, once the engine is loaded with it. */
let budgets: typeof import("@/store/turns/over-budget") | undefined;

/** Loads what an answer needs beyond the first screen. */
const loadEngine = () =>
  import("@/store/turns/engine").then((engine) => {
    budgets = engine.budgets;
    return engine;
  });
const loadAskAgain = () => import("@/store/turns/ask-again");
const loadComparisons = () => import("@/store/turns/comparisons");

/** Fetches what a first answer needs, ahead of it. */
export function preloadEngine(): void {
  void Promise.all([loadEngine(), loadGrowingReply(), loadAskAgain()]);
}

export const useTurns = createTurns({
  env: tabContext.env,
  chats: useChats,
  prepare: sessionInUse,
  isReachable,
  refusesSend: (...asked) => budgets?.refusesSend(...asked) ?? false,
  refusesReply: (...asked) => budgets?.refusesReply(...asked) ?? false,
  loadTemplateCode,
  contentOf: questionContent,
  buildRequest: async (asked) => (await loadEngine()).buildNextRequest(asked),
  async *openReply(...asked) {
    yield* (await loadEngine()).openReply(...asked);
  },
  continueText: async () => (await loadEngine()).continueText(),
  responseTo: async (called) => (await loadEngine()).responseTo(called),
  isSeen: () => !document.hidden,
  holdReply: replyLocks.hold,
  onTurnEnd: () => tabContext.records.journal.flush(),
  // Titles are written after the reply; their failures are not failures of the turn.
  onReply: (sessionId) =>
    void tabContext.env
      .nextFrame()
      .then(() => import("@/store/turns/after-turn"))
      .then(({ afterTurn }) => afterTurn.turnEnded(sessionId))
      .catch((thrown: unknown) => console.warn("Could not update title and memory.", thrown)),
});

/** Whether a reply is being written in this tab. */
export function isAnswering(): boolean {
  return Object.keys(useTurns.getState().inFlight).length > 0;
}
