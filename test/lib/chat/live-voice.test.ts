import fc from "fast-check";
import { foldVoice, isLive, lastSentence, noVoice, type VoiceStep } from "@/lib/chat/live-voice";

const fold = (steps: readonly VoiceStep[]) => steps.reduce(foldVoice, noVoice);

test("goes from connecting to listening, thinking, speaking and back to listening", () => {
  const steps: VoiceStep[] = [
    { type: "ready" },
    { type: "user-starts" },
    { type: "user-ends" },
    { type: "reply-starts" },
    { type: "sound-starts" },
    { type: "reply-ends" },
    { type: "sound-ends" },
  ];
  expect(steps.map((_, index) => fold(steps.slice(0, index + 1)).phase)).toEqual([
    "listening",
    "listening",
    "thinking",
    "thinking",
    "speaking",
    "speaking",
    "listening",
  ]);
});

test("the caption grows with the reply, and starts anew with the next one", () => {
  const said = fold([
    { type: "ready" },
    { type: "reply-text", itemId: "1", text: "Because " },
    { type: "reply-text", itemId: "1", text: "of the shelf." },
  ]);
  expect(said.caption).toEqual({ role: "assistant", itemId: "1", text: "Because of the shelf." });
  expect(foldVoice(said, { type: "reply-text", itemId: "2", text: "Yes" }).caption?.text).toBe("Yes");
});

test("the voice cannot change after the first answer, but can in a new conversation", () => {
  const steps: VoiceStep[] = [
    { type: "ready" },
    { type: "user-ends" },
    { type: "reply-starts" },
    { type: "reply-ends" },
  ];
  expect(steps.map((_, index) => fold(steps.slice(0, index + 1)).isVoiceFixed)).toEqual([false, false, true, true]);
  expect(noVoice.isVoiceFixed).toBe(false);
});

test("the error that ended a conversation is stored with it", () => {
  const failure = { code: "unexpected", message: "No such model." } as const;
  expect(fold([{ type: "broke", phase: "failed", failure }, { type: "ready" }])).toMatchObject({
    phase: "failed",
    failure,
  });
});

test("the user's transcript is shown, unless the answer is playing or nothing was understood", () => {
  const step: VoiceStep = { type: "user-text", itemId: "1", text: "Why?", isWhole: true };
  expect(fold([{ type: "ready" }, step]).caption).toEqual({ role: "user", itemId: "1", text: "Why?" });
  expect(fold([{ type: "ready" }, { type: "sound-starts" }, step]).caption).toBeNull();
  expect(fold([{ type: "ready" }, { ...step, text: " " }]).caption).toBeNull();
  const parts: VoiceStep[] = [
    { ...step, text: "W", isWhole: false },
    { ...step, text: "hy", isWhole: false },
  ];
  expect(fold([{ type: "ready" }, ...parts]).caption?.text).toBe("Why");
});

test("a failed conversation stays failed, whatever events follow", () => {
  const step = fc.constantFrom<VoiceStep>(
    { type: "ready" },
    { type: "sound-starts" },
    { type: "sound-ends" },
    { type: "user-ends" },
    { type: "reply-text", itemId: "1", text: "late" },
  );
  fc.assert(
    fc.property(fc.array(step), fc.array(step), (before, after) => {
      const broken = fold([...before, { type: "broke", phase: "ended", failure: null }]);
      expect(after.reduce(foldVoice, broken)).toEqual(broken);
      expect(isLive(broken.phase)).toBe(false);
    }),
  );
});

test.each([
  ["One. Two", "Two"],
  ["One. Two.", "Two."],
  ['He said "No." Then', "Then"],
  ["你好。再见。", "再见。"],
  ["  ", ""],
])("the last sentence of %j is %j", (text, sentence) => {
  expect(lastSentence(text)).toBe(sentence);
});
