/** Receives the bytes of a `ByteSource`. */
export interface ByteSink {
  /** Takes a chunk. Returns false if the source should wait until `flow` is called again. */
  write(chunk: Uint8Array): boolean;
  end(): void;
  fail(reason: unknown): void;
}

/**
 * Bytes that are passed on by plain calls. A web stream needs several promises for each chunk, which cost more than all
 * other work on a token.
 */
export interface ByteSource {
  /** Sets the receiver. A later one replaces an earlier one that has received nothing. */
  open(sink: ByteSink): void;
  /** Passes bytes on until the receiver is full, and then again after the next call. */
  flow(): void;
  cancel(reason: unknown): Promise<void>;
}

/** The sources of streams that `streamOf` has created. */
const sources = new WeakMap<ReadableStream<Uint8Array>, ByteSource>();

/**
 * Returns the source of an unread stream: the original one of a stream from `streamOf`, or one that reads the stream.
 * Either way the stream is locked.
 */
export function sourceOf(stream: ReadableStream<Uint8Array>): ByteSource {
  const reader = stream.getReader();
  return sources.get(stream) ?? readingSource(reader);
}

/** Returns a stream of the source's bytes. It is not read ahead: unread bytes stay at the sender's side. */
export function streamOf(source: ByteSource): ReadableStream<Uint8Array> {
  let isSettled = false;
  let onPulled = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        source.open({
          write(chunk) {
            if (!isSettled) controller.enqueue(chunk);
            onPulled();
            return false;
          },
          end() {
            if (!isSettled) controller.close();
            isSettled = true;
            onPulled();
          },
          fail(reason) {
            controller.error(reason);
            isSettled = true;
            onPulled();
          },
        });
      },
      pull() {
        if (isSettled) return undefined;
        return new Promise<void>((resolve) => {
          onPulled = resolve;
          source.flow();
        });
      },
      cancel(reason) {
        isSettled = true;
        return source.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  sources.set(stream, source);
  return stream;
}

function readingSource(reader: ReadableStreamDefaultReader<Uint8Array>): ByteSource {
  let sink: ByteSink | undefined;
  let isFlowing = false;

  async function flow(to: ByteSink): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return to.end();
        if (!to.write(value)) return;
      }
    } catch (thrown) {
      to.fail(thrown);
    } finally {
      isFlowing = false;
    }
  }

  return {
    open(to) {
      sink = to;
    },
    flow() {
      if (isFlowing || sink === undefined) return;
      isFlowing = true;
      void flow(sink);
    },
    cancel: (reason) => reader.cancel(reason),
  };
}
