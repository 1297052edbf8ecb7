import { useUi } from "@/store/base/ui";
import { sampleSession, usualDefaults } from "../../support/chat-samples";
import { broken, settled, setUp, stop, text } from "../../support/turn-set-up";

beforeEach(() => useUi.setState(useUi.getInitialState(), true));

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
