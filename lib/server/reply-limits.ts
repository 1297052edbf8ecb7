import { over } from "@/lib/server/abort-with";
import { type ByteSink, type ByteSource, sourceOf, streamOf } from "@/lib/server/byte-source";
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
  /** Called at the first byte, and when the reply has ended, has failed or is not wanted any more. */
  readonly observer?: { firstByte(): void; end(): void };
}

/**
 * Forwards a reply. If it is silent, too large or too long, `upstream` is aborted and the reply ends with an error. So
 * neither side stays open, and the caller does not mistake the part for the whole.
 *
 * A caller that does not read blocks the bytes, which counts as silence.
 *
 * @param redactor replaces secrets that must not reach the caller
 */
export function limitReply(
  body: ReadableStream<Uint8Array>,
  upstream: AbortController,
  server: Pick<Server, "env" | "log">,
  limits: ReplyLimits,
  redactor?: Redactor,
): ReadableStream<Uint8Array> {
  return streamOf(limitedSource(sourceOf(body), upstream, server, limits, redactor));
}

function limitedSource(
  source: ByteSource,
  upstream: AbortController,
  { env, log }: Pick<Server, "env" | "log">,
  { totalMs, idleMs = defaultIdleMs, maxBytes = Number.POSITIVE_INFINITY, observer }: ReplyLimits,
  redactor?: Redactor,
): ByteSource {
  const endsAt = env.now() + totalMs;
  const ended = new AbortController();
  let passedAt = env.now();
  let bytes = 0;
  let sink: ByteSink | undefined;

  /** Watches the whole reply with one timer, because it has thousands of chunks. */
  async function watch(): Promise<void> {
    while (!ended.signal.aborted) {
      const leftMs = Math.min(passedAt + idleMs, endsAt) - env.now();
      if (leftMs <= 0) return upstream.abort();
      await env.delay(leftMs, ended.signal);
    }
  }

  function stopWatching(): void {
    ended.abort(over);
    observer?.end();
    upstream.signal.removeEventListener("abort", breakOff);
  }

  /** Ends both sides after an abort. */
  function breakOff(): void {
    if (ended.signal.aborted) return;
    stopWatching();
    sink?.fail(upstream.signal.reason);
    source.cancel(upstream.signal.reason).catch(() => undefined);
  }

  source.open({
    write(chunk) {
      if (ended.signal.aborted) return false;
      passedAt = env.now();
      if (bytes === 0) observer?.firstByte();
      bytes += chunk.byteLength;
      if (bytes > maxBytes) {
        upstream.abort();
        return false;
      }
      const passed = redactor ? redactor.pass(chunk) : chunk;
      return passed.byteLength === 0 || (sink?.write(passed) ?? false);
    },
    end() {
      if (ended.signal.aborted) return;
      stopWatching();
      const rest = redactor?.end();
      if (rest && rest.byteLength > 0) sink?.write(rest);
      sink?.end();
    },
    // A caller gets no other error than an abort: Next logs those with their stacks and parts of the reply.
    fail(thrown) {
      if (ended.signal.aborted) return;
      if (!upstream.signal.aborted) log(`Relay: a reply broke off (${failureCode(thrown)}).`);
      upstream.abort();
      breakOff();
    },
  });
  upstream.signal.addEventListener("abort", breakOff);
  void watch();

  return {
    open(to) {
      sink = to;
      if (upstream.signal.aborted) to.fail(upstream.signal.reason);
    },
    flow: source.flow,
    cancel(reason) {
      stopWatching();
      return source.cancel(reason);
    },
  };
}
