import type { TurnInput } from "@/lib/chat/context";
import type { ChatEvent } from "@/lib/chat/event";
import type { GrowingReply } from "@/lib/chat/growing-reply";
import type { Message, ReplyError } from "@/lib/chat/message";
import type { ChatRequest } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import type { Environment } from "@/lib/environment";
import { replyErrorKinds, toAppError } from "@/lib/errors";
import type { StoredReply } from "@/lib/storage/resumable-replies";
import type { ChatsStore } from "@/store/chats/chats-state";
import { isResumable } from "@/store/turns/left-replies";

/**
 * Grace period before a network error counts as a failure, in milliseconds. Browsers abort a closing tab's requests before
 * they fire `pagehide`; without the delay the reply would be stored as failed instead of stopped.
 */
const networkErrorGraceMs = 200;

export type Asked = Pick<TurnInput, "history" | "question">;

/** Options of opening a reply, besides its request. */
export interface ReplyOptions {
  readonly signal: AbortSignal;
  readonly thread: readonly Message[];
  /** Whether other models answer the same question. */
  readonly isCompared?: boolean;
  /** The message that the reply becomes. Without it, the calls are not recorded. */
  readonly replyId?: string;
  /** Asks for the reply again, if a budget has refused it and the user allows it. */
  readonly again?: (() => void) | undefined;
  /** The message whose reply is continued. */
  readonly continued?: Message | undefined;
  /** The reply that a closed tab began. Its call is read from its beginning in place of the first call. */
  readonly resumed?: Pick<StoredReply, "id" | "key" | "rounds" | "cost"> | undefined;
}

/** Opens the stream of a reply to a thread. The chat's model settings decide where it goes. */
export type OpenReply = (session: ChatSession, request: ChatRequest, given: ReplyOptions) => AsyncIterable<ChatEvent>;

export interface TurnRunDependencies {
  readonly env: Pick<Environment, "now" | "delay">;
  readonly chats: { getState(): ChatsStore };
  readonly buildRequest: (asked: TurnInput) => Promise<ChatRequest>;
  readonly openReply: OpenReply;
  /** Whether the tab is visible. A hidden tab delays timers and renders nothing that could be waited for. */
  readonly isSeen: () => boolean;
}

/** The question of a turn, and the message that its reply replaces. */
export interface TurnPlan {
  readonly session: ChatSession;
  /** The reply's message before anything has come. */
  readonly blank: Message;
  readonly questionId: string;
  /** The message that stays if nothing more comes: an earlier answer, or the reply that is continued. */
  readonly previous?: Message | undefined;
  /** The message whose reply is continued. */
  readonly continued?: Message | undefined;
  /** Asks for the reply again. A refused one leaves no message with a button for it if `previous` stays. */
  readonly again?: () => void;
  /** Puts the question or the empty reply into the chat. Returns what is asked. */
  readonly place: () => Asked;
  /** Whether `place` waits for a macrotask of its own, so that the press of Send is a short task. */
  readonly isPlacedLater: boolean;
  /** Called once, when the turn has ended and its message is in the chat. */
  readonly onEnd: (end: TurnEnd) => void;
}

/** The result of a turn. */
export interface TurnEnd {
  readonly finished: Message;
  /** Whether the previous message has stayed, because nothing came. */
  readonly isKept: boolean;
}

/** A turn: one question and its reply, tool calls included. */
export interface TurnRun {
  readonly replyId: string;
  readonly previous: Message | undefined;
  /** Asks, and writes the reply into the chat as it comes. Resolves when the turn has ended. Never throws. */
  run(): Promise<void>;
  /** Stops the reply. The text so far stays. */
  stop(): void;
  /** Ends the turn at once with what has come: the tab closes. A reply that a later page can resume is left to that. */
  interrupt(): void;
}

