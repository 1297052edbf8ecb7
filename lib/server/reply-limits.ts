import { failureCode } from "@/lib/server/failure-code";
import type { Redactor } from "@/lib/server/redact";
import type { Server } from "@/lib/server/server";

/**
 * Default maximum idle time of a reply, in milliseconds: the timeout of OpenAI's own clients
 * (https://github.com/openai/openai-node#timeouts).
 */
const defaultIdleMs = 600_000;

/** Limits of a reply. */
export interface ReplyLimits {
  readonly totalMs: number;
  /** Maximum time without a byte, in milliseconds. */
  readonly idleMs?: number;
  readonly maxBytes?: number;
}

/**
 * Forwards a reply. If it is silent, too large or too long, `upstream` is aborted and the reply ends with an error. So
 * neither side stays open, and the caller does not mistake the part for the whole.
 *
 * A caller that does not read blocks the bytes, which counts as silence. Chunks are read and enqueued individually: a
 * `TransformStream` costs more than twice as much per chunk.
 *
 * @param redactor replaces secrets that must not reach the caller
 */
export function limitReply(
  body: ReadableStream<Uint8Array>,
  upstream: AbortController,
  { env, log }: Pick<Server, "env" | "log">,
  { totalMs, idleMs = defaultIdleMs, maxBytes = Number.POSITIVE_INFINITY }: ReplyLimits,
  redactor?: Redactor,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const endsAt = env.now() + totalMs;
  const over = new AbortController();
  let passedAt = env.now();
  let bytes = 0;
  let isLeft = false;

  /** Watches the whole reply with one timer, because it has thousands of chunks. */
  async function watch(): Promise<void> {
    while (!over.signal.aborted) {
      const leftMs = Math.min(passedAt + idleMs, endsAt) - env.now();
      if (leftMs <= 0) return upstream.abort();
      await env.delay(leftMs, over.signal);
    }
  }

  /**
   * Reads a chunk. Any error except an abort would be logged by Next with its stack and parts of the reply, so the
   * error becomes an abort.
   */
  async function read() {
    try {
      return await reader.read();
    } catch (thrown) {
      if (!upstream.signal.aborted) {
        log(`Relay: a reply broke off (${failureCode(thrown)}).`);
        upstream.abort();
      }
      throw upstream.signal.reason;
    }
  }

  function leave(reason: unknown): Promise<void> {
    isLeft = true;
    return reader.cancel(reason);
  }

  function close(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const rest = redactor?.end();
    if (rest && rest.byteLength > 0) controller.enqueue(rest);
    controller.close();
  }

  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      const { signal } = upstream;
      const breakOff = () => {
        controller.error(signal.reason);
        leave(signal.reason).catch(() => undefined);
      };
      signal.addEventListener("abort", breakOff, { signal: over.signal });
    },
    async pull(controller) {
      for (;;) {
        const { done, value } = await read();
        passedAt = env.now();
        if (isLeft) return;
        if (done) return close(controller);
        bytes += value.byteLength;
        if (bytes > maxBytes) return upstream.abort();
        const passed = redactor ? redactor.pass(value) : value;
        if (passed.byteLength > 0) return controller.enqueue(passed);
      }
    },
    cancel: leave,
  };

  void watch();
  reader.closed.catch(() => undefined).finally(() => over.abort());
  // Do not read ahead: unread bytes stay at the provider's side.
  return new ReadableStream(source, { highWaterMark: 0 });
}
