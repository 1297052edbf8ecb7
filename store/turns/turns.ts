import { create } from "zustand";
import type { TurnInput } from "@/lib/chat/context";
import type { ChatEvent } from "@/lib/chat/event";
import type { GrowingReply } from "@/lib/chat/growing-reply";
import { type Content, type Message, type MessageTool, type ReplyError, textOf } from "@/lib/chat/message";
import type { ChatRequest } from "@/lib/chat/request";
import { type ChatSession, questionOf } from "@/lib/chat/session";
import type { WaitingMessage, WaitingMessages } from "@/lib/chat/waiting-message";
import type { Environment } from "@/lib/environment";
import { AppError, replyErrorKinds, toAppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { replyLocks } from "@/lib/platform/reply-locks";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import type { ChatsStore } from "@/store/chats/chats-state";
import { questionContent } from "@/store/chats/question-content";
import { journal } from "@/store/records/journal";
import { isReachable, sessionInUse } from "@/store/settings/models";

/**
 * How long a broken connection waits before it counts as a failure, in milliseconds: a browser breaks those of a page
 * that goes away before it tells the page so, and then the reply was stopped.
 */
const leavingMs = 200;

interface TurnsStore {
  /**
   * The reply that grows in each chat: message id by chat id. One chat answers one question at a time. What was sent stands
   * in its chat a task after this says so.
   */
  readonly inFlight: Readonly<Record<string, string>>;
  /**
   * What was sent to a chat that was still answering, or without a network, in order; the next is sent when the reply
   * before it has come whole.
   */
  readonly queued: WaitingMessages;
  /** Ids of the replies that ended in this tab, oldest first. */
  readonly ended: readonly string[];
  /** Chats whose reply ended while another was on screen. */
  readonly unseen: Readonly<Record<string, true>>;
  /**
   * Sends a message, or queues it while the chat still answers or its model is out of reach; resolves when its reply has
   * ended, or it is queued.
   */
  send(sessionId: string, content: Content): Promise<void>;
  /** Sends what waits the longest, where a stop or a failure holds it back. */
  sendQueued(sessionId: string): Promise<void>;
  /** Sends what waited for the network alone: in each chat one after the other. */
  sendDelayed(): void;
  /** Returns what was to read in the place of the chat's reply when it began: an earlier answer, or what it goes on from. */
  textBefore(sessionId: string): string;
  /** Takes a waiting message back and answers it. */
  unqueue(sessionId: string, index: number): Content | undefined;
  /** Stops the chat's reply; the text so far stays. */
  stop(sessionId: string): void;
  stopAll(): void;
  /** Ends all replies at once with what has come of them: the page goes away. */
  interruptAll(): void;
  /**
   * Asks again for the reply with this id, or for the reply to the question with this id, in its place. The earlier
   * answer is kept as another version.
   */
  retry(sessionId: string, messageId: string): Promise<void>;
  /** Asks a question anew in other words; the earlier one and all that followed it are kept as another version. */
  resend(sessionId: string, questionId: string, content: Content): Promise<void>;
  /** Lets the model go on with its last reply, which was stopped or cut. */
  continueReply(sessionId: string, replyId: string): Promise<void>;
  markSeen(sessionId: string): void;
}

interface TurnsDependencies {
  readonly env: Environment;
  readonly chats: { getState(): ChatsStore };
  /** Returns the chat with the model settings that are in use now. */
  readonly prepare: (session: ChatSession) => ChatSession;
  /** Whether the chat's model could be asked now; without a network most cannot. */
  readonly isReachable: (session: ChatSession) => boolean;
  /** Returns what the user wrote in the form in which it is shown and sent. */
  readonly contentOf: (content: Content, session: ChatSession) => Content;
  readonly buildRequest: (asked: TurnInput) => Promise<ChatRequest>;
  readonly openReply: OpenReply;
  /** Whether the page is seen: the timers of one that is not come late, and it draws nothing that could be waited for. */
  readonly isSeen: () => boolean;
  /** Marks a reply as written by this tab, until the answered function is called. */
  readonly holdReply: (messageId: string) => () => void;
  /** Called when the turn of a reply has ended, so that nothing of it is lost. */
  readonly onTurnEnd: () => Promise<void>;
  /** Returns what a model is told that is to go on with its reply. */
  readonly continueText: () => Promise<string>;
  /** Returns what a model is told of a call that its reply had written down. */
  readonly responseTo: (called: MessageTool) => Promise<string>;
  /** Called when a reply has come whole. */
  readonly onReply: (sessionId: string) => void;
}

/** A reply that is being written. */
interface Turn {
  readonly controller: AbortController;
  /** The reply's message before anything came. */
  readonly blank: Message;
  /** What stays when nothing more comes: an earlier answer, or what the reply said before it went on. */
  readonly previous: Message | undefined;
  readonly questionId: string;
  readonly startedAt: number;
  /** Puts the question and the empty reply into the chat; absent where they stand there. */
  begin?: (() => void) | undefined;
  /** Absent until what folds it has been loaded. */
  reply?: GrowingReply;
  /** Ends the mark that this tab writes the reply. */
  readonly release: () => void;
  /** True once all of it has come: to stop it then is too late. */
  isWhole?: boolean;
  /** What kept the reply from beginning at all. */
  failure?: ReplyError;
  /** When the last thought came that stood before any text. */
  thoughtUntil?: number;
}

type Asked = Pick<TurnInput, "history" | "question">;

/** Opens the stream of a reply to a thread: where it goes is decided by the chat's model settings. */
type OpenReply = (
  session: ChatSession,
  request: ChatRequest,
  given: { readonly signal: AbortSignal; readonly thread: readonly Message[] },
) => AsyncIterable<ChatEvent>;

/** Makes the store of what is being answered. */
export function createTurns(dependencies: TurnsDependencies) {
  const { env, chats, prepare, contentOf, buildRequest, openReply, holdReply, onTurnEnd, onReply } = dependencies;
  const { continueText, responseTo, isReachable, isSeen } = dependencies;
  /** By chat id. Not state: controllers are neither plain nor drawn. */
  const underWay = new Map<string, Turn>();
  /** Chats whose waiting messages go as soon as there is a network. */
  const delayed = new Set<string>();

  return create<TurnsStore>()((set, get) => {
    function newMessage(role: Message["role"], content: Content, id = env.newId()): Message {
      return { id, role, content, date: env.now() };
    }

    /** The empty reply, marked as growing, with the model that is asked. */
    function newReply({ mask: { modelConfig } }: ChatSession): Message {
      const { model, providerName } = modelConfig;
      return { ...newMessage("assistant", ""), streaming: true, model, providerName };
    }

    /** Returns the messages of a chat ahead of one of them. */
    function historyBefore(sessionId: string, id: string): Message[] {
      const { threads, messages } = chats.getState();
      const ids = threads[sessionId]?.ids ?? [];
      return ids.slice(0, ids.indexOf(id)).flatMap((each) => messages[each] ?? []);
    }

    /** Takes a chat for a reply: from now on it answers. */
    function take(
      sessionId: string,
      given: Pick<Turn, "blank" | "questionId"> & Partial<Pick<Turn, "begin" | "previous">>,
    ): Turn {
      const { blank } = given;
      const turn: Turn = {
        previous: undefined,
        ...given,
        controller: new AbortController(),
        startedAt: env.now(),
        release: holdReply(blank.id),
      };
      underWay.set(sessionId, turn);
      set(({ inFlight }) => ({ inFlight: { ...inFlight, [sessionId]: blank.id } }));
      return turn;
    }

    /** Puts what a turn is about into its chat, once. */
    function begin(turn: Turn) {
      turn.begin?.();
      turn.begin = undefined;
    }

    /**
     * Returns in the place of an earlier reply or behind it. `previous` stays on screen until the new one says something,
     * and stays for good when the new one fails before it does.
     */
    async function answer(
      session: ChatSession,
      asked: Asked,
      blank: Message,
      { previous, goesOnFrom, questionId = asked.question.id }: Partial<Turn> & { readonly goesOnFrom?: Message } = {},
    ) {
      const turn = take(session.id, { blank, previous, questionId });
      if (previous) chats.getState().show(blank.id, { ...previous, streaming: true });
      else chats.getState().grow(blank.id, blank);
      await stream(session, () => asked, turn, goesOnFrom);
    }

    /** Streams the reply of a turn, and concludes it, whatever fails. */
    async function stream(session: ChatSession, ask: () => Asked, turn: Turn, goesOnFrom?: Message) {
      const { grow } = chats.getState();
      const { blank, previous, controller } = turn;
      try {
        const asked = ask();
        // The press that sends is answered first: the message is kept and drawn before it goes out.
        await env.delay(0);
        const reply = (await loadGrowingReply()).growReply(blank, goesOnFrom);
        turn.reply = reply;
        const request = await buildRequest({ session, ...asked });
        const thread = [...asked.history, asked.question];
        for await (const event of openReply(session, request, { signal: controller.signal, thread })) {
          if (event.type === "error" && event.error.kind === "network") await env.delay(leavingMs);
          if (underWay.get(session.id) !== turn) return;
          reply.add(event);
          if (reply.isThinking()) turn.thoughtUntil = env.now();
          if (previous && !reply.hasGrown()) continue;
          grow(blank.id, withThinkingTime(reply.message(), turn));
        }
        turn.isWhole = !controller.signal.aborted;
        // The last words are drawn first, and what their end changes elsewhere in a task of its own.
        if (isSeen()) await env.delay(0);
      } catch (thrown) {
        const error = errorOfThrown(thrown);
        if (turn.reply) turn.reply.add({ type: "error", error });
        else turn.failure = error;
      }
      conclude(session.id, turn);
    }

    /** Ends a turn with what has come of its reply, once. */
    function conclude(sessionId: string, turn: Turn) {
      if (underWay.get(sessionId) !== turn) return;
      underWay.delete(sessionId);
      const { blank, previous, reply, controller } = turn;
      const end = { now: env.now(), stopped: controller.signal.aborted && !turn.isWhole };
      const finished = withThinkingTime(reply?.finished(end) ?? unbegunMessage(turn, end), turn);
      const isKept = previous !== undefined && !reply?.hasGrown();
      if (isKept && previous.id !== blank.id) chats.getState().dropVersion(sessionId, blank.id, previous.id);
      else chats.getState().settle(blank.id, isKept ? previous : finished);
      if (isKept && finished.error) reportReplyError(finished.error);
      const hasFailed = finished.isError === true && !isKept;
      if (hasFailed !== (chats.getState().messages[turn.questionId]?.isError === true)) {
        chats
          .getState()
          .update(turn.questionId, ({ isError: _earlier, ...rest }) => (hasFailed ? { ...rest, isError: true } : rest));
      }
      const { currentId, sessions } = chats.getState();
      const isUnseen = currentId !== sessionId && sessions.some(({ id }) => id === sessionId);
      set(({ inFlight: { [sessionId]: _ended, ...inFlight }, ended, unseen }) => ({
        inFlight,
        ended: [...ended, blank.id],
        unseen: isUnseen ? { ...unseen, [sessionId]: true } : unseen,
      }));
      // Another tab that finds the mark gone must find the finished reply.
      void onTurnEnd().finally(turn.release);
      if (isKept || finished.stopped || finished.error) return;
      const called = finished.tools?.find(({ client }) => client !== undefined);
      if (called) return void tellResult(sessionId, called);
      onReply(sessionId);
      void get().sendQueued(sessionId);
    }

    /** Tells the model what came of the call that its reply had written down. */
    async function tellResult(sessionId: string, called: MessageTool) {
      if (called.problem) report(new AppError("mcp-failed"));
      const content = await responseTo(called);
      const session = freeSession(sessionId);
      if (session) await askWith(session, { ...newMessage("user", content), isMcpResponse: true });
    }

    /** Returns the chat as it is called now; nothing while it still answers, or before its messages have been read. */
    function freeSession(sessionId: string): ChatSession | undefined {
      const isRead = chats.getState().threads[sessionId]?.status === "ready";
      return isRead && !get().inFlight[sessionId] ? sessionOf(sessionId) : undefined;
    }

    function setQueue(sessionId: string, waiting: readonly WaitingMessage[]) {
      set(({ queued: { [sessionId]: _former, ...queued } }) => ({
        queued: waiting.length > 0 ? { ...queued, [sessionId]: waiting } : queued,
      }));
    }

    async function ask(session: ChatSession, content: Content, id?: string) {
      await askWith(session, newMessage("user", contentOf(content, session), id));
    }

    async function askWith(session: ChatSession, question: Message) {
      const blank = newReply(session);
      const { append, grow } = chats.getState();
      const turn = take(session.id, {
        blank,
        questionId: question.id,
        begin() {
          append(session.id, [question, blank]);
          grow(blank.id, blank);
        },
      });
      // An empty box and the button that stops come first, the messages in a task of their own: neither is long.
      await env.delay(0);
      if (underWay.get(session.id) !== turn) return;
      const ask = () => {
        begin(turn);
        return { history: historyBefore(session.id, question.id), question };
      };
      await stream(session, ask, turn);
    }

    function sessionOf(sessionId: string): ChatSession | undefined {
      const session = chats.getState().sessions.find(({ id }) => id === sessionId);
      return session && prepare(session);
    }

    return {
      inFlight: {},
      queued: {},
      ended: [],
      unseen: {},
      async send(sessionId, content) {
        const queue = () => setQueue(sessionId, [...(get().queued[sessionId] ?? []), { id: env.newId(), content }]);
        if (get().inFlight[sessionId]) return queue();
        const session = freeSession(sessionId);
        if (!session) return;
        // What was written earlier goes first.
        if (isReachable(session) && !delayed.has(sessionId)) return ask(session, content);
        delayed.add(sessionId);
        queue();
        if (isReachable(session)) get().sendDelayed();
      },
      async sendQueued(sessionId) {
        const [next, ...waiting] = get().queued[sessionId] ?? [];
        const session = freeSession(sessionId);
        if (next === undefined || !session) return;
        const asked = ask(session, next.content, next.id);
        // The chat has been taken for the reply by now, so whoever waits for the message to be stored comes behind it.
        setQueue(sessionId, waiting);
        await asked;
      },
      sendDelayed() {
        const sessionIds = [...delayed];
        delayed.clear();
        for (const sessionId of sessionIds) void get().sendQueued(sessionId);
      },
      textBefore(sessionId) {
        const previous = underWay.get(sessionId)?.previous;
        return previous ? textOf(previous) : "";
      },
      unqueue(sessionId, index) {
        const waiting = get().queued[sessionId] ?? [];
        setQueue(sessionId, waiting.toSpliced(index, 1));
        return waiting[index]?.content;
      },
      stop(sessionId) {
        underWay.get(sessionId)?.controller.abort();
      },
      stopAll() {
        for (const { controller } of underWay.values()) controller.abort();
      },
      interruptAll() {
        for (const [sessionId, turn] of underWay) {
          begin(turn);
          turn.controller.abort();
          conclude(sessionId, turn);
        }
      },
      async retry(sessionId, messageId) {
        const session = freeSession(sessionId);
        const { threads, messages, replaceAnswer, insertBehind } = chats.getState();
        const ids = threads[sessionId]?.ids ?? [];
        const question = questionOf(
          ids.flatMap((id) => messages[id] ?? []),
          messageId,
        );
        if (!session || !question) return;
        const below = ids[ids.indexOf(question.id) + 1];
        const oldId = messageId === question.id ? below : messageId;
        const old = oldId === undefined ? undefined : messages[oldId];
        const asked = { history: historyBefore(sessionId, question.id), question };
        const reply = newReply(session);
        if (old?.role !== "assistant") {
          insertBehind(sessionId, question.id, reply);
          return answer(session, asked, reply);
        }
        // A failure is no version to come back to.
        if (!hasContent(old) || old.isError) return answer(session, asked, { ...reply, id: old.id });
        replaceAnswer(sessionId, old.id, reply);
        return answer(session, asked, reply, { previous: old });
      },
      async resend(sessionId, questionId, content) {
        const session = freeSession(sessionId);
        if (!session || chats.getState().messages[questionId]?.role !== "user") return;
        const question = newMessage("user", content);
        const reply = newReply(session);
        chats.getState().branchOff(sessionId, questionId, [question, reply]);
        await answer(session, { history: historyBefore(sessionId, question.id), question }, reply);
      },
      async continueReply(sessionId, replyId) {
        const words = await continueText();
        const session = freeSession(sessionId);
        const { threads, messages } = chats.getState();
        const cut = messages[replyId];
        if (!session || typeof cut?.content !== "string" || threads[sessionId]?.ids.at(-1) !== replyId) return;
        const { stopped, isCut, error, isError, ...said } = cut;
        const history = [...historyBefore(sessionId, replyId), said];
        await answer(
          withBreakOff(session),
          { history, question: newMessage("user", words) },
          { ...said, streaming: true },
          { previous: cut, goesOnFrom: cut, questionId: questionOf(history, replyId)?.id ?? "" },
        );
      },
      markSeen(sessionId) {
        if (get().unseen[sessionId]) set(({ unseen: { [sessionId]: _seen, ...unseen } }) => ({ unseen }));
      },
    };
  });
}

/** What broke off and its question are sent along, however little history the chat sends otherwise. */
function withBreakOff(session: ChatSession): ChatSession {
  const { modelConfig } = session.mask;
  const historyMessageCount = Math.max(2, modelConfig.historyMessageCount);
  return { ...session, mask: { ...session.mask, modelConfig: { ...modelConfig, historyMessageCount } } };
}

function reportReplyError({ kind, message, seconds = 0 }: ReplyError): void {
  report(new AppError(kind, { message, seconds }));
}

/** Returns the message of a reply that ended before it could begin: the page went away, or did not get its own code. */
function unbegunMessage({ blank, failure }: Turn, { now, stopped }: { now: number; stopped: boolean }): Message {
  const { streaming, ...message } = { ...blank, date: now };
  return stopped || !failure ? { ...message, stopped: true } : { ...message, isError: true, error: failure };
}

function withThinkingTime(message: Message, { thoughtUntil, startedAt }: Turn): Message {
  // A clock may be set back meanwhile.
  return thoughtUntil === undefined ? message : { ...message, reasoningMs: Math.max(0, thoughtUntil - startedAt) };
}

/** What was thrown in place of a reply, such as when the engine could not be loaded: a chat must not hang on it. */
function errorOfThrown(thrown: unknown): ReplyError {
  const { code, message } = toAppError(thrown);
  const kind = code === "no-model" ? "not-found" : replyErrorKinds.find((each) => each === code);
  return {
    kind: kind ?? "network",
    code: null,
    message: code === "unexpected" || code === "bad-request" ? message : "",
  };
}

/** Whether a reply says anything yet. */
function hasContent({ content, reasoning, tools }: Message): boolean {
  return content.length > 0 || reasoning !== undefined || tools !== undefined;
}

const loadGrowingReply = () => import("@/lib/chat/growing-reply");

/** Loads what an answer needs beyond the first screen. */
const loadEngine = () => import("@/store/turns/engine");
const loadAfterTurn = () => import("@/store/turns/after-turn").then(({ afterTurn }) => afterTurn);

/** Fetches what a first answer needs ahead of it. */
export function preloadEngine(): void {
  void Promise.all([loadEngine(), loadGrowingReply()]);
}

/** Asks for another title of a chat. */
export function refreshTitle(sessionId: string): void {
  loadAfterTurn()
    .then((afterTurn) => afterTurn.refreshTitle(sessionId))
    .catch((thrown: unknown) => report(toAppError(thrown)));
}

export const useTurns = createTurns({
  env: browserEnvironment,
  chats: useChats,
  prepare: sessionInUse,
  isReachable,
  contentOf: questionContent,
  buildRequest: async (asked) => (await loadEngine()).buildRequest(asked),
  async *openReply(...asked) {
    yield* (await loadEngine()).openReply(...asked);
  },
  continueText: async () => (await loadEngine()).continueText(),
  responseTo: async (called) => (await loadEngine()).responseTo(called),
  isSeen: () => !document.hidden,
  holdReply: replyLocks.hold,
  onTurnEnd: () => journal.flush(),
  // Written behind the reply: what fails there is no failure of the turn.
  onReply: (sessionId) =>
    void browserEnvironment
      .nextFrame()
      .then(loadAfterTurn)
      .then((afterTurn) => afterTurn.turnEnded(sessionId))
      .catch((thrown: unknown) => console.warn("Title and memory could not be looked after.", thrown)),
});

/** Whether a reply is being written in this tab. */
export function isAnswering(): boolean {
  return Object.keys(useTurns.getState().inFlight).length > 0;
}
