import type { TurnInput } from "@/lib/chat/context";
import type { ChatEvent } from "@/lib/chat/event";
import type { Content, Message } from "@/lib/chat/message";
import { recentHistory } from "@/lib/chat/recent-history";
import type { ChatRequest } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { AppError } from "@/lib/errors";
import { useUi } from "@/store/base/ui";
import { createChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import type { ReplyOptions } from "@/store/turns/turn-run";
import { createTurns } from "@/store/turns/turns";
import { sampleMessage, sampleSession, usualDefaults, usualSettings } from "../../support/chat-samples";
import { fakeEnvironment } from "../../support/fake-environment";
import { fakeJournal } from "../../support/fake-journal";

/** A stream of a reply that says what the test says, when the test says it. */
interface OpenedReply {
  readonly session: ChatSession;
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
  /** Asks again if a budget refuses the reply. */
  readonly again: (() => void) | undefined;
  say(...events: readonly ChatEvent[]): Promise<void>;
  end(): Promise<void>;
  fail(thrown: unknown): Promise<void>;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function setUp(
  prepare: (session: ChatSession) => ChatSession = (session) => session,
  contentOf: (content: Content) => Content = (content) => content,
  loadTemplateCode: () => Promise<void> | undefined = () => undefined,
) {
  const time = fakeEnvironment({ now: 1000 });
  let setBack = 0;
  const env = { ...time, now: () => time.now() - setBack };
  const chats = createChats({ env, journal: fakeJournal() });
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

const text = (value: string): ChatEvent => ({ type: "text-delta", text: value });
const thought = (value: string): ChatEvent => ({ type: "reasoning-delta", text: value });
const stop: ChatEvent = { type: "finish", finish: "stop", raw: "stop" };
const busy = { kind: "overloaded", code: "503", message: "Busy" } as const;
const broken: ChatEvent = { type: "error", error: busy };

beforeEach(() => useUi.setState(useUi.getInitialState(), true));

type SetUp = ReturnType<typeof setUp>;

/** Asks and answers in the chat `s1`. */
async function exchange(set: SetUp, question: string, answer: readonly ChatEvent[]): Promise<void> {
  await answered(set, set.act().send("s1", question), answer);
}

/** Asks again for a reply in the chat `s1`, and answers. */
async function answerAgain(set: SetUp, id: string, answer: readonly ChatEvent[]): Promise<void> {
  await answered(set, set.act().retry("s1", id), answer);
}

async function answered(set: SetUp, asked: Promise<unknown>, answer: readonly ChatEvent[]): Promise<void> {
  await settled();
  await set.reply().say(...answer);
  await set.reply().end();
  await asked;
}

describe("sending", () => {
  test("appends the question and a growing reply, and applies events until it ends", async () => {
    const set = setUp();
    const { act, shown, env } = set;
    const sent = act().send("s1", "When?");
    const question = { id: "id-1", role: "user", content: "When?", date: 1000 };
    const blank = {
      id: "id-2",
      role: "assistant",
      content: "",
      date: 1000,
      streaming: true,
      model: "gpt-4o-mini",
      providerName: "OpenAI",
    };
    expect(act().inFlight).toEqual({ s1: "id-2" });
    await settled();
    expect(shown()).toEqual([question, blank]);
    await set.reply().say(text("At "), text("noon."));
    expect(shown()).toEqual([question, { ...blank, content: "At noon." }]);
    await env.advance(700);
    await set.reply().say(stop);
    await set.reply().end();
    await sent;
    const { streaming, ...finished } = blank;
    expect(shown()).toStrictEqual([question, { ...finished, content: "At noon.", date: 1700 }]);
    expect(act()).toMatchObject({ inFlight: {}, unseen: {} });
    expect(set.ended()).toBe(1);
  });

  test("sends the history before the question and the current settings", async () => {
    const modelConfig = { ...usualSettings, model: "gpt-5", providerName: "Acme", historyMessageCount: 2 };
    const set = setUp((session) => ({ ...session, mask: { ...session.mask, modelConfig } }));
    await exchange(set, "One", [text("1"), stop]);
    await exchange(set, "Two", [text("2"), stop]);
    expect(set.reply()).toMatchObject({
      session: { id: "s1", mask: { modelConfig } },
      request: {
        model: "gpt-5",
        messages: [
          { role: "user", content: "One" },
          { role: "assistant", content: "1" },
          { role: "user", content: "Two" },
        ],
      },
    });
    expect(set.shown().at(-1)).toMatchObject({ model: "gpt-5", providerName: "Acme" });
  });

  test("waits while the chat has a growing reply, and continues in another chat", async () => {
    const set = setUp();
    const first = set.act().send("s1", "One");
    await set.act().send("s1", "Two");
    await set.act().retry("s1", "id-1");
    expect(set.shown()).toHaveLength(2);
    const other = set.act().send("s2", "Three");
    await settled();
    expect(Object.keys(set.act().inFlight)).toEqual(["s1", "s2"]);
    expect(set.replies).toHaveLength(2);
    await set.reply(1).say(text("3"), stop);
    await set.reply(1).end();
    await other;
    expect(Object.keys(set.act().inFlight)).toEqual(["s1"]);
    expect(set.waiting()).toEqual({ s1: ["Two"] });
    await set.reply(0).say(text("1"), stop);
    await set.reply(0).end();
    await first;
    await settled();
    expect(set.act().queued).toEqual({});
    expect(set.reply().request.messages.at(-1)).toEqual({ role: "user", content: "Two" });
    await set.reply().say(text("2"), stop);
    await set.reply().end();
    expect([set.texts("s1"), set.texts("s2")]).toEqual([
      ["One", "1", "Two", "2"],
      ["Three", "3"],
    ]);
  });

  test.each(["loading", "failed", "missing"])("is rejected for a chat whose messages are %s", async (status) => {
    const set = setUp();
    const { chats } = set;
    chats.getState().patchSession("s1", { messageCount: 7 });
    if (status === "loading") chats.getState().startThread("s1");
    if (status === "failed") chats.getState().failThread("s1");
    if (status === "missing") chats.setState({ threads: {} });
    const before = chats.getState();
    await set.act().send("s1", "One");
    expect(chats.getState()).toBe(before);
    expect(set.replies).toEqual([]);
  });

  test("does nothing for a chat that does not exist", async () => {
    const set = setUp();
    await set.act().send("gone", "One");
    expect(set.replies).toEqual([]);
    expect(set.act().inFlight).toEqual({});
  });
});

describe("a complete reply", () => {
  test("calls onReply once, with its chat", async () => {
    const set = setUp();
    await exchange(set, "When?", [text("At noon."), stop]);
    expect(set.replied).toEqual(["s1"]);
  });

  test.each<[string, readonly ChatEvent[]]>([
    ["failed", [text("At"), broken]],
    ["was empty", []],
    ["broke off", [text("At no")]],
  ])("does not call onReply when it %s", async (_name, events) => {
    const set = setUp();
    await exchange(set, "When?", events);
    expect(set.replied).toEqual([]);
  });

  test("does not call onReply if it was stopped", async () => {
    const set = setUp();
    const sent = set.act().send("s1", "When?");
    await settled();
    await set.reply().say(text("At no"));
    set.act().stop("s1");
    await sent;
    expect(set.replied).toEqual([]);
  });

  test("does not call onReply if the previous answer stays", async () => {
    const set = setUp();
    await exchange(set, "When?", [text("At noon."), stop]);
    await answerAgain(set, "id-2", [broken]);
    expect(set.replied).toEqual(["s1"]);
  });
});

describe("the template", () => {
  test("is applied to the user's text before it is shown and sent, and not again on a retry", async () => {
    const set = setUp(
      (session) => session,
      (content) => `Translate: ${String(content)}`,
    );
    await exchange(set, "Hello", [broken]);
    await answerAgain(set, "id-2", [text("Bonjour"), stop]);
    expect(set.texts()).toEqual(["Translate: Hello", "Bonjour"]);
    expect(set.reply().request.messages).toEqual([{ role: "user", content: "Translate: Hello" }]);
  });
});

describe("a template whose code is not loaded yet", () => {
  test.each([
    ["loads", () => Promise.resolve()],
    ["cannot be loaded", () => Promise.reject(new Error("no network"))],
  ])("holds the message back until it %s, and sends it", async (_how, load) => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
    let loading: Promise<void> | undefined;
    let start = () => {};
    const begun = new Promise<void>((resolve) => {
      start = resolve;
    });
    const set = setUp(
      undefined,
      (content) => `> ${content}`,
      () => {
        loading ??= begun.then(load);
        return loading;
      },
    );
    const sent = set.act().send("s1", "Hi");
    expect([set.waiting(), set.act().inFlight]).toEqual([{ s1: ["Hi"] }, {}]);
    start();
    await settled();
    await settled();
    expect(set.waiting()).toEqual({});
    expect(set.shown().map(({ content }) => content)).toEqual(["> Hi", ""]);
    await set.reply().end();
    await sent;
    warn.mockRestore();
  });
});

describe("the thinking time", () => {
  test("is undefined if the clock is set back meanwhile", async () => {
    const set = setUp();
    const sent = set.act().send("s1", "When?");
    await settled();
    set.setClockBack(500);
    await set.reply().say(thought("Let me see."), text("Noon."), stop);
    await set.reply().end();
    await sent;
    expect(set.shown()[1]).toMatchObject({ content: "Noon.", reasoningMs: 0 });
  });

  test("lasts from the start to the last reasoning before the answer", async () => {
    const set = setUp();
    const sent = set.act().send("s1", "When?");
    await settled();
    await set.env.advance(400);
    await set.reply().say(thought("Let me "));
    expect(set.shown()[1]).toMatchObject({ reasoning: "Let me ", reasoningMs: 400 });
    await set.env.advance(600);
    await set.reply().say(thought("see."));
    await set.env.advance(2000);
    await set.reply().say(text("Noon."), thought(" Indeed."), stop);
    await set.reply().end();
    await sent;
    expect(set.shown()[1]).toMatchObject({ content: "Noon.", reasoning: "Let me see. Indeed.", reasoningMs: 1000 });
  });

  test("is undefined for a reply without reasoning", async () => {
    const set = setUp();
    await exchange(set, "When?", [text("Noon."), stop]);
    expect(set.shown()[1]).not.toHaveProperty("reasoningMs");
  });
});

describe("stopping", () => {
  test("keeps the text so far without an error, and allows the next question", async () => {
    const set = setUp();
    const sent = set.act().send("s1", "When?");
    await settled();
    await set.reply().say(text("At no"));
    set.act().stop("s1");
    await sent;
    expect(set.reply().signal.aborted).toBe(true);
    expect(set.shown()[1]).toMatchObject({ content: "At no", stopped: true });
    expect(set.shown()[1]).not.toHaveProperty("isError");
    expect(set.shown()[1]).not.toHaveProperty("streaming");
    expect(set.act().inFlight).toEqual({});
    await exchange(set, "And then?", [text("Low."), stop]);
    expect(set.texts()).toEqual(["When?", "At no", "And then?", "Low."]);
  });

  test("before the first text leaves an empty reply that is marked as stopped", async () => {
    const set = setUp();
    const sent = set.act().send("s1", "When?");
    await settled();
    set.act().stop("s1");
    await sent;
    expect(set.shown()[1]).toMatchObject({ content: "", stopped: true });
    expect(set.shown()[0]).not.toHaveProperty("isError");
  });

  test("right after sending keeps the question, and an empty reply marked as stopped", async () => {
    const set = setUp();
    const sent = set.act().send("s1", "When?");
    set.act().stop("s1");
    await sent;
    expect(set.shown()).toMatchObject([{ content: "When?" }, { content: "", stopped: true }]);
    expect(set.shown()[0]).not.toHaveProperty("isError");
  });

  test("stops only its own chat, and ignores a chat without a reply", async () => {
    const set = setUp();
    void set.act().send("s1", "One");
    void set.act().send("s2", "Two");
    await settled();
    set.act().stop("s2");
    set.act().stop("gone");
    await settled();
    expect(Object.keys(set.act().inFlight)).toEqual(["s1"]);
  });
});

test("a stop after the whole reply has arrived changes nothing", async () => {
  const set = setUp();
  const sending = set.act().send("s1", "One");
  await settled();
  set.setOnWhole(() => set.act().stop("s1"));
  await set.reply().say(text("At noon."));
  await set.reply().end();
  await sending;
  expect(set.shown("s1")[1]).toMatchObject({ content: "At noon." });
  expect(set.shown("s1")[1]).not.toHaveProperty("stopped");
  expect(set.texts("s1")).toEqual(["One", "At noon."]);
});

describe("when the tab closes", () => {
  test("every reply ends at once with its text so far, and later events are ignored", async () => {
    const set = setUp();
    const one = set.act().send("s1", "One");
    const two = set.act().send("s2", "Two");
    await settled();
    await set.reply(0).say(text("At no"));
    set.act().interruptAll();
    expect(set.shown("s1")[1]).toMatchObject({ content: "At no", stopped: true });
    expect(set.shown("s2")[1]).toMatchObject({ content: "", stopped: true });
    expect(set.act().inFlight).toEqual({});
    expect(set.ended()).toBe(2);
    await set.reply(0).say(text("on."), broken);
    await Promise.all([one, two]);
    expect(set.texts("s1")).toEqual(["One", "At no"]);
    expect(set.ended()).toBe(2);
  });

  test("a message sent at that moment is stored in its chat once, and is not answered", async () => {
    const set = setUp();
    const sent = set.act().send("s1", "One");
    set.act().interruptAll();
    expect(set.shown()).toMatchObject([{ content: "One" }, { content: "", stopped: true }]);
    await sent;
    expect(set.texts()).toEqual(["One", ""]);
    expect(set.replies).toEqual([]);
    expect(set.act().inFlight).toEqual({});
  });
});

describe("a connection that breaks", () => {
  const lost: ChatEvent = { type: "error", error: { kind: "network", code: null, message: "" } };

  test("is a failure if the tab is still open a moment later", async () => {
    const set = setUp();
    const sent = set.act().send("s1", "When?");
    await settled();
    await set.reply().say(text("At "), lost);
    expect(set.shown()[1]).toMatchObject({ content: "At ", streaming: true });
    await set.env.advance(1000);
    await set.reply().end();
    await sent;
    expect(set.shown()[1]).toMatchObject({ content: "At ", error: { kind: "network" } });
    // What came of it is an answer: it goes along with the next question.
    expect(set.shown()[1]).not.toHaveProperty("isError");
  });

  test("is a stop if the tab was closed", async () => {
    const set = setUp();
    const sent = set.act().send("s1", "When?");
    await settled();
    await set.reply().say(text("At "), lost);
    set.act().interruptAll();
    await set.env.advance(1000);
    await sent;
    expect(set.shown()[1]).toMatchObject({ content: "At ", stopped: true });
    expect(set.shown()[1]).not.toHaveProperty("isError");
  });
});

describe("a reply that fails", () => {
  test("is marked with its error, like its question, and both are omitted from requests", async () => {
    const set = setUp();
    await exchange(set, "When?", [text("At"), broken]);
    expect(set.shown()).toMatchObject([
      { content: "When?", isError: true },
      { content: "At", isError: true, error: busy },
    ]);
    await exchange(set, "And then?", [text("Low."), stop]);
    expect(set.reply().request.messages).toEqual([{ role: "user", content: "And then?" }]);
  });

  test.each([
    ["an error of ours that replies have too", new AppError("too-large"), { kind: "too-large", message: "" }],
    ["that the model's provider is gone", new AppError("no-model", { model: "x" }), { kind: "not-found", message: "" }],
    [
      "a part of the app that did not load",
      new Error("Loading failed"),
      { kind: "network", message: "Loading failed" },
    ],
  ])("because the engine threw %s is marked, and the chat does not hang", async (_name, thrown, error) => {
    const set = setUp();
    const sent = set.act().send("s1", "When?");
    await settled();
    await set.reply().fail(thrown);
    await sent;
    expect(set.shown()).toMatchObject([{ isError: true }, { content: "", isError: true, error }]);
    expect(set.shown()[1]).not.toHaveProperty("streaming");
    expect(set.act().inFlight).toEqual({});
    expect(set.ended()).toBe(1);
  });
});

describe("retrying", () => {
  test.each(["id-1", "id-2"])(
    "a failed reply by the id %s asks again in its place, and clears both marks",
    async (id) => {
      const set = setUp();
      await exchange(set, "When?", [thought("Hm."), broken]);
      await exchange(set, "And then?", [text("Low."), stop]);
      const retried = set.act().retry("s1", id);
      await settled();
      const { content, isError, error, reasoning, streaming } = set.shown()[1] as Message;
      expect({ content, isError, error, reasoning, streaming }).toEqual({ content: "", streaming: true });
      await set.reply().say(text("At noon."), stop);
      await set.reply().end();
      await retried;
      expect(set.texts()).toEqual(["When?", "At noon.", "And then?", "Low."]);
      expect(set.reply().request.messages).toEqual([{ role: "user", content: "When?" }]);
      for (const message of set.shown()) expect(message).not.toHaveProperty("isError");
      expect(set.shown()[1]).not.toHaveProperty("reasoning");
      expect(set.act().inFlight).toEqual({});
    },
  );

  test("keeps the previous answer on screen until the new one has text", async () => {
    const set = setUp();
    await exchange(set, "When?", [thought("Hm."), text("At noon."), stop]);
    const retried = set.act().retry("s1", "id-2");
    await settled();
    expect(set.shown()[1]).toMatchObject({ id: "id-3", content: "At noon.", streaming: true });
    await set.reply().say({ type: "usage", usage: { inputTokens: 3 } });
    expect(set.shown()[1]).toMatchObject({ content: "At noon.", reasoning: "Hm." });
    await set.reply().say(text("At one."));
    expect(set.shown()[1]).toMatchObject({ id: "id-3", content: "At one.", streaming: true });
    expect(set.shown()[1]).not.toHaveProperty("reasoning");
    await set.reply().say(stop);
    await set.reply().end();
    await retried;
    expect(set.texts()).toEqual(["When?", "At one."]);
    const { asides, ids } = set.chats.getState().threads.s1 ?? {};
    expect({ asides, ids }).toEqual({ asides: { "id-1": ["id-2"] }, ids: ["id-1", "id-3"] });
    set.chats.getState().showVersion("s1", "id-3", "id-2");
    expect(set.texts()).toEqual(["When?", "At noon."]);
  });

  test("twice at once sends one request", async () => {
    const set = setUp();
    await exchange(set, "When?", [text("At noon."), stop]);
    const both = Promise.all([set.act().retry("s1", "id-2"), set.act().retry("s1", "id-2")]);
    await settled();
    expect(set.replies).toHaveLength(2);
    await set.reply().say(text("At one."), stop);
    await set.reply().end();
    await both;
    expect(set.texts()).toEqual(["When?", "At one."]);
  });

  test.each([
    ["it fails", async (reply: OpenedReply) => reply.say(broken), [{ kind: "error", code: "overloaded" }]],
    ["it is empty", async () => {}, [{ kind: "error", code: "empty" }]],
    [
      "the engine throws",
      async (reply: OpenedReply) => reply.fail(new Error("x")),
      [{ kind: "error", code: "network" }],
    ],
  ])("keeps the previous answer unchanged when %s, and reports it", async (_name, happen, toasts) => {
    const set = setUp();
    await exchange(set, "When?", [thought("Hm."), text("At noon."), stop]);
    const before = set.shown();
    await set.env.advance(5000);
    const retried = set.act().retry("s1", "id-2");
    await settled();
    await happen(set.reply());
    await set.reply().end();
    await retried;
    expect(set.shown()).toStrictEqual(before);
    const said = useUi.getState().toasts.map(({ content }) => ({
      kind: content.kind,
      code: content.kind === "error" ? content.error.code : "",
    }));
    expect(said).toEqual(toasts);
    expect(set.act().inFlight).toEqual({});
  });

  test("stopped before its first text keeps the previous answer without a report", async () => {
    const set = setUp();
    await exchange(set, "When?", [text("At noon."), stop]);
    const before = set.shown();
    const retried = set.act().retry("s1", "id-2");
    await settled();
    set.act().stop("s1");
    await retried;
    expect(set.shown()).toStrictEqual(before);
    expect(useUi.getState().toasts).toEqual([]);
  });

  test("that fails after some text keeps that text, with its error", async () => {
    const set = setUp();
    await exchange(set, "When?", [text("At noon."), stop]);
    await answerAgain(set, "id-2", [text("At o"), broken]);
    expect(set.shown()).toMatchObject([{ isError: true }, { content: "At o", isError: true, error: busy }]);
  });

  test("an unanswered question at the end of the chat gets an answer", async () => {
    const set = setUp();
    await exchange(set, "When?", [text("At noon."), stop]);
    set.chats.getState().remove("s1", ["id-2"]);
    await answerAgain(set, "id-1", [text("At one."), stop]);
    expect(set.texts()).toEqual(["When?", "At one."]);
  });

  test("an unanswered question in the middle of the chat gets an answer at its position", async () => {
    const set = setUp();
    await exchange(set, "When?", [text("At noon."), stop]);
    await exchange(set, "And then?", [text("Low."), stop]);
    set.chats.getState().remove("s1", ["id-2"]);
    await answerAgain(set, "id-1", [text("At one."), stop]);
    expect(set.texts()).toEqual(["When?", "At one.", "And then?", "Low."]);
  });

  test("retries the selected one of two replies after one question", async () => {
    const set = setUp();
    await exchange(set, "When?", [text("At noon."), stop]);
    await exchange(set, "And then?", [text("Low."), stop]);
    set.chats.getState().remove("s1", ["id-3"]);
    await answerAgain(set, "id-4", [text("At one."), stop]);
    expect(set.texts()).toEqual(["When?", "At noon.", "At one."]);
  });

  test.each([
    ["a message that does not exist", "gone"],
    ["a greeting without a question above it", "hello"],
  ])("does nothing for %s", async (_name, id) => {
    const set = setUp();
    set.chats.getState().append("s1", [sampleMessage({ id: "hello", role: "assistant" })]);
    await exchange(set, "When?", [text("At noon."), stop]);
    await exchange(set, "And then?", [text("Low."), stop]);
    set.chats.getState().remove("s1", ["id-2"]);
    const before = set.shown();
    await set.act().retry("s1", id);
    expect(set.shown()).toEqual(before);
    expect(set.replies).toHaveLength(2);
  });
});

describe("editing a question", () => {
  test("hides the question and everything below, sends the messages before it, and all can be shown again", async () => {
    const set = setUp();
    await exchange(set, "When?", [text("At noon."), stop]);
    await exchange(set, "And then?", [text("Low."), stop]);
    await exchange(set, "Why?", [text("The moon."), stop]);
    const asked = set.act().resend("s1", "id-3", "And at night?");
    await settled();
    expect(set.texts()).toEqual(["When?", "At noon.", "And at night?", ""]);
    expect(set.reply().request.messages.map(({ content }) => content)).toEqual(["When?", "At noon.", "And at night?"]);
    await set.reply().say(text("High."), stop);
    await set.reply().end();
    await asked;
    const [, , version] = set.shown();
    set.chats.getState().showVersion("s1", version?.id ?? "", "id-3");
    expect(set.texts()).toEqual(["When?", "At noon.", "And then?", "Low.", "Why?", "The moon."]);
    set.chats.getState().showVersion("s1", "id-3", version?.id ?? "");
    expect(set.texts()).toEqual(["When?", "At noon.", "And at night?", "High."]);
  });

  test.each([
    ["while the chat answers", "id-1", true],
    ["a message that is not a question", "id-2", false],
    ["what does not exist", "id-9", false],
  ])("does nothing: %s", async (_name, id, isBusy) => {
    const set = setUp();
    await exchange(set, "When?", [text("At noon."), stop]);
    if (isBusy) void set.act().send("s1", "Two");
    await settled();
    const before = set.texts();
    await set.act().resend("s1", id, "Other words");
    expect(set.texts()).toEqual(before);
  });
});

describe("continuing a reply that broke off", () => {
  async function cutReply(set: ReturnType<typeof setUp>) {
    await exchange(set, "When?", [
      thought("Hm."),
      text("At n"),
      { type: "finish", finish: "length", raw: "length" },
      { type: "end" },
    ]);
  }

  test("appends to its text, and sends the question, the text so far and the request to continue", async () => {
    const set = setUp((session) => {
      const modelConfig = { ...session.mask.modelConfig, historyMessageCount: 0 };
      return { ...session, mask: { ...session.mask, modelConfig } };
    });
    await cutReply(set);
    expect(set.shown()[1]).toMatchObject({ content: "At n", isCut: true });
    const going = set.act().continueReply("s1", "id-2");
    await settled();
    expect(set.reply().request.messages).toEqual([
      { role: "user", content: "When?" },
      { role: "assistant", content: "At n" },
      { role: "user", content: "Go on." },
    ]);
    expect(set.shown()[1]).toMatchObject({ id: "id-2", content: "At n", streaming: true });
    await set.reply().say(text("oon."), stop);
    await set.reply().end();
    await going;
    expect(set.texts()).toEqual(["When?", "At noon."]);
    expect(set.shown()[1]).toMatchObject({ id: "id-2", reasoning: "Hm." });
    expect(set.shown()[1]).not.toHaveProperty("isCut");
    expect(set.shown()[1]).not.toHaveProperty("streaming");
  });

  test("keeps it unchanged if nothing arrives, and reports the reason", async () => {
    const set = setUp();
    await cutReply(set);
    const before = set.shown();
    const going = set.act().continueReply("s1", "id-2");
    await settled();
    await set.reply().say(broken);
    await set.reply().end();
    await going;
    expect(set.shown()).toStrictEqual(before);
    expect(useUi.getState().toasts).toHaveLength(1);
  });

  test("is only possible for the last message", async () => {
    const set = setUp();
    await cutReply(set);
    await exchange(set, "And then?", [text("Low."), stop]);
    await set.act().continueReply("s1", "id-2");
    expect(set.replies).toHaveLength(2);
  });
});

describe("a waiting message", () => {
  test.each([
    ["a stop", async (set: ReturnType<typeof setUp>) => set.act().stop("s1")],
    [
      "a failure",
      async (set: ReturnType<typeof setUp>) =>
        set
          .reply()
          .say(broken)
          .then(() => set.reply().end()),
    ],
  ])("is held back by %s, and sent on request", async (_name, happen) => {
    const set = setUp();
    const first = set.act().send("s1", "One");
    await settled();
    await set.act().send("s1", "Two");
    await set.act().send("s1", "Three");
    await happen(set);
    await first;
    expect([set.waiting(), set.replies.length]).toEqual([{ s1: ["Two", "Three"] }, 1]);
    expect(set.act().unqueue("s1", 0)).toBe("Two");
    void set.act().sendQueued("s1");
    await settled();
    expect(set.act().queued).toEqual({});
    expect(set.reply().request.messages.at(-1)).toEqual({ role: "user", content: "Three" });
  });

  test("for the network is sent once when there is a connection, in order; a later message does not overtake it", async () => {
    const set = setUp();
    set.setOnline(false);
    await set.act().send("s1", "One");
    await set.act().send("s1", "Two");
    expect([set.waiting(), set.shown()]).toEqual([{ s1: ["One", "Two"] }, []]);
    set.setOnline(true);
    await set.act().send("s1", "Three");
    set.act().sendDelayed();
    for (const answer of ["1", "2", "3"]) {
      await settled();
      await set.reply().say(text(answer), stop);
      await set.reply().end();
    }
    await settled();
    expect(set.texts()).toEqual(["One", "1", "Two", "2", "Three", "3"]);
    expect([set.replies.length, set.act().queued]).toEqual([3, {}]);
  });

  test("for the network is sent at once on request", async () => {
    const set = setUp();
    set.setOnline(false);
    await set.act().send("s1", "One");
    void set.act().sendQueued("s1");
    await settled();
    expect([set.replies.length, set.act().queued]).toEqual([1, {}]);
  });

  test("is not sent when the tab closes", async () => {
    const set = setUp();
    void set.act().send("s1", "One");
    await settled();
    await set.act().send("s1", "Two");
    set.act().interruptAll();
    await settled();
    expect([set.waiting(), set.replies.length]).toEqual([{ s1: ["Two"] }, 1]);
  });

  test("keeps its id when it is appended to its chat", async () => {
    const set = setUp();
    set.setOnline(false);
    await set.act().send("s1", "One");
    const id = set.act().queued.s1?.[0]?.id;
    void set.act().sendQueued("s1");
    await settled();
    expect(set.shown()[0]).toMatchObject({ id, content: "One" });
  });

  test("of a deleted chat is not sent", async () => {
    const set = setUp();
    const first = set.act().send("s1", "One");
    await settled();
    await set.act().send("s1", "Two");
    set.chats.getState().deleteChats(["s1"], usualDefaults);
    await set.reply().say(text("1"), stop);
    await set.reply().end();
    await first;
    await settled();
    expect([set.replies.length, set.waiting()]).toEqual([1, { s1: ["Two"] }]);
  });
});

test("stops all replies at once", async () => {
  const set = setUp();
  const both = Promise.all([set.act().send("s1", "One"), set.act().send("s2", "Two")]);
  await settled();
  set.act().stopAll();
  await both;
  expect(set.act().inFlight).toEqual({});
  expect([...set.shown("s1"), ...set.shown("s2")].map(({ stopped }) => stopped)).toEqual([
    undefined,
    true,
    undefined,
    true,
  ]);
});

describe("a reply that ends while it is not visible", () => {
  test("is marked while another chat is open, until it is seen", async () => {
    const set = setUp();
    const sent = set.act().send("s1", "When?");
    await settled();
    set.chats.getState().select("s2");
    await set.reply().say(text("At noon."), stop);
    expect(set.act().unseen).toEqual({});
    await set.reply().end();
    await sent;
    expect(set.act().unseen).toEqual({ s1: true });
    set.act().markSeen("s2");
    expect(set.act().unseen).toEqual({ s1: true });
    set.act().markSeen("s1");
    expect(set.act().unseen).toEqual({});
  });

  test("is not marked if its chat is open again by then", async () => {
    const set = setUp();
    const sent = set.act().send("s1", "When?");
    set.chats.getState().select("s2");
    await settled();
    set.chats.getState().select("s1");
    await set.reply().say(text("At noon."), stop);
    await set.reply().end();
    await sent;
    expect(set.act().unseen).toEqual({});
  });
});

describe("after its chat was deleted", () => {
  test("later events change nothing in the list, throw nothing, and are there if the chat is restored", async () => {
    const set = setUp();
    const sent = set.act().send("s1", "When?");
    await settled();
    await set.reply().say(text("At "));
    const undo = set.chats.getState().deleteChats(["s1"], usualDefaults);
    const { sessions, currentId } = set.chats.getState();
    await set.reply().say(text("noon."), stop);
    await set.reply().end();
    await sent;
    expect(set.chats.getState()).toMatchObject({ sessions, currentId });
    expect(set.act()).toMatchObject({ inFlight: {}, unseen: {} });
    undo();
    expect(set.texts()).toEqual(["When?", "At noon."]);
    expect(set.shown()[1]).not.toHaveProperty("streaming");
  });

  test("its reply can be stopped, and is restored as stopped", async () => {
    const set = setUp();
    const sent = set.act().send("s1", "When?");
    await settled();
    await set.reply().say(text("At "));
    set.act().stop("s1");
    const undo = set.chats.getState().deleteChats(["s1"], usualDefaults);
    await sent;
    undo();
    expect(set.shown()[1]).toMatchObject({ content: "At ", stopped: true });
  });

  test("a message can be removed while its reply is streaming, and none of it is restored", async () => {
    const set = setUp();
    const sent = set.act().send("s1", "When?");
    await settled();
    await set.reply().say(text("At "));
    set.chats.getState().remove("s1", ["id-1", "id-2"]);
    await set.reply().say(text("noon."), stop);
    await set.reply().end();
    await sent;
    expect(set.shown()).toEqual([]);
    expect(set.chats.getState().messages).toEqual({});
    expect(set.act().inFlight).toEqual({});
  });
});

test("over a spent budget, a message is neither sent nor queued, also while the chat answers", async () => {
  const { act, shown, waiting, replies, refused, spendBudget, reply } = setUp();
  const first = act().send("s1", "one");
  await settled();
  await settled();
  spendBudget();
  await act().send("s1", "two");
  await reply().end();
  await first;
  await act().send("s1", "three");
  expect(refused).toEqual([
    ["s1", "two"],
    ["s1", "three"],
  ]);
  expect(waiting()).toEqual({});
  expect(replies).toHaveLength(1);
  expect(
    shown()
      .filter(({ role }) => role === "user")
      .map(({ content }) => content),
  ).toEqual(["one"]);
});

test.each([
  [
    "a retry",
    "m2",
    (act: () => ReturnType<ReturnType<typeof setUp>["act"]>, id: string) =>
      act().retry("s1", id, { model: "m2", providerName: "OpenAI" }),
  ],
  [
    "going on",
    sampleSession({ id: "s1" }).mask.modelConfig.model,
    (act: () => ReturnType<ReturnType<typeof setUp>["act"]>, id: string) => act().continueReply("s1", id),
  ],
])("over a spent budget, %s changes nothing, and can be asked for again", async (_name, model, ask) => {
  const { act, shown, replies, refusedReplies, spendBudget, reply } = setUp();
  const first = act().send("s1", "one");
  await settled();
  await settled();
  await reply().say({ type: "text-delta", text: "First" });
  act().stop("s1");
  await first;
  const before = shown();
  spendBudget();
  await ask(act, before[1]?.id ?? "");
  expect(shown()).toEqual(before);
  expect(replies).toHaveLength(1);
  expect(refusedReplies).toEqual([{ sessionId: "s1", model, again: expect.any(Function) }]);
  spendBudget(false);
  refusedReplies[0]?.again();
  for (let step = 0; step < 4; step++) await settled();
  expect(replies).toHaveLength(2);
  expect(reply().session.mask.modelConfig.model).toBe(model);
});

test.each([
  ["a retry", (act: ReturnType<typeof setUp>["act"], id: string) => act().retry("s1", id)],
  ["going on", (act: ReturnType<typeof setUp>["act"], id: string) => act().continueReply("s1", id)],
])("%s that only the engine refuses leaves the chat as it was, and can be asked for again", async (_name, ask) => {
  const { act, shown, replies, reply } = setUp();
  const first = act().send("s1", "one");
  await settled();
  await settled();
  expect(reply().again).toBeUndefined();
  await reply().say({ type: "text-delta", text: "First" });
  act().stop("s1");
  await first;
  const before = shown();
  const refused = ask(act, before[1]?.id ?? "");
  for (let step = 0; step < 4; step++) await settled();
  await reply().fail(new AppError("budget"));
  await refused;
  expect(shown()).toEqual(before);
  expect(useUi.getState().toasts).toMatchObject([{ content: { kind: "error", error: { code: "budget" } } }]);
  reply().again?.();
  for (let step = 0; step < 4; step++) await settled();
  expect(replies).toHaveLength(3);
});
