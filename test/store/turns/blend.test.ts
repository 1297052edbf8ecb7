import { blend, blendRequest } from "@/store/turns/blend";
import { expectConsistent } from "../../support/chat-invariants";
import { askSeveral, broken, done, settled, text } from "../../support/compared-turns";

const writer = { model: "w", providerName: "Other" };

/** Asks three models, of which two reply and one fails, and begins a blend of the two. */
async function setUp() {
  const given = await askSeveral();
  await given.stream("a").say(text("One."), done);
  await given.stream("b").say(broken);
  await given.stream("c").say(text("Three."), done);
  for (let step = 0; step < 4; step++) await settled();
  const replyIds = ["a", "c"].map(given.answerOf);
  const ended = blend(given.context, "s1", { replyIds, model: writer, prompt: "Join." });
  for (let step = 0; step < 4; step++) await settled();
  return { ...given, ended, replyIds };
}

const request = [
  "Join.",
  "<question>\nWhy?\n</question>",
  '<answer number="1">\nOne.\n</answer>',
  '<answer number="2">\nThree.\n</answer>',
].join("\n\n");

test("a model writes one answer from several, which stay as versions", async () => {
  const { stream, overview, replyIds, chats, journal, replied, ended, answerOf } = await setUp();
  const before = replied.length;
  expect(stream("w").session.mask.modelConfig.providerName).toBe("Other");
  expect(stream("w").request.messages).toEqual([{ role: "user", content: request }]);
  await stream("w").say(text("Both."), done);
  await ended;
  expect(overview()).toEqual(["(a One.)", "(b failed)", "(c Three.)", "w Both."]);
  expect(chats.getState().messages[answerOf("w")]?.blend).toEqual({
    prompt: "Join.",
    answers: [
      { id: replyIds[0], model: "a" },
      { id: replyIds[1], model: "c" },
    ],
  });
  // The question in the chat is as the user wrote it, and later requests have the blend as its answer.
  expect(chats.getState().threads.s1?.ids.map((id) => chats.getState().messages[id]?.content)).toEqual([
    "Why?",
    "Both.",
  ]);
  expect(replied.length - before).toBe(1);
  expectConsistent(chats.getState(), journal);
});

test.each([
  ["fails", broken],
  ["is stopped", undefined],
])("if the blend %s before any text, the comparison is open again", async (_name, event) => {
  const { stream, overview, ended, turns } = await setUp();
  if (event) await stream("w").say(event);
  else turns.getState().stop("s1");
  await ended;
  expect(overview()).toEqual(["0: a One.", "(1: b failed)", "(2: c Three.)"]);
  expect(turns.getState().inFlight).toEqual({});
});

test("a stopped blend stays with its text", async () => {
  const { stream, overview, ended, turns } = await setUp();
  await stream("w").push(text("Bo"));
  turns.getState().stop("s1");
  await ended;
  expect(overview()).toEqual(["(a One.)", "(b failed)", "(c Three.)", "w Bo stopped"]);
});

test("a retry blends the same answers with the same model, or with a chosen one", async () => {
  const { stream, overview, ended, turns, answerOf, chats } = await setUp();
  await stream("w").say(text("Both."), done);
  await ended;
  const first = answerOf("w");
  void turns.getState().retry("s1", first);
  for (let step = 0; step < 6; step++) await settled();
  expect(stream("w").request.messages).toEqual([{ role: "user", content: request }]);
  await stream("w").say(text("All."), done);
  await settled();
  const second = chats.getState().threads.s1?.ids.at(-1) ?? "";
  void turns.getState().retry("s1", second, { model: "x", providerName: "Other" });
  for (let step = 0; step < 6; step++) await settled();
  expect(stream("x").request.messages).toEqual([{ role: "user", content: request }]);
  await stream("x").say(text("Again."), done);
  expect(overview()).toEqual(["(a One.)", "(b failed)", "(c Three.)", "(w All.)", "(w Both.)", "x Again."]);
  const blends = [first, second, answerOf("x")].map((id) => chats.getState().messages[id]?.blend);
  expect(blends).toEqual([blends[0], blends[0], blends[0]]);
});

test("without one of its answers, a retry asks the chat's model the question", async () => {
  const { stream, ended, turns, answerOf, replyIds, chats } = await setUp();
  await stream("w").say(text("Both."), done);
  await ended;
  chats.getState().update(replyIds[1] ?? "", (message) => ({ ...message, content: "" }));
  void turns.getState().retry("s1", answerOf("w"));
  for (let step = 0; step < 6; step++) await settled();
  expect(stream("gpt-4o-mini").request.messages).toEqual([{ role: "user", content: "Why?" }]);
  await stream("gpt-4o-mini").say(text("Plain."), done);
  expect(chats.getState().messages[answerOf("gpt-4o-mini")]?.blend).toBeUndefined();
});

test("fewer than two answers, failed ones, and a chat that answers are not blended", async () => {
  const { stream, context, replyIds, answerOf, ended, answers } = await setUp();
  const before = answers().length;
  await blend(context, "s1", { replyIds, model: writer, prompt: "" });
  expect(answers()).toHaveLength(before);
  await stream("w").say(broken);
  await ended;
  const requestOf = (ids: readonly string[]) => blendRequest(context, "s1", { replyIds: ids, prompt: "" });
  expect(requestOf(replyIds.slice(1))).toBeUndefined();
  expect(requestOf([replyIds[0] ?? "", answerOf("b")])).toBeUndefined();
  expect(requestOf(replyIds)?.question.content).toBe(request.slice("Join.\n\n".length));
});
