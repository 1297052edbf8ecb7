/** Bit rates of MPEG-1 and MPEG-2 Layer III by their index, in kbit/s. Index 0 and 15 are not used. */
const bitRates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;

/** Sample rates of MPEG-1 by their index, in Hz. MPEG-2 has half of them, MPEG-2.5 a quarter. */
const sampleRates = [44_100, 48_000, 32_000] as const;

const layer3 = 1;
const headerBytes = 4;
const id3HeaderBytes = 10;

interface Frame {
  readonly bytes: number;
  readonly seconds: number;
}

/** Returns the length of an MP3 sound, in seconds; undefined if the bytes are another format. */
export function mp3Seconds(buffer: ArrayBuffer): number | undefined {
  const bytes = new Uint8Array(buffer);
  let position = id3Bytes(bytes);
  let seconds = 0;
  for (let frame = frameAt(bytes, position); frame; frame = frameAt(bytes, position)) {
    seconds += frame.seconds;
    position += frame.bytes;
  }
  return seconds > 0 ? seconds : undefined;
}

/** Returns the size of an ID3v2 tag at the start. Its bytes hold seven bits each. */
function id3Bytes(bytes: Uint8Array): number {
  const [i, d, three] = bytes;
  if (i !== 0x49 || d !== 0x44 || three !== 0x33 || bytes.length < id3HeaderBytes) return 0;
  return id3HeaderBytes + bytes.subarray(6, id3HeaderBytes).reduce((size, byte) => size * 128 + (byte & 0x7f), 0);
}

/** Reads the header of a frame; undefined if no frame starts there. */
function frameAt(bytes: Uint8Array, position: number): Frame | undefined {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(position, position + headerBytes);
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || ((kind >> 1) & 3) !== layer3) return undefined;
  // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5.
  const version = (kind >> 3) & 3;
  const isFirst = version === 3;
  const bitRate = bitRates[isFirst ? 0 : 1][rates >> 4];
  const fullRate = sampleRates[(rates >> 2) & 3];
  if (version === 1 || !bitRate || !fullRate) return undefined;
  const sampleRate = fullRate / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = isFirst ? 1152 : 576;
  const padding = (rates >> 1) & 1;
  return {
    bytes: Math.floor((samples / 8) * ((bitRate * 1000) / sampleRate)) + padding,
    seconds: samples / sampleRate,
  };
}
