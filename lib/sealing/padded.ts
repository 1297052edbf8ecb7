import { maxBytes, packText, unpackText } from "@/lib/sealing/packed-text";

type Bytes = Uint8Array<ArrayBuffer>;

/** One byte for the compression, four for the length. */
const headBytes = 5;
/** Length of the smallest padded text, in bytes. */
const leastBytes = 16_384;

/** Compresses a text if the browser can, and pads it to the next step of size. */
export async function padText(text: string): Promise<Bytes> {
  const { method, bytes } = await packText(text);
  const padded = new Uint8Array(paddedSize(headBytes + bytes.length));
  padded[0] = method;
  new DataView(padded.buffer).setUint32(1, bytes.length);
  padded.set(bytes, headBytes);
  return padded;
}

/** Returns the text of padded bytes; undefined if they are invalid or the text is longer than `max` bytes. */
export async function unpadText(padded: Bytes, max = maxBytes): Promise<string | undefined> {
  if (padded.length < headBytes) return undefined;
  const end = headBytes + new DataView(padded.buffer, padded.byteOffset).getUint32(1);
  if (end > padded.length) return undefined;
  return unpackText({ method: padded[0] ?? 0, bytes: padded.subarray(headBytes, end) }, max);
}

/** Returns the next step of size: eight steps between powers of two, so that padding adds an eighth at most. */
export function paddedSize(size: number): number {
  if (size <= leastBytes) return leastBytes;
  const step = 2 ** Math.floor(Math.log2(size)) / 8;
  return Math.ceil(size / step) * step;
}
