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
  return streamOf(new LimitedReply(sourceOf(body), upstream, server, limits, redactor).passed());
}

/** A reply on its way to the caller, with its limits. */
class LimitedReply {
  private readonly source: ByteSource;
  private readonly upstream: AbortController;
  private readonly server: Pick<Server, "env" | "log">;
  private readonly limits: ReplyLimits;
  private readonly redactor: Redactor | undefined;
  private readonly endsAt: number;
  private readonly ended = new AbortController();
  private isOver = false;
  private passedAt: number;
  private bytes = 0;
  private sink: ByteSink | undefined;

  constructor(
    source: ByteSource,
    upstream: AbortController,
    server: Pick<Server, "env" | "log">,
    limits: ReplyLimits,
    redactor: Redactor | undefined,
  ) {
    this.source = source;
    this.upstream = upstream;
    this.server = server;
    this.limits = limits;
    this.redactor = redactor;
    this.passedAt = server.env.now();
    this.endsAt = this.passedAt + limits.totalMs;
    source.open({
      write: (chunk) => this.write(chunk),
      end: () => this.end(),
      fail: (thrown) => this.fail(thrown),
    });
    upstream.signal.addEventListener("abort", this.breakOff);
    void this.watch();
  }

  /** Returns the source for the caller. */
  passed(): ByteSource {
    return {
      open: (sink) => {
        this.sink = sink;
        if (this.upstream.signal.aborted) sink.fail(this.upstream.signal.reason);
      },
      flow: this.source.flow,
      cancel: (reason) => {
        this.stopWatching();
        return this.source.cancel(reason);
      },
    };
  }

  /** Watches the whole reply with one timer, because it has thousands of chunks. */
  private async watch(): Promise<void> {
    const { env } = this.server;
    const { idleMs = defaultIdleMs } = this.limits;
    while (!this.isOver) {
      const leftMs = Math.min(this.passedAt + idleMs, this.endsAt) - env.now();
      if (leftMs <= 0) return this.upstream.abort();
      await env.delay(leftMs, this.ended.signal);
    }
  }

  private write(chunk: Uint8Array): boolean {
    const { maxBytes = Number.POSITIVE_INFINITY, observer } = this.limits;
    if (this.isOver) return false;
    this.passedAt = this.server.env.now();
    if (this.bytes === 0) observer?.firstByte();
    this.bytes += chunk.byteLength;
    if (this.bytes > maxBytes) {
      this.upstream.abort();
      return false;
    }
    const passed = this.redactor ? this.redactor.pass(chunk) : chunk;
    return passed.byteLength === 0 || (this.sink?.write(passed) ?? false);
  }

  private end(): void {
    if (this.isOver) return;
    this.stopWatching();
    const rest = this.redactor?.end();
    if (rest && rest.byteLength > 0) this.sink?.write(rest);
    this.sink?.end();
  }

  /** A caller gets no other error than an abort: Next logs those with their stacks and parts of the reply. */
  private fail(thrown: unknown): void {
    if (this.isOver) return;
    if (!this.upstream.signal.aborted) this.server.log(`Relay: a reply broke off (${failureCode(thrown)}).`);
    this.upstream.abort();
    this.breakOff();
  }

  /** Ends both sides after an abort. */
  private readonly breakOff = (): void => {
    if (this.isOver) return;
    this.stopWatching();
    this.sink?.fail(this.upstream.signal.reason);
    this.source.cancel(this.upstream.signal.reason).catch(() => undefined);
  };

  private stopWatching(): void {
    this.isOver = true;
    this.ended.abort(over);
    this.limits.observer?.end();
    this.upstream.signal.removeEventListener("abort", this.breakOff);
  }
}
