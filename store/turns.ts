import { create } from "zustand";
import type { AskedQuestion } from "@/lib/chat/context";
import type { ChatEvent } from "@/lib/chat/event";
import type { Content, Message, ReplyError } from "@/lib/chat/message";
import { emptyReply, finishMessage, foldReply, messageOfReply, type Reply } from "@/lib/chat/reply";
import type { ChatRequest } from "@/lib/chat/request";
import { type ChatSession, questionOf } from "@/lib/chat/session";
import type { Environment } from "@/lib/environment";
import { AppError, replyErrorKinds, toAppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { replyLocks } from "@/lib/platform/reply-locks";
import { type ChatsStore, useChats } from "@/store/chats";
import { journal } from "@/store/journal";
import { sessionInUse } from "@/store/models";
import { questionContent } from "@/store/question-content";
import { report } from "@/store/ui";

/**
 * How long a broken connection waits before it counts as a failure, in milliseconds: a browser breaks those of a page
 * that goes away before it tells the page so, and then the reply was stopped.
 */
const leavingMs = 200;

interface TurnsStore {
  /** The reply that grows in each chat: message id by chat id. One chat answers one question at a time. */
  readonly inFlight: Readonly<Record<string, string>>;
  /** Chats whose reply ended while another was on screen. */
  readonly unseen: Readonly<Record<string, true>>;
  /** Sends a message; resolves when its reply has ended. Does nothing while the chat still answers or is being read. */
  send(sessionId: string, content: Content): Promise<void>;
  /** Stops the chat's reply; the text so far stays. */
  stop(sessionId: string): void;
  /** Ends all replies at once with what has come of them: the page goes away. */
  interruptAll(): void;
  /** Asks again for the reply with this id, or for the reply to the question with this id, in its place. */
  retry(sessionId: string, messageId: string): Promise<void>;
  markSeen(sessionId: string): void;
}

interface TurnsDependencies {
  readonly env: Environment;
  readonly chats: { getState(): ChatsStore };
  /** Answers the chat with the model settings that are in use now. */
  readonly prepare: (session: ChatSession) => ChatSession;
  /** Answers what the person wrote in the form in which it is shown and sent. */
  readonly contentOf: (content: Content, session: ChatSession) => Content;
  readonly buildRequest: (asked: AskedQuestion) => Promise<ChatRequest>;
  readonly openReply: OpenReply;
  /** Marks a reply as written by this tab, until the answered function is called. */
  readonly holdReply: (messageId: string) => () => void;
  /** Called when a turn has ended, so that nothing of it is lost. */
  readonly onTurnEnd: () => Promise<void>;
  /** Called when a reply has come whole. */
  readonly onReply: (sessionId: string) => void;
}

/** A reply that is being written. */
interface Turn {
  readonly controller: AbortController;
  /** The reply's message before anything came. */
  readonly blank: Message;
  readonly previous: Message | undefined;
  readonly questionId: string;
  readonly startedAt: number;
  reply: Reply;
  /** Ends the mark that this tab writes the reply. */
  readonly release: () => void;
  /** When the last thought came that stood before any text. */
  thoughtUntil?: number;
}

/** Opens the stream of a reply: where it goes is decided by the chat's model settings. */
type OpenReply = (session: ChatSession, request: ChatRequest, signal: AbortSignal) => AsyncIterable<ChatEvent>;

/** Makes the store of what is being answered. */
export function createTurns(dependencies: TurnsDependencies) {
  const { env, chats, prepare, contentOf, buildRequest, openReply, holdReply, onTurnEnd, onReply } = dependencies;
  /** By chat id. Not state: controllers are neither plain nor drawn. */
  const underWay = new Map<string, Turn>();

  return create<TurnsStore>()((set, get) => {
    function newMessage(role: Message["role"], content: Content): Message {
      return { id: env.newId(), role, content, date: env.now() };
    }

    /** The empty reply, marked as growing, with the model that is asked. */
    function newReply({ mask: { modelConfig } }: ChatSession): Message {
      const { model, providerName } = modelConfig;
      return { ...newMessage("assistant", ""), streaming: true, model, providerName };
    }

    /**
     * Streams a reply. On a retry `previous` is the earlier answer: it stays on screen until the new one says something,
     * and stays for good when the new one fails before it does.
     */
    async function answer(session: ChatSession, question: Message, blank: Message, previous?: Message) {
      const { threads, messages, grow } = chats.getState();
      const ids = threads[session.id]?.ids ?? [];
      const history = ids.slice(0, ids.indexOf(question.id)).flatMap((id) => messages[id] ?? []);
      const controller = new AbortController();
      const turn: Turn = {
        controller,
        blank,
        previous,
        questionId: question.id,
        startedAt: env.now(),
        release: holdReply(blank.id),
        reply: emptyReply,
      };
      underWay.set(session.id, turn);
      set(({ inFlight }) => ({ inFlight: { ...inFlight, [session.id]: blank.id } }));
      grow(blank.id, previous ? { ...previous, streaming: true } : blank);
      try {
        const request = await buildRequest({ session, history, question });
        for await (const event of openReply(session, request, controller.signal)) {
          if (event.type === "error" && event.error.kind === "network") await env.delay(leavingMs);
          if (underWay.get(session.id) !== turn) return;
          turn.reply = foldReply(turn.reply, event);
          if (turn.reply.text === "" && turn.reply.reasoning !== "") turn.thoughtUntil = env.now();
          const message = messageOfReply(blank, turn.reply);
          if (!previous || hasContent(message)) grow(blank.id, withThinkingTime(message, turn));
        }
      } catch (thrown) {
        turn.reply = foldReply(turn.reply, { type: "error", error: errorOfThrown(thrown) });
      }
      conclude(session.id, turn);
    }

    /** Ends a turn with what has come of its reply, once. */
    function conclude(sessionId: string, turn: Turn) {
      if (underWay.get(sessionId) !== turn) return;
      underWay.delete(sessionId);
      const { blank, previous, reply, controller } = turn;
      const ended = finishMessage(blank, reply, { now: env.now(), stopped: controller.signal.aborted });
      const finished = withThinkingTime(ended, turn);
      const isKept = previous !== undefined && !hasContent(finished);
      chats.getState().settle(blank.id, isKept ? previous : finished);
      if (isKept && finished.error) reportReplyError(finished.error);
      chats
        .getState()
        .update(turn.questionId, ({ isError: _earlier, ...rest }) =>
          finished.isError && !isKept ? { ...rest, isError: true } : rest,
        );
      const { currentId, sessions } = chats.getState();
      const isUnseen = currentId !== sessionId && sessions.some(({ id }) => id === sessionId);
      set(({ inFlight: { [sessionId]: _ended, ...inFlight }, unseen }) => ({
        inFlight,
        unseen: isUnseen ? { ...unseen, [sessionId]: true } : unseen,
      }));
      // Another tab that finds the mark gone must find the finished reply.
      void onTurnEnd().finally(turn.release);
      if (!isKept && !finished.stopped && !finished.error) onReply(sessionId);
    }

    function sessionOf(sessionId: string): ChatSession | undefined {
      const session = chats.getState().sessions.find(({ id }) => id === sessionId);
      return session && prepare(session);
    }

    return {
      inFlight: {},
      unseen: {},
      async send(sessionId, content) {
        const session = sessionOf(sessionId);
        // Behind messages that have not been read yet there is no place to give.
        const isRead = chats.getState().threads[sessionId]?.status === "ready";
        if (!session || !isRead || get().inFlight[sessionId]) return;
        const question = newMessage("user", contentOf(content, session));
        const reply = newReply(session);
        chats.getState().append(sessionId, [question, reply]);
        await answer(session, question, reply);
      },
      stop(sessionId) {
        underWay.get(sessionId)?.controller.abort();
      },
      interruptAll() {
        for (const [sessionId, turn] of underWay) {
          turn.controller.abort();
          conclude(sessionId, turn);
        }
      },
      async retry(sessionId, messageId) {
        const session = sessionOf(sessionId);
        const { threads, messages } = chats.getState();
        const ids = threads[sessionId]?.ids ?? [];
        const question = questionOf(
          ids.flatMap((id) => messages[id] ?? []),
          messageId,
        );
        if (!session || !question || get().inFlight[sessionId]) return;
        const below = ids[ids.indexOf(question.id) + 1];
        const oldId = messageId === question.id ? below : messageId;
        const old = oldId === undefined ? undefined : messages[oldId];
        const reply = newReply(session);
        if (old?.role === "assistant") {
          return answer(session, question, { ...reply, id: old.id }, hasContent(old) && !old.isError ? old : undefined);
        }
        chats.getState().insertBehind(sessionId, question.id, reply);
        return answer(session, question, reply);
      },
      markSeen(sessionId) {
        if (get().unseen[sessionId]) set(({ unseen: { [sessionId]: _seen, ...unseen } }) => ({ unseen }));
      },
    };
  });
}

function reportReplyError({ kind, message, seconds = 0 }: ReplyError): void {
  report(new AppError(kind, { message, seconds }));
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

/** Tells whether a reply says anything yet. */
function hasContent({ content, reasoning, tools }: Message): boolean {
  return content.length > 0 || reasoning !== undefined || tools !== undefined;
}

/** Loads what an answer needs beyond the first screen. */
const loadEngine = () => import("@/store/engine");
const loadAfterTurn = () => import("@/store/after-turn").then(({ afterTurn }) => afterTurn);

/** Fetches what a first answer needs ahead of it. */
export function preloadEngine(): void {
  void loadEngine();
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
  contentOf: questionContent,
  buildRequest: async (asked) => (await loadEngine()).buildRequest(asked),
  async *openReply(...asked) {
    yield* (await loadEngine()).openReply(...asked);
  },
  holdReply: replyLocks.hold,
  onTurnEnd: () => journal.flush(),
  // Written behind the reply: what fails there is no failure of the turn.
  onReply: (sessionId) =>
    void loadAfterTurn()
      .then((afterTurn) => afterTurn.turnEnded(sessionId))
      .catch((thrown: unknown) => console.warn("Title and memory could not be looked after.", thrown)),
});
