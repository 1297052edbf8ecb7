import fc from "fast-check";
import { type CallEvent, type CallState, newCall, reduceCall } from "@/lib/engine/reduce-call";

/** Returns the last state of a series of events, and the effects of each. */
function run(events: readonly CallEvent[], start: CallState = newCall) {
  let state = start;
  const effects = events.map((event) => {
    const step = reduceCall(state, event);
    state = step.state;
    return step.effects;
  });
  return { state, effects };
}

const replying: readonly CallEvent[] = [
  { type: "ready" },
  { type: "reply-starts" },
  { type: "reply-text", itemId: "r1", text: "High " },
  { type: "reply-sound", itemId: "r1", base64: "AAAA" },
];

const ending = (wasStopped: boolean) => [
  { type: "end-reply", wasStopped },
  { type: "show-silence", evenIfPlaying: false },
];

test("a question and its answer", () => {
  const { state, effects } = run([
    { type: "ready" },
    { type: "user-starts", itemId: "u1", atMs: 400 },
    { type: "user-ends", itemId: "u1", atMs: 1900 },
    { type: "user-said", itemId: "u1" },
    { type: "user-text", itemId: "u1", text: "When is", isWhole: false },
    { type: "user-text", itemId: "u1", text: "When is high tide?", isWhole: true },
    ...replying.slice(1),
    { type: "reply-ends", isWhole: true },
    { type: "playback-ends" },
  ]);
  expect(effects).toEqual([
    [{ type: "send-context" }],
    [{ type: "silence", itemId: "" }],
    [{ type: "cut-recording", fromMs: 400, toMs: 1900 }],
    [{ type: "note-user", itemId: "u1" }],
    [],
    [{ type: "note-user-text", itemId: "u1", text: "When is high tide?" }],
    [],
    [{ type: "note-reply-text", itemId: "r1", text: "High " }],
    [{ type: "play", base64: "AAAA" }, { type: "show-playing" }],
    ending(false),
    [{ type: "show-silence", evenIfPlaying: true }],
  ]);
  expect(state).toEqual({
    isReady: true,
    isReplying: false,
    isSounding: false,
    replyItem: "r1",
    endedItems: ["r1"],
    userStartMs: undefined,
    refusal: "",
  });
});

test("a user who speaks ends the reply, and what still arrives of it is ignored", () => {
  const { effects } = run([
    ...replying,
    { type: "user-starts", itemId: "u2", atMs: 5000 },
    { type: "reply-text", itemId: "r1", text: "late" },
    { type: "reply-sound", itemId: "r1", base64: "BBBB" },
    { type: "reply-ends", isWhole: false },
  ]);
  expect(effects.slice(replying.length)).toEqual([[{ type: "silence", itemId: "r1" }, ...ending(true)], [], [], []]);
});

test("speech that ends without a start is cut at its end", () => {
  expect(run([{ type: "user-ends", itemId: "u", atMs: 70 }]).effects).toEqual([
    [{ type: "cut-recording", fromMs: 70, toMs: 70 }],
  ]);
});

test("a connection that plays the reply itself ends it when the audio has ended", () => {
  const { effects } = run([
    ...replying.slice(0, 3),
    { type: "sound-starts" },
    { type: "reply-ends", isWhole: true },
    { type: "sound-ends" },
    { type: "sound-ends" },
  ]);
  expect(effects.slice(3)).toEqual([[], [], ending(false), []]);
});

test("a reply that the service cancels ends at once although its audio plays", () => {
  const { effects } = run([...replying, { type: "sound-starts" }, { type: "reply-ends", isWhole: false }]);
  expect(effects.at(-1)).toEqual(ending(true));
});

test("a failed reply is silenced, ended and reported", () => {
  expect(run([...replying, { type: "reply-fails", message: "No quota" }]).effects.at(-1)).toEqual([
    { type: "silence", itemId: "" },
    ...ending(true),
    { type: "report", message: "No quota" },
  ]);
});

test("an interruption cancels the reply first", () => {
  expect(run([...replying, { type: "interrupt" }]).effects.at(-1)).toEqual([
    { type: "cancel-reply" },
    { type: "silence", itemId: "r1" },
    ...ending(true),
    { type: "show-silence", evenIfPlaying: true },
  ]);
});

test("an audio gap in the middle of a reply changes nothing on screen", () => {
  expect(run([...replying, { type: "playback-ends" }]).effects.at(-1)).toEqual([]);
});

test.each<[string, readonly CallEvent[], unknown]>([
  [
    "before the service was ready",
    [{ type: "disconnect", reason: "" }],
    [{ type: "show-end", wasReady: false, message: "" }, { type: "close" }],
  ],
  [
    "with the service's last refusal",
    [{ type: "ready" }, { type: "error", code: "c", message: "Session too long" }, { type: "disconnect", reason: "" }],
    [{ type: "show-end", wasReady: true, message: "Session too long" }, { type: "close" }],
  ],
  [
    "with a reason, in the middle of a reply",
    [...replying, { type: "error", code: "c", message: "refused" }, { type: "disconnect", reason: "Going away" }],
    [
      { type: "show-end", wasReady: true, message: "Going away" },
      { type: "silence", itemId: "r1" },
      ...ending(true),
      { type: "close" },
    ],
  ],
])("a connection that closes %s", (_when, events, effects) => {
  expect(run(events).effects.at(-1)).toEqual(effects);
});

test("sends the context to the service once, and clears an old error then", () => {
  const { state, effects } = run([
    { type: "error", code: "c", message: "early" },
    { type: "ready" },
    { type: "ready" },
  ]);
  expect([state.refusal, effects]).toEqual(["", [[], [{ type: "send-context" }], []]]);
});

const itemId = fc.constantFrom("a", "b", "c");
const anyEvent: fc.Arbitrary<CallEvent> = fc.oneof(
  fc.constantFrom<CallEvent>(
    { type: "ready" },
    { type: "reply-starts" },
    { type: "sound-starts" },
    { type: "sound-ends" },
    { type: "playback-ends" },
    { type: "interrupt" },
    { type: "reply-ends", isWhole: true },
    { type: "reply-ends", isWhole: false },
    { type: "reply-fails", message: "m" },
  ),
  fc.record({ type: fc.constantFrom("reply-text" as const), itemId, text: fc.string() }),
  fc.record({ type: fc.constantFrom("reply-sound" as const), itemId, base64: fc.constant("AAAA") }),
  fc.record({ type: fc.constantFrom("user-starts" as const, "user-ends" as const), itemId, atMs: fc.nat() }),
);

test("in any order of events, a finished reply gets no text, and hanging up ends every reply", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let state = newCall;
      let isOpen = false;
      for (const event of [...events, { type: "hang-up" } as const]) {
        const ended = new Set(state.endedItems);
        const { state: next, effects } = reduceCall(state, event);
        for (const effect of effects) {
          if (effect.type === "note-reply-text") {
            expect(ended.has(effect.itemId)).toBe(false);
            isOpen = true;
          }
          if (effect.type === "end-reply") isOpen = false;
        }
        state = next;
      }
      expect([isOpen, state.isReplying]).toEqual([false, false]);
    }),
  );
});
