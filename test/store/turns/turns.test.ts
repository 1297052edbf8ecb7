import type { ChatEvent } from "@/lib/chat/event";
import { AppError } from "@/lib/errors";
import { useUi } from "@/store/base/ui";
import { usualSettings } from "../../support/chat-samples";
import { answerAgain, broken, exchange, settled, setUp, stop, text, thought } from "../../support/turn-set-up";

beforeEach(() => useUi.setState(useUi.getInitialState(), true));

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

  test.each(["loading", "failed", "missing"])("waits in a chat whose messages are %s", async (status) => {
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
    expect(set.waiting()).toEqual({ s1: ["One"] });
  });

  test("does nothing for a chat that does not exist", async () => {
    const set = setUp();
    await set.act().send("gone", "One");
    expect([set.replies, set.waiting()]).toEqual([[], {}]);
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