/** Creates a turn; `run` begins it. */
export function createTurnRun(plan: TurnPlan, dependencies: TurnRunDependencies): TurnRun {
  const { env, chats, buildRequest, openReply, isSeen } = dependencies;
  const { session, blank, questionId, previous, continued, again } = plan;
  const controller = new AbortController();
  const startedAt = env.now();
  let phase: "placing" | "asking" | "growing" | "ended" = "placing";
  let reply: GrowingReply | undefined;
  /** Whether the reply has arrived in full. It is too late to stop it then. */
  let isComplete = false;
  /** The error that kept the reply from beginning. */
  let failure: ReplyError | undefined;
  /** The time of the last thought before any text. */
  let thoughtUntil: number | undefined;

  // TypeScript would narrow `phase` across awaits, during which `interrupt` may end the turn.
  const hasEnded = () => phase === "ended";

  function place(): Asked {
    phase = "asking";
    return plan.place();
  }

  async function growFrom(events: AsyncIterable<ChatEvent>, growing: GrowingReply): Promise<void> {
    phase = "growing";
    for await (const event of events) {
      if (event.type === "error" && event.error.kind === "network") await env.delay(networkErrorGraceMs);
      if (hasEnded()) return;
      growing.add(event);
      if (growing.isThinking()) thoughtUntil = env.now();
      if (previous && !growing.hasGrown()) continue;
      chats.getState().grow(blank.id, withThinkingTime(growing.message()));
    }
    isComplete = !controller.signal.aborted;
  }

  /** Ends the turn with what has come of its reply, once. */
  function end(): void {
    if (hasEnded()) return;
    phase = "ended";
    const { settle, dropVersion } = chats.getState();
    const how = { now: env.now(), stopped: controller.signal.aborted && !isComplete };
    const finished = withThinkingTime(reply?.finished(how) ?? messageOfNoReply(blank, failure, how));
    const isKept = previous !== undefined && !reply?.hasGrown();
    if (isKept && previous.id !== blank.id) dropVersion(session.id, blank.id, previous.id);
    else settle(blank.id, isKept ? previous : finished);
    markQuestion(finished.isError === true && !isKept);
    plan.onEnd({ finished, isKept });
  }

  /** Marks the question as failed, or removes the mark of an earlier failure. */
  function markQuestion(hasFailed: boolean): void {
    const { messages, update } = chats.getState();
    if (hasFailed === (messages[questionId]?.isError === true)) return;
    update(questionId, ({ isError: _earlier, ...rest }) => (hasFailed ? { ...rest, isError: true } : rest));
  }

  function withThinkingTime(message: Message): Message {
    // The clock may have been set back meanwhile.
    return thoughtUntil === undefined ? message : { ...message, reasoningMs: Math.max(0, thoughtUntil - startedAt) };
  }

  return {
    replyId: blank.id,
    previous,
    async run() {
      try {
        if (plan.isPlacedLater) await env.delay(0);
        if (hasEnded()) return;
        const asked = place();
        // The question is stored and rendered before it is sent.
        await env.delay(0);
        reply = (await loadGrowingReply()).growReply(blank, continued);
        const request = await buildRequest({ session, ...asked });
        const thread = [...asked.history, asked.question];
        await growFrom(
          openReply(session, request, { signal: controller.signal, thread, replyId: blank.id, continued, again }),
          reply,
        );
        // The last text is rendered first; what the end changes elsewhere follows in another macrotask.
        if (isSeen()) await env.delay(0);
      } catch (thrown) {
        const error = replyErrorOf(thrown);
        if (reply) reply.add({ type: "error", error });
        else failure = error;
      }
      end();
    },
    stop: () => controller.abort(),
    interrupt() {
      if (isResumable(blank.id)) return;
      if (phase === "placing") place();
      controller.abort();
      end();
    },
  };
}

/** Returns the message of a turn that ended before its reply could begin. */
function messageOfNoReply(
  { streaming: _ended, ...blank }: Message,
  failure: ReplyError | undefined,
  { now, stopped }: { now: number; stopped: boolean },
): Message {
  const message = { ...blank, date: now };
  return stopped || !failure ? { ...message, stopped: true } : { ...message, isError: true, error: failure };
}

/** Returns an error that was thrown instead of a reply, for example if the engine's code could not be loaded. */
function replyErrorOf(thrown: unknown): ReplyError {
  const { code, message } = toAppError(thrown);
  const kind = code === "no-model" ? "not-found" : replyErrorKinds.find((each) => each === code);
  return {
    kind: kind ?? "network",
    code: null,
    message: code === "unexpected" || code === "bad-request" ? message : "",
  };
}

/** Loads the code that a first reply needs. */
export const loadGrowingReply = () => import("@/lib/chat/growing-reply");
