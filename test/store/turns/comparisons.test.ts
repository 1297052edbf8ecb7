import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import { useSpending } from "@/store/costs/spending";
import { chooseAnswer, compare, retryAnswer, retryRefused, stopAnswer } from "@/store/turns/comparisons";
import { setResumable } from "@/store/turns/left-replies";
import { omittedParts, useOmittedParts } from "@/store/turns/omitted-parts";
import { expectConsistent } from "../../support/chat-invariants";
import { usualDefaults } from "../../support/chat-samples";
import { askSeveral, broken, done, settled, text } from "../../support/compared-turns";

afterEach(() => useOmittedParts.setState({ byChat: {} }));

test("one question goes to all models, and each answers on its own", async () => {
  const { stream, overview, turns, shown, held, replied, chats, journal } = await askSeveral();
  expect(overview()).toEqual(["0: a growing", "(1: b growing)", "(2: c growing)"]);
  expect(stream("b").request.messages).toEqual([{ role: "user", content: "Why?" }]);
  expect(stream("b").request.omitted).toEqual(["tools"]);
  await stream("c").say(text("Three."), done);
  expect(overview()).toEqual(["0: a growing", "(1: b growing)", "(2: c Three.)"]);
  expect(held).toHaveLength(2);
  expect(Object.keys(turns.getState().inFlight)).toEqual(["s1"]);
  await stream("a").say(text("One."), done);
  await stream("b").say(text("Two."), done);
  expect(overview()).toEqual(["0: a One.", "(1: b Two.)", "(2: c Three.)"]);
  expect(turns.getState().inFlight).toEqual({});
  expect(held).toEqual([]);
  // The title is written once.
  expect(replied).toEqual(["s1"]);
  expect(shown()).toEqual(["Why?", "One."]);
  expect([...journal.messages.values()].filter(({ streaming }) => streaming)).toEqual([]);
  expectConsistent(chats.getState(), journal);
});

test("of six providers two fail, one hangs and is stopped, one sends a megabyte, two answer", async () => {
  const { stream, overview, turns, context, answerOf, chats } = await askSeveral(["a", "b", "c", "d", "e", "f"]);
  const megabyte = "x".repeat(1_000_000);
  await stream("a").say(broken);
  await stream("b").say(broken);
  await stream("d").say(text(megabyte), done);
  await stream("e").say(text("Five."), done);
  await stream("f").say(text("Six."), done);
  expect(Object.keys(turns.getState().inFlight)).toEqual(["s1"]);
  stopAnswer(context, "s1", answerOf("c"));
  await settled();
  await settled();
  expect(turns.getState().inFlight).toEqual({});
  // The first answer has failed, so the first complete one is shown. The question has not failed.
  expect(overview()).toEqual([
    "(0: a failed)",
    "(1: b failed)",
    "(2: c stopped)",
    `3: d ${megabyte}`,
    "(4: e Five.)",
    "(5: f Six.)",
  ]);
  expect(Object.values(chats.getState().messages).find(({ role }) => role === "user")?.isError).toBeUndefined();
});

test("the question fails if all answers do, and no longer once one is complete", async () => {
  const { stream, turns, context, answerOf, chats } = await askSeveral(["a", "b"]);
  await stream("a").say(broken);
  await stream("b").say(broken);
  const question = () => Object.values(chats.getState().messages).find(({ role }) => role === "user");
  expect(question()?.isError).toBe(true);
  retryAnswer(context, "s1", answerOf("b"));
  await settled();
  await settled();
  await stream("b").say(text("Two."), done);
  expect(question()?.isError).toBeUndefined();
  expect(turns.getState().inFlight).toEqual({});
});

test("one answer is asked again while the others go on; the earlier one stays as a version", async () => {
  const { stream, overview, context, answerOf, turns } = await askSeveral(["a", "b"]);
  await stream("b").say(text("Two."), done);
  retryAnswer(context, "s1", answerOf("b"));
  await settled();
  await settled();
  expect(overview()).toEqual(["0: a growing", "(1: b Two. growing)", "(b Two.)"]);
  await stream("b").say(text("Second."), done);
  await stream("a").say(text("One."), done);
  expect(overview()).toEqual(["0: a One.", "(1: b Second.)", "(b Two.)"]);
  expect(turns.getState().inFlight).toEqual({});
});

