type Bytes = Uint8Array<ArrayBuffer>;

/** Compression of a packed text. */
const methods = { stored: 0, deflated: 1 } as const;

/** A text as bytes, and how they are compressed. */
export interface PackedText {
  readonly method: number;
  readonly bytes: Bytes;
}

/** Compresses a text if the browser can. Throws RangeError if it is longer than 1.6 GB. */
export async function packText(text: string): Promise<PackedText> {
  const plain = new TextEncoder().encode(text);
  if (typeof CompressionStream === "undefined") return { method: methods.stored, bytes: plain };
  const bytes = await through(plain, new CompressionStream("deflate-raw"), maxBytes);
  if (!bytes) throw new RangeError("text too long");
  return { method: methods.deflated, bytes };
}

/** Maximum length of an unpacked text, in bytes. */
export const maxBytes = 1_600_000_000;

/** Returns a packed text; undefined if it is invalid or longer than `max` bytes. */
export async function unpackText({ method, bytes }: PackedText, max: number): Promise<string | undefined> {
  try {
    const plain =
      method === methods.deflated ? await through(bytes, new DecompressionStream("deflate-raw"), max) : bytes;
    if (!plain || plain.length > max) return undefined;
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(plain);
  } catch {
    return undefined;
  }
}

/** Sends bytes through a stream; undefined if there are too many. */
async function through(
  bytes: Bytes,
  { readable, writable }: CompressionStream,
  max: number,
): Promise<Bytes | undefined> {
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
    if (size > max) {
      await reader.cancel();
      return undefined;
    }
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
