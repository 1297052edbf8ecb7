import type { Message } from "@/lib/chat/message";
import { AppError } from "@/lib/errors";
import { useUi } from "@/store/base/ui";
import { sampleMessage } from "../../support/chat-samples";
import {
  answerAgain,
  broken,
  busy,
  exchange,
  type OpenedReply,
  settled,
  setUp,
  stop,
  text,
  thought,
} from "../../support/turn-set-up";

beforeEach(() => useUi.setState(useUi.getInitialState(), true));

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
    // A page that is reloaded now finds a growing reply, which it can resume.
    expect(set.journal.messages.get("id-2")).toMatchObject({ content: "At n", streaming: true });
    await set.reply().say(text("oon."), stop);
    await set.reply().end();
    await going;
    expect(set.texts()).toEqual(["When?", "At noon."]);
    expect(set.shown()[1]).toMatchObject({ id: "id-2", reasoning: "Hm." });
    expect(set.shown()[1]).not.toHaveProperty("isCut");
    expect(set.shown()[1]).not.toHaveProperty("streaming");
  });

  test("shows a call that had no result when the reply ended as stopped", async () => {
    const set = setUp();
    await cutReply(set);
    const call = { id: "c", name: "tide", argumentsText: "{}", state: "running", progress: "1 of 2" } as const;
    set.chats.getState().update("id-2", (message) => ({ ...message, tools: [call] }));
    const going = set.act().continueReply("s1", "id-2");
    await settled();
    const { progress: _progress, ...ended } = call;
    expect(set.shown()[1]?.tools).toEqual([{ ...ended, state: "failed", problem: "stopped" }]);
    await set.reply().end();
    await going;
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
