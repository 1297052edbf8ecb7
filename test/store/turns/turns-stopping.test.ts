import type { ChatEvent } from "@/lib/chat/event";
import { useUi } from "@/store/base/ui";
import { usualDefaults } from "../../support/chat-samples";
import { broken, exchange, settled, setUp, stop, text } from "../../support/turn-set-up";

beforeEach(() => useUi.setState(useUi.getInitialState(), true));

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
    // A partial reply counts as a reply: the next question contains it.
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
