import { create } from "zustand";
import { requestOf } from "@/lib/chat/context";
import type { Content, Message } from "@/lib/chat/message";
import { emptyReply, finishMessage, foldReply, messageOfReply } from "@/lib/chat/reply";
import type { ChatRequest } from "@/lib/chat/request";
import { type ChatSession, questionOf } from "@/lib/chat/session";
import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { providerByName } from "@/lib/providers/registry";
import { connect } from "@/lib/settings/connect";
import { useAccess } from "@/store/access";
import { type ChatsStore, messageNow, useChats } from "@/store/chats";
import { journal } from "@/store/journal";
import { sessionInUse } from "@/store/models";
import { report } from "@/store/ui";

interface TurnsStore {
  /** The reply that grows in each chat: message id by chat id. One chat answers one question at a time. */
  readonly inFlight: Readonly<Record<string, string>>;
  /** Chats whose reply ended while another was on screen. */
  readonly unseen: Readonly<Record<string, true>>;
  /** Sends a message; resolves when its reply has ended. Does nothing while the chat still answers. */
  send(sessionId: string, content: Content): Promise<void>;
  /** Stops the chat's reply; the text so far stays. */
  stop(sessionId: string): void;
  /** Asks again for the reply with this id, or for the reply to the question with this id, in its place. */
  retry(sessionId: string, messageId: string): Promise<void>;
  markSeen(sessionId: string): void;
}

interface TurnsDependencies {
  readonly env: Environment;
  readonly chats: { getState(): ChatsStore };
  /** Answers the chat with the model settings that are in use now. */
  readonly prepare: (session: ChatSession) => ChatSession;
  readonly openReply: OpenReply;
  /** Called when a turn has ended, so that nothing of it is lost. */
  readonly onTurnEnd: () => void;
}

/** Opens the stream of a reply: where it goes is decided by the chat's model settings. */
type OpenReply = (session: ChatSession, request: ChatRequest, signal: AbortSignal) => ReturnType<typeof streamReply>;

/** Makes the store of what is being answered. */
export function createTurns({ env, chats, prepare, openReply, onTurnEnd }: TurnsDependencies) {
  /** Not state: controllers are neither plain nor drawn. */
  const controllers = new Map<string, AbortController>();
  const startedAt = new Map<string, number>();

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
     * Streams the reply with `replyId`. On a retry `previous` is the earlier answer: it stays on screen until the new
     * one says something, and stays for good when the new one fails before it does.
     */
    async function answer(session: ChatSession, question: Message, blank: Message, previous?: Message) {
      const controller = new AbortController();
      controllers.set(session.id, controller);
      startedAt.set(blank.id, env.now());
      set(({ inFlight }) => ({ inFlight: { ...inFlight, [session.id]: blank.id } }));
      const { threads, messages, grow, settle, update } = chats.getState();
      const ids = threads[session.id]?.ids ?? [];
      const history = ids.slice(0, ids.indexOf(question.id)).flatMap((id) => messages[id] ?? []);
      const request = requestOf({ session, history, question });
      grow(blank.id, previous ? { ...previous, streaming: true } : blank);
      let reply = emptyReply;
      let thoughtUntil: number | undefined;
      for await (const event of openReply(session, request, controller.signal)) {
        reply = foldReply(reply, event);
        if (reply.text === "" && reply.reasoning !== "") thoughtUntil = env.now();
        const message = messageOfReply(blank, reply);
        if (!previous || hasContent(message)) grow(blank.id, withThinkingTime(message, thoughtUntil));
      }
      const ended = finishMessage(blank, reply, { now: env.now(), stopped: controller.signal.aborted });
      const finished = withThinkingTime(ended, thoughtUntil);
      const isKept = previous !== undefined && !hasContent(finished);
      settle(blank.id, isKept ? previous : finished);
      if (isKept && finished.error) report(new AppError(finished.error.kind, { message: finished.error.message }));
      update(question.id, ({ isError: _earlier, ...rest }) =>
        finished.isError && !isKept ? { ...rest, isError: true } : rest,
      );
      controllers.delete(session.id);
      startedAt.delete(blank.id);
      set(({ inFlight: { [session.id]: _ended, ...inFlight }, unseen }) => ({
        inFlight,
        unseen: chats.getState().currentId === session.id ? unseen : { ...unseen, [session.id]: true },
      }));
      onTurnEnd();
    }

    function withThinkingTime(message: Message, thoughtUntil: number | undefined): Message {
      if (thoughtUntil === undefined) return message;
      return { ...message, reasoningMs: thoughtUntil - (startedAt.get(message.id) ?? thoughtUntil) };
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
        if (!session || get().inFlight[sessionId]) return;
        const question = newMessage("user", content);
        const reply = newReply(session);
        chats.getState().append(sessionId, [question, reply]);
        await answer(session, question, reply);
      },
      stop(sessionId) {
        controllers.get(sessionId)?.abort();
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
        const old = below === undefined ? undefined : messages[below];
        const reply = newReply(session);
        if (old?.role === "assistant") {
          return answer(session, question, { ...reply, id: old.id }, hasContent(old) && !old.isError ? old : undefined);
        }
        // A question without an answer: only at the end of a chat is there a place for one.
        if (below !== undefined) return;
        chats.getState().append(sessionId, [reply]);
        return answer(session, question, reply);
      },
      markSeen(sessionId) {
        if (get().unseen[sessionId]) set(({ unseen: { [sessionId]: _seen, ...unseen } }) => ({ unseen }));
      },
    };
  });
}

/** Tells whether a reply says anything yet. */
function hasContent({ content, reasoning, tools }: Message): boolean {
  return content.length > 0 || reasoning !== undefined || tools !== undefined;
}

/** Fetches what a first answer needs ahead of it. */
export function preloadEngine(): void {
  void import("@/lib/engine/stream-chat");
}

/** Opens a reply with the engine, which is loaded when it is first needed. */
async function* streamReply(session: ChatSession, request: ChatRequest, signal: AbortSignal) {
  const [{ streamChat }, { withInPageDemo }] = await Promise.all([
    import("@/lib/engine/stream-chat"),
    import("@/lib/demo/in-page"),
  ]);
  const access = useAccess.getState();
  const provider = providerByName(session.mask.modelConfig.providerName);
  if (!provider) throw new AppError("no-model", { model: request.model });
  yield* streamChat({
    codec: provider.chat(request.model),
    connection: connect(provider, access, access.reach),
    env: access.reach.relay === undefined ? withInPageDemo(browserEnvironment) : browserEnvironment,
    signal,
    request,
    isInstant: () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
}

export const useTurns = createTurns({
  env: browserEnvironment,
  chats: useChats,
  prepare: sessionInUse,
  openReply: streamReply,
  onTurnEnd: () => void journal.flush(),
});

/** Answers the reply that grows in a chat now. */
export function growingReply(chats: ChatsStore, turns: TurnsStore, sessionId: string): Message | undefined {
  const id = turns.inFlight[sessionId];
  return id ? messageNow(chats, id) : undefined;
}

/** Reports what a turn threw: nothing should, and if it does it is seen. */
export function reportTurn(thrown: unknown): void {
  report(thrown instanceof AppError ? thrown : new AppError("unexpected", { message: String(thrown) }));
}
