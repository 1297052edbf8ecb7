import fc from "fast-check";
import { base64OfSamples, floatOf, int16Of, joinSamples, samplesOfBase64 } from "@/lib/media/pcm";
import { wavOf } from "@/lib/media/wav";

test("a WAV file declares mono, 16 bits and its byte rate", () => {
  const bytes = new Uint8Array(wavOf(Int16Array.of(1, -2)));
  const view = new DataView(bytes.buffer);
  expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe("RIFF");
  expect(new TextDecoder().decode(bytes.subarray(8, 16))).toBe("WAVEfmt ");
  expect({
    size: view.getUint32(4, true),
    format: view.getUint16(20, true),
    channels: view.getUint16(22, true),
    rate: view.getUint32(24, true),
    byteRate: view.getUint32(28, true),
    blockBytes: view.getUint16(32, true),
    bits: view.getUint16(34, true),
    data: view.getUint32(40, true),
    samples: [view.getInt16(44, true), view.getInt16(46, true)],
    length: bytes.length,
  }).toEqual({
    size: 40,
    format: 1,
    channels: 1,
    rate: 24_000,
    byteRate: 48_000,
    blockBytes: 2,
    bits: 16,
    data: 4,
    samples: [1, -2],
    length: 48,
  });
});

test("clips samples that are too loud", () => {
  expect([...int16Of(Float32Array.of(-2, -1, 0, 0.5, 1, 2))]).toEqual([-32_768, -32_768, 0, 16_384, 32_767, 32_767]);
  expect([...floatOf(Int16Array.of(-32_768, 0, 16_384))]).toEqual([-1, 0, 0.5]);
});

test("decodes base64 samples unchanged, and tolerates half a sample and invalid base64", () => {
  fc.assert(
    fc.property(fc.int16Array(), (samples) => {
      expect([...samplesOfBase64(base64OfSamples(samples))]).toEqual([...samples]);
    }),
  );
  expect([...samplesOfBase64(btoa("\x01\x02\x03"))]).toEqual([0x0201]);
  expect([...samplesOfBase64("!")]).toEqual([]);
});

test("concatenates samples in order", () => {
  expect([...joinSamples([Int16Array.of(1), Int16Array.of(), Int16Array.of(2, 3)])]).toEqual([1, 2, 3]);
});
