import type { TurnInput } from "@/lib/chat/context";
import type { ChatEvent } from "@/lib/chat/event";
import type { Content, Message } from "@/lib/chat/message";
import { recentHistory } from "@/lib/chat/recent-history";
import type { ChatRequest } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { createChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import type { ReplyOptions } from "@/store/turns/turn-run";
import { createTurns } from "@/store/turns/turns";
import { sampleSession, usualDefaults } from "./chat-samples";
import { fakeEnvironment } from "./fake-environment";
import { fakeJournal } from "./fake-journal";

/** A stream of a reply that says what the test says, when the test says it. */
export interface OpenedReply {
  readonly session: ChatSession;
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
  /** Asks again if a budget refuses the reply. */
  readonly again: (() => void) | undefined;
  say(...events: readonly ChatEvent[]): Promise<void>;
  end(): Promise<void>;
  fail(thrown: unknown): Promise<void>;
}

export const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

export function setUp(
  prepare: (session: ChatSession) => ChatSession = (session) => session,
  contentOf: (content: Content) => Content = (content) => content,
  loadTemplateCode: () => Promise<void> | undefined = () => undefined,
) {
  const time = fakeEnvironment({ now: 1000 });
  let setBack = 0;
  const env = { ...time, now: () => time.now() - setBack };
  const journal = fakeJournal();
  const chats = createChats({ env, journal });
  const replies: OpenedReply[] = [];
  let ended = 0;

  async function* openReply(session: ChatSession, request: ChatRequest, { signal, again }: ReplyOptions) {
    const queue: (ChatEvent | { type: "close" } | { type: "throw"; thrown: unknown })[] = [];
    let wake = () => {};
    async function push(...steps: typeof queue): Promise<void> {
      queue.push(...steps);
      wake();
      await settled();
    }
    // Like the engine, a stream whose signal is aborted ends without a word.
    if (signal.aborted) return;
    signal.addEventListener("abort", () => void push({ type: "close" }));
    replies.push({
      session,
      request,
      signal,
      again,
      say: (...events) => push(...events),
      end: () => push({ type: "close" }),
      fail: (thrown) => push({ type: "throw", thrown }),
    });
    for (;;) {
      const next = queue.shift();
      if (!next) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if (next.type === "close") return;
      if (next.type === "throw") throw next.thrown;
      yield next;
    }
  }

  const replied: string[] = [];
  let isOnline = true;
  let isBudgetSpent = false;
  const refused: [string, Content][] = [];
  const refusedReplies: { sessionId: string; model: string; again: () => void }[] = [];
  let onWhole = () => {};
  const turns = createTurns({
    env,
    chats,
    prepare,
    isReachable: () => isOnline,
    refusesSend(sessionId, content) {
      if (isBudgetSpent) refused.push([sessionId, content]);
      return isBudgetSpent;
    },
    refusesReply(sessionId, { model }, again) {
      if (isBudgetSpent) refusedReplies.push({ sessionId, model, again });
      return isBudgetSpent;
    },
    loadTemplateCode,
    contentOf,
    buildRequest: async ({ session, history, question }: TurnInput) => ({
      model: session.mask.modelConfig.model,
      messages: [...recentHistory(session, history, session.mask.modelConfig), question].map(toModelMessage),
      stream: true,
    }),
    openReply,
    continueText: async () => "Go on.",
    responseTo: async () => "",
    isSeen() {
      onWhole();
      return true;
    },
    holdReply: () => () => {},
    async onTurnEnd() {
      ended += 1;
    },
    onReply: (sessionId) => replied.push(sessionId),
  });
  chats.getState().hydrate([sampleSession({ id: "s1" }), sampleSession({ id: "s2" })], "s1", usualDefaults);
  chats.getState().fillThread("s1", []);
  chats.getState().fillThread("s2", []);

  return {
    env,
    chats,
    journal,
    turns,
    replies,
    act: () => turns.getState(),
    reply: (index = -1) => replies.at(index) as OpenedReply,
    ended: () => ended,
    /** Does something when all of a reply has come, and its end has not been drawn. */
    setOnWhole(act: () => void) {
      onWhole = act;
    },
    setOnline(online: boolean) {
      isOnline = online;
    },
    ...{ refused, refusedReplies },
    spendBudget(isSpent = true) {
      isBudgetSpent = isSpent;
    },
    setClockBack(ms: number) {
      setBack = ms;
    },
    /** The chats in which a reply has come whole. */
    replied,
    /** The contents of the waiting messages by chat. */
    waiting: () =>
      Object.fromEntries(
        Object.entries(turns.getState().queued).map(([id, waiting]) => [id, waiting.map(({ content }) => content)]),
      ),
    /** The messages of a chat as they are on screen, without what only places them. */
    shown(sessionId = "s1"): Message[] {
      const state = chats.getState();
      return (state.threads[sessionId]?.ids ?? []).flatMap((id) => {
        const { sessionId: _chat, seq: _place, ...message } = messageNow(state, id) ?? { sessionId: "", seq: 0 };
        return "id" in message ? [message as Message] : [];
      });
    },
    /** The messages of a chat in words. */
    texts(sessionId = "s1"): unknown[] {
      return this.shown(sessionId).map(({ content }) => content);
    },
  };
}

function toModelMessage({ role, content }: Message) {
  return { role, content };
}

export const text = (value: string): ChatEvent => ({ type: "text-delta", text: value });

export const thought = (value: string): ChatEvent => ({ type: "reasoning-delta", text: value });

export const stop: ChatEvent = { type: "finish", finish: "stop", raw: "stop" };

export const busy = { kind: "overloaded", code: "503", message: "Busy" } as const;

export const broken: ChatEvent = { type: "error", error: busy };

type SetUp = ReturnType<typeof setUp>;

/** Asks and answers in the chat `s1`. */
export async function exchange(set: SetUp, question: string, answer: readonly ChatEvent[]): Promise<void> {
  await answered(set, set.act().send("s1", question), answer);
}

/** Asks again for a reply in the chat `s1`, and answers. */
export async function answerAgain(set: SetUp, id: string, answer: readonly ChatEvent[]): Promise<void> {
  await answered(set, set.act().retry("s1", id), answer);
}

async function answered(set: SetUp, asked: Promise<unknown>, answer: readonly ChatEvent[]): Promise<void> {
  await settled();
  await set.reply().say(...answer);
  await set.reply().end();
  await asked;
}
