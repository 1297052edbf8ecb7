/**
 * Decodes a body as text, chunk by chunk, however its characters are split; a leading byte order mark is dropped.
 *
 * The reader is used directly because WebKit cannot iterate over a stream. It is cancelled when the consumer stops
 * early.
 *
 * @param onActivity called for every chunk of bytes, even if it completes no character
 * @throws what the reader throws
 */
export async function* readText(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onActivity: (bytes: Uint8Array) => void = () => {},
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (value) onActivity(value);
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      if (text !== "") yield text;
      if (done) return;
    }
  } finally {
    cancelQuietly(reader);
  }
}

/** Cancels a reader and ignores the error if it has already ended or failed. */
export function cancelQuietly(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.cancel().catch(() => undefined);
}