test("if nothing comes of a retry, the earlier answer is in its column again", async () => {
  const { stream, overview, context, answerOf } = await askSeveral(["a", "b"]);
  await stream("a").say(text("One."), done);
  await stream("b").say(text("Two."), done);
  for (const model of ["a", "b"]) {
    retryAnswer(context, "s1", answerOf(model));
    await settled();
    await settled();
    await stream(model).say(broken);
    expect(overview()).toEqual(["0: a One.", "(1: b Two.)"]);
  }
});

test("a chosen answer is shown, and the others are ordinary versions", async () => {
  const { stream, overview, context, answerOf, turns, shown, chats, journal } = await askSeveral();
  for (const model of ["a", "b", "c"]) await stream(model).say(text(`${model} says`), done);
  chooseAnswer(context, "s1", answerOf("b"));
  expect(overview()).toEqual(["(a a says)", "b b says", "(c c says)"]);
  expectConsistent(chats.getState(), journal);
  void turns.getState().send("s1", "And then?");
  await settled();
  expect(shown()).toEqual(["Why?", "b says", "And then?", ""]);
});

test("choosing stops the answers that still grow", async () => {
  const { stream, overview, context, answerOf, turns, replied } = await askSeveral();
  await stream("c").say(text("Three."), done);
  await stream("a").push(text("On"));
  void turns.getState().send("s1", "And then?");
  chooseAnswer(context, "s1", answerOf("c"));
  await settled();
  await settled();
  await settled();
  expect(overview()).toEqual(["(a On stopped)", "(b stopped)", "c Three.", expect.stringContaining("growing")]);
  expect(replied).toEqual(["s1"]);
  // The waiting message continues from the chosen answer.
  await settled();
  expect(stream("gpt-4o-mini").request.messages.map(({ content }) => content)).toEqual(["Why?", "Three.", "And then?"]);
});

test("the stop of the chat stops all answers, and a closing tab keeps what has come", async () => {
  const { stream, overview, turns, replied } = await askSeveral();
  await stream("a").push(text("On"));
  turns.getState().stop("s1");
  await settled();
  await settled();
  expect(overview()).toEqual(["0: a On stopped", "(1: b stopped)", "(2: c stopped)"]);
  expect(replied).toEqual([]);
  const closed = await askSeveral();
  await closed.stream("b").push(text("Tw"));
  closed.turns.getState().interruptAll();
  expect(closed.overview()).toEqual(["(0: a stopped)", "1: b Tw stopped", "(2: c stopped)"]);
  expect(closed.turns.getState().inFlight).toEqual({});
});

test("answers that a later page can resume are left to it, and the others end with the page", async () => {
  const { stream, overview, turns, answerOf, replied } = await askSeveral();
  setResumable(answerOf("b"), true);
  turns.getState().interruptAll();
  expect(overview()).toEqual(["0: a stopped", "(1: b growing)", "(2: c stopped)"]);
  // A page that comes back from the browser's cache goes on.
  setResumable(answerOf("b"), false);
  await stream("b").say(text("Two."), done);
  expect([overview(), turns.getState().inFlight]).toEqual([["(0: a stopped)", "1: b Two.", "(2: c stopped)"], {}]);
  // The user has stopped nothing, so the chat gets its title and sends what waits.
  expect(replied).toEqual(["s1"]);
});

test("a comparison without a network waits with its models, and is sent in order once there is one", async () => {
  const { stream, turns, context, choices, overview, shown, setOnline } = await askSeveral(["a", "b"]);
  for (const model of ["a", "b"]) await stream(model).say(text(`${model} says`), done);
  setOnline(false);
  await turns.getState().send("s1", "And then?");
  expect(await compare(context, "s1", "Compare.", choices)).toBe(true);
  const [, waiting] = turns.getState().queued.s1 ?? [];
  expect(waiting).toEqual({ id: waiting?.id, content: "Compare.", models: choices });
  expect([shown(), turns.getState().inFlight]).toEqual([["Why?", "a says"], {}]);

  setOnline(true);
  turns.getState().sendDelayed();
  await settled();
  await stream("gpt-4o-mini").say(text("Then."), done);
  // The code of comparisons is loaded.
  while (turns.getState().queued.s1) await settled();
  await settled();
  await settled();
  await settled();
  expect(overview().filter((each) => each.includes("growing"))).toEqual(["0: a growing", "(1: b growing)"]);
  for (const model of ["a", "b"]) await stream(model).say(text(`${model} compares`), done);
  expect(shown()).toEqual(["Why?", "a says", "And then?", "Then.", "Compare.", "a compares"]);
  expect(stream("b").request.messages.map(({ content }) => content)).toEqual([
    "Why?",
    "a says",
    "And then?",
    "Then.",
    "Compare.",
  ]);
  expect(context.chats.getState().messages[waiting?.id ?? ""]?.content).toBe("Compare.");
  expect(turns.getState()).toMatchObject({ inFlight: {}, queued: {} });
});

