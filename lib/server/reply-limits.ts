import { failureCode } from "@/lib/server/failure-code";
import type { Redactor } from "@/lib/server/redact";
import type { Server } from "@/lib/server/server";

/**
 * How long a reply that has begun may stay without a byte, in milliseconds: as long as OpenAI's own clients wait
 * (https://github.com/openai/openai-node#timeouts).
 */
const usualIdleMs = 600_000;

/** How long and how large a reply may become. */
export interface ReplyLimits {
  readonly totalMs: number;
  /** How long it may stay without a byte. */
  readonly idleMs?: number;
  readonly maxBytes?: number;
}

/**
 * Passes a reply on as it comes. When it is silent, or grows or goes on for too long, `upstream` is aborted and the reply breaks
 * off, so that neither side is held open and nobody takes the part for the whole.
 *
 * A caller that reads nothing lets no bytes pass, and counts as silence. Pieces are read and handed on one by one: a pipe
 * through a `TransformStream` costs more than twice as much for each of them.
 *
 * @param redactor replaces what must not reach the caller
 */
export function limitReply(
  body: ReadableStream<Uint8Array>,
  upstream: AbortController,
  { env, log }: Pick<Server, "env" | "log">,
  { totalMs, idleMs = usualIdleMs, maxBytes = Number.POSITIVE_INFINITY }: ReplyLimits,
  redactor?: Redactor,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const endsAt = env.now() + totalMs;
  const over = new AbortController();
  let passedAt = env.now();
  let bytes = 0;
  let isLeft = false;

  /** One sleeper for the whole reply, which comes in thousands of pieces. */
  async function watch(): Promise<void> {
    while (!over.signal.aborted) {
      const leftMs = Math.min(passedAt + idleMs, endsAt) - env.now();
      if (leftMs <= 0) return upstream.abort();
      await env.delay(leftMs, over.signal);
    }
  }

  /** Next logs any other error of a reply with its stack, and with parts of the reply; an aborted one it ends. */
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
  // Nothing is read ahead: what waits, waits at the provider's side.
  return new ReadableStream(source, { highWaterMark: 0 });
}
