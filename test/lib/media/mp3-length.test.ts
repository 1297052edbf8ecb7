import { mp3Seconds } from "@/lib/media/mp3-length";

/** Returns frames with a header. Their contents do not count. */
const frames = (header: readonly number[], bytes: number, count: number) =>
  Array.from({ length: count }, () => [...header, ...Array<number>(bytes - header.length).fill(0xff)]).flat();
/** MPEG-2, 24 kHz, 160 kbit/s, as OpenAI's service sends it: frames of 24 ms. */
const speech = frames([0xff, 0xf3, 0xe4, 0xc4], 480, 50);
/** MPEG-1, 44.1 kHz, 128 kbit/s, every second frame padded. */
const music = [...frames([0xff, 0xfb, 0x90, 0], 417, 1), ...frames([0xff, 0xfb, 0x92, 0], 418, 1)];
/** MPEG-2.5, 8 kHz, 8 kbit/s. */
const phone = frames([0xff, 0xe3, 0x18, 0], 72, 10);
/** A tag of 300 bytes, among them the start of a frame. */
const tag = [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 2, 44, ...frames([0xff, 0xf3, 0xe4, 0xc4], 300, 1)];

test.each<[string, readonly number[], number | undefined]>([
  ["speech", speech, 1.2],
  ["padded frames", music, (2 * 1152) / 44_100],
  ["a low sample rate", phone, 0.72],
  ["a tag before the frames", [...tag, ...speech], 1.2],
  ["frames of several bit rates", [...speech, ...frames([0xff, 0xf3, 0x84, 0], 192, 5)], 1.32],
  ["a cut frame at the end", speech.slice(0, -100), 1.2],
  ["nothing", [], undefined],
  ["another format", [..."RIFF"].map((char) => char.charCodeAt(0)), undefined],
  ["a reserved version", [0xff, 0xeb, 0x90, 0], undefined],
  ["a free bit rate", [0xff, 0xfb, 0x00, 0], undefined],
  ["a bad bit rate", [0xff, 0xfb, 0xf0, 0], undefined],
  ["a reserved sample rate", [0xff, 0xfb, 0x9c, 0], undefined],
])("the length of %s", (_case, bytes, seconds) => {
  const found = mp3Seconds(new Uint8Array(bytes).buffer);
  expect(found === undefined ? undefined : Math.round(found * 1e6) / 1e6).toBe(
    seconds === undefined ? undefined : Math.round(seconds * 1e6) / 1e6,
  );
});