test("without a network, a waiting comparison is not sent after another reply of its chat", async () => {
  const { stream, turns, context, choices, shown, setOnline } = await askSeveral(["a", "b"]);
  for (const model of ["a", "b"]) await stream(model).say(text(`${model} says`), done);
  setOnline(false);
  expect(await compare(context, "s1", "Compare.", choices)).toBe(true);
  void turns.getState().retry("s1", context.chats.getState().threads.s1?.ids[1] ?? "");
  await settled();
  await stream("gpt-4o-mini").say(text("Again."), done);
  await settled();
  expect([shown(), turns.getState().queued.s1?.length]).toEqual([["Why?", "Again."], 1]);
  setOnline(true);
  turns.getState().sendDelayed();
  while (turns.getState().queued.s1) await settled();
  for (let count = 0; count < 3; count++) await settled();
  for (const model of ["a", "b"]) await stream(model).say(text(`${model} compares`), done);
  expect(shown()).toEqual(["Why?", "Again.", "Compare.", "a compares"]);
});

test("a comparison waits if one of its models is out of reach, and does not overtake a waiting message", async () => {
  const { stream, turns, context, choices, setOnline } = await askSeveral(["a", "b"]);
  for (const model of ["a", "b"]) await stream(model).say(text(`${model} says`), done);
  setOnline(false);
  const local = ["local", "local 2"].map((model) => ({ model, providerName: "Ollama" }));
  const waiting = () => turns.getState().queued.s1?.map(({ content }) => content);
  await compare(context, "s1", "Both.", [...local, ...choices]);
  expect(waiting()).toEqual(["Both."]);
  // Its models are in reach, but an earlier message waits.
  await compare(context, "s1", "Local.", local);
  expect(waiting()).toEqual(["Both.", "Local."]);
  setOnline(true);
  turns.getState().sendDelayed();
  while (waiting()?.length === 2) await settled();
  expect([waiting(), Object.keys(turns.getState().inFlight)]).toEqual([["Local."], ["s1"]]);
});

test("the stop of the chat holds back the waiting message, also if an answer is complete", async () => {
  const { stream, turns, replied } = await askSeveral(["a", "b"]);
  await stream("a").say(text("One."), done);
  void turns.getState().send("s1", "And then?");
  turns.getState().stop("s1");
  for (let step = 0; step < 4; step++) await settled();
  expect(replied).toEqual([]);
  expect(turns.getState().inFlight).toEqual({});
  expect(turns.getState().queued.s1?.map(({ content }) => content)).toEqual(["And then?"]);
});

test("an answer without text is not the one that the chat continues from", async () => {
  const { stream, turns, context, answerOf, overview } = await askSeveral(["a", "b"]);
  stopAnswer(context, "s1", answerOf("a"));
  await stream("b").say(text("Two."), done);
  for (let step = 0; step < 4; step++) await settled();
  expect(overview()).toEqual(["(0: a stopped)", "1: b Two."]);
  void turns.getState().send("s1", "And then?");
  for (let step = 0; step < 4; step++) await settled();
  expect(stream("gpt-4o-mini").request.messages.map(({ content }) => content)).toEqual(["Why?", "Two.", "And then?"]);
});

test("asking the chat's model again closes the comparison", async () => {
  const { stream, turns, answerOf, overview } = await askSeveral(["a", "b"]);
  for (const model of ["a", "b"]) await stream(model).say(text(`${model} says`), done);
  void turns.getState().retry("s1", answerOf("a"));
  for (let step = 0; step < 6; step++) await settled();
  await stream("gpt-4o-mini").say(text("Three."), done);
  expect(overview()).toEqual(["(a a says)", "(b b says)", "gpt-4o-mini Three."]);
});

test("a chat that is deleted while it answers leaves nothing behind", async () => {
  const { stream, chats, turns } = await askSeveral();
  chats.getState().deleteChats(["s1"], usualDefaults);
  for (const model of ["a", "b", "c"]) await stream(model).say(text("late"), done);
  expect(turns.getState().inFlight).toEqual({});
  expect(chats.getState().live).toEqual({});
});

