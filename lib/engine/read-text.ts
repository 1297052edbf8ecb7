/**
 * Reads a body as text, piece by piece, however the network cut its characters; a leading byte order mark is dropped.
 *
 * The reader is read by hand, since WebKit cannot iterate over a stream. It is cancelled when the consumer stops early.
 *
 * @param onActivity hears of every piece of bytes, those that complete no character included
 * @throws what the reader throws
 */
export async function* readText(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onActivity: () => void = () => {},
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (value) onActivity();
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      if (text !== "") yield text;
      if (done) return;
    }
  } finally {
    cancelQuietly(reader);
  }
}

/** Cancels a reader; one that is at its end or has failed needs it no more, and may say so. */
export function cancelQuietly(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.cancel().catch(() => undefined);
}
