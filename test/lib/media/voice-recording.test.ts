import { createVoiceRecording, samplesIn } from "@/lib/media/voice-recording";
import { voiceRate } from "@/lib/media/wav";

/** Samples of a tenth of a second, all with the same value. */
const chunk = (value: number) => new Int16Array(voiceRate / 10).fill(value);

const valuesOf = (samples: Int16Array) => [...new Set(samples)];

test("a cut returns the samples between two positions and drops all before the second", () => {
  const recording = createVoiceRecording();
  for (let value = 0; value < 10; value++) recording.append(chunk(value), false);
  const cut = recording.cut(250, 500);
  expect([cut.length, valuesOf(cut)]).toEqual([samplesIn(250), [2, 3, 4]]);
  expect(recording.cut(0, 700).length).toBe(samplesIn(200));
});

test("buffers the last five seconds of a silent user", () => {
  const recording = createVoiceRecording();
  for (let value = 0; value < 80; value++) recording.append(chunk(value), true);
  expect(recording.cut(0, 8000).length).toBe(samplesIn(5000));
});

test("buffers everything of a user who speaks", () => {
  const recording = createVoiceRecording();
  for (let value = 0; value < 80; value++) recording.append(chunk(value), false);
  expect(recording.cut(0, 8000).length).toBe(samplesIn(8000));
});

test.each([
  ["that ends before it begins", 500, 200],
  ["behind all that was recorded", 5000, 9000],
  ["of nothing", 0, 0],
])("a cut %s is empty", (_what, from, to) => {
  const recording = createVoiceRecording();
  recording.append(chunk(1), false);
  expect(recording.cut(from, to).length).toBe(0);
});
