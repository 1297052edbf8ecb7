import { maxBytes, type PackedText, packText, unpackText } from "@/lib/sealing/packed-text";

type Bytes = Uint8Array<ArrayBuffer>;

/** One byte for the compression, four for the length. */
const headBytes = 5;
/** Length of the smallest padded text, in bytes. */
const leastBytes = 16_384;
/** Length of the smallest padded object: of many objects, the number tells more than their sizes. */
export const leastObjectBytes = 1_024;

/** Compresses a text if the browser can, and pads it to the next step of size. */
export async function padText(text: string, least = leastBytes): Promise<Bytes> {
  return padded(await packText(text), least);
}

/** Pads bytes to the next step of size. */
export function padBytes(bytes: Bytes, least = leastBytes): Bytes {
  return padded({ method: 0, bytes }, least);
}

function padded({ method, bytes }: PackedText, least: number): Bytes {
  const result = new Uint8Array(paddedSize(headBytes + bytes.length, least));
  result[0] = method;
  new DataView(result.buffer).setUint32(1, bytes.length);
  result.set(bytes, headBytes);
  return result;
}

/** Returns the text of padded bytes; undefined if they are invalid or the text is longer than `max` bytes. */
export async function unpadText(padded: Bytes, max = maxBytes): Promise<string | undefined> {
  const bytes = unpadBytes(padded);
  return bytes && unpackText({ method: padded[0] ?? 0, bytes }, max);
}

/** Returns the bytes without padding; undefined if they are invalid. */
export function unpadBytes(padded: Bytes): Bytes | undefined {
  if (padded.length < headBytes) return undefined;
  const end = headBytes + new DataView(padded.buffer, padded.byteOffset).getUint32(1);
  return end > padded.length ? undefined : padded.subarray(headBytes, end);
}

/** Returns the next step of size: eight steps between powers of two, so that padding adds an eighth at most. */
export function paddedSize(size: number, least = leastBytes): number {
  if (size <= least) return least;
  const step = 2 ** Math.floor(Math.log2(size)) / 8;
  return Math.ceil(size / step) * step;
}
