import type { Environment } from "@/lib/environment";

/**
 * How long a reply that has begun may stay without a byte, in milliseconds: as long as OpenAI's own clients wait
 * (https://github.com/openai/openai-node#timeouts).
 */
const idleMs = 600_000;

/**
 * Passes a reply on as it comes. When it is silent or goes on for too long, `upstream` is aborted and the reply breaks
 * off, so that neither side is held open and nobody takes the part for the whole.
 *
 * A caller that reads nothing lets no bytes pass, and counts as silence.
 */
export function limitReply(
  body: ReadableStream<Uint8Array>,
  upstream: AbortController,
  env: Pick<Environment, "now" | "delay">,
  totalMs: number,
): ReadableStream<Uint8Array> {
  const endsAt = env.now() + totalMs;
  const over = new AbortController();
  let passedAt = env.now();
  const passed = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      passedAt = env.now();
      controller.enqueue(chunk);
    },
  });

  /** One sleeper for the whole reply, which comes in thousands of pieces. */
  async function watch(): Promise<void> {
    while (!over.signal.aborted) {
      const leftMs = Math.min(passedAt + idleMs, endsAt) - env.now();
      if (leftMs <= 0) return upstream.abort();
      await env.delay(leftMs, over.signal);
    }
  }

  void watch();
  body
    .pipeTo(passed.writable, { signal: upstream.signal })
    // Both sides have heard of it through their streams.
    .catch(() => undefined)
    .finally(() => over.abort());
  return passed.readable;
}