test("parts that the user left out are left out for all models, and after a failure", async () => {
  useOmittedParts.getState().set("s1", "history", true);
  const { stream, context, answerOf } = await askSeveral(["a", "b"]);
  expect(stream("a").request.omitted).toEqual(["history", "tools"]);
  expect(stream("b").request.omitted).toEqual(["history", "tools"]);
  expect(stream("b").options.isCompared).toBe(true);
  expect(omittedParts("s1")).toEqual([]);
  await stream("b").say(broken);
  retryAnswer(context, "s1", answerOf("b"));
  await settled();
  await settled();
  expect(stream("b").request.omitted).toEqual(["history", "tools"]);
});

test("more than six models are not asked, and a chat that answers is not asked", async () => {
  const { answers, context, choices } = await askSeveral(["a", "b", "c", "d", "e", "f", "g"]);
  expect(answers()).toHaveLength(6);
  expect(await compare(context, "s1", "Again?", choices)).toBe(false);
  expect(answers()).toHaveLength(6);
});

test("after Send this once, the refused models are asked again, and the permission ends with the last answer", async () => {
  const refused: ChatEvent = { type: "error", error: { kind: "budget", code: null, message: "" } };
  const { stream, overview, context } = await askSeveral();
  await stream("a").say(refused);
  await stream("b").say(text("Two."), done);
  await stream("c").say(refused);
  const [a, b, c] = ["a", "b", "c"].map(stream);
  useSpending.getState().allowOnce("s1");
  retryRefused(context, "s1");
  for (let step = 0; step < 4; step++) await settled();
  expect([stream("a") === a, stream("b") === b, stream("c") === c]).toEqual([false, true, false]);
  await stream("a").say(text("One."), done);
  expect(useSpending.getState().allowed).toEqual({ s1: true });
  await stream("c").say(text("Three."), done);
  expect(useSpending.getState().allowed).toEqual({});
  expect(overview()).toEqual(["(0: a One.)", "1: b Two.", "(2: c Three.)"]);
});

test("an answer that is asked again right after a stop grows only if its model is asked", async () => {
  for (const model of ["a", "b"]) {
    for (let steps = 0; steps < 6; steps++) {
      const { stream, context, answerOf, answers, turns } = await askSeveral(["a", "b"]);
      await stream(model).push(text("On"));
      const first = stream(model);
      stopAnswer(context, "s1", answerOf(model));
      for (let step = 0; step < steps; step++) await new Promise((resolve) => setImmediate(resolve));
      retryAnswer(context, "s1", answerOf(model));
      for (let step = 0; step < 6; step++) await settled();
      const isGrowing = answers().some((answer) => answer.model === model && answer.streaming);
      expect(isGrowing).toBe(stream(model) !== first);
      turns.getState().stop("s1");
      for (let step = 0; step < 4; step++) await settled();
      expect(turns.getState().inFlight).toEqual({});
    }
  }
});

const act = fc.record({
  model: fc.constantFrom("a", "b", "c"),
  kind: fc.constantFrom("say", "say", "fail", "stop", "retry", "retry", "choose"),
});

test("whatever happens in any order, one answer is shown and none is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      const { stream, context, answerOf, turns, chats, journal, shown, answers } = await askSeveral();
      const said: string[] = [];
      for (const [step, { model, kind }] of acts.entries()) {
        const words = `${model}${step}`;
        const isGrowing = answers().some(({ id, streaming }) => id === answerOf(model) && streaming);
        if (kind === "say" && isGrowing) {
          said.push(words);
          await stream(model).say(text(words), done);
        } else if (kind === "fail") await stream(model).say(broken);
        else if (kind === "stop") stopAnswer(context, "s1", answerOf(model));
        else if (kind === "retry") retryAnswer(context, "s1", answerOf(model));
        else if (kind === "choose") chooseAnswer(context, "s1", answerOf(model));
        await settled();
        await settled();
      }
      turns.getState().stop("s1");
      await settled();
      await settled();
      expect(turns.getState().inFlight).toEqual({});
      expect(shown()).toHaveLength(2);
      const texts = answers().map(({ content }) => String(content));
      expect(said.filter((words) => !texts.includes(words))).toEqual([]);
      expectConsistent(chats.getState(), journal);
    }),
    { numRuns: 60 },
  );
});
