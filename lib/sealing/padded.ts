type Bytes = Uint8Array<ArrayBuffer>;

/** Compression of a padded text. */
const methods = { stored: 0, deflated: 1 } as const;
/** One byte for the compression, four for the length. */
const headBytes = 5;
/** Length of the smallest padded text, in bytes. */
const leastBytes = 16_384;
/** Maximum length of an unpacked text, in bytes. */
const maxBytes = 1_600_000_000;

/** Compresses a text if the browser can, and pads it to the next step of size. */
export async function padText(text: string): Promise<Bytes> {
  const plain = new TextEncoder().encode(text);
  const isDeflated = typeof CompressionStream !== "undefined";
  const packed = isDeflated ? await through(plain, new CompressionStream("deflate-raw")) : plain;
  if (!packed) throw new RangeError("text too long");
  const padded = new Uint8Array(paddedSize(headBytes + packed.length));
  padded[0] = isDeflated ? methods.deflated : methods.stored;
  new DataView(padded.buffer).setUint32(1, packed.length);
  padded.set(packed, headBytes);
  return padded;
}

/** Returns the text of padded bytes; undefined if they are invalid. */
export async function unpadText(padded: Bytes): Promise<string | undefined> {
  if (padded.length < headBytes) return undefined;
  const end = headBytes + new DataView(padded.buffer, padded.byteOffset).getUint32(1);
  if (end > padded.length) return undefined;
  const packed = padded.subarray(headBytes, end);
  try {
    const plain =
      padded[0] === methods.deflated ? await through(packed, new DecompressionStream("deflate-raw")) : packed;
    return plain && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(plain);
  } catch {
    return undefined;
  }
}

/** Returns the next step of size: eight steps between powers of two, so that padding adds an eighth at most. */
export function paddedSize(size: number): number {
  if (size <= leastBytes) return leastBytes;
  const step = 2 ** Math.floor(Math.log2(size)) / 8;
  return Math.ceil(size / step) * step;
}

/** Sends bytes through a stream; undefined if there are too many. */
async function through(bytes: Bytes, { readable, writable }: CompressionStream): Promise<Bytes | undefined> {
  const writer = writable.getWriter();
  const isWritten = writer.write(bytes).then(() => writer.close());
  // A damaged stream fails at both ends; the reading end reports it.
  isWritten.catch(() => {});
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = readable.getReader();
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > maxBytes) return undefined;
    pieces.push(value as Bytes);
  }
  await isWritten;
  const joined = new Uint8Array(size);
  let start = 0;
  for (const piece of pieces) {
    joined.set(piece, start);
    start += piece.length;
  }
  return joined;
}
