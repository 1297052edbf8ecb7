import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { type AwakeClock, createAwakeClock } from "@/lib/resuming/awake-clock";
import { type Reading, type ReadPosition, ReplyLost, readPieces, readResponse } from "@/lib/resuming/read-pieces";
import {
  bytesOfKey,
  newResumableReply,
  type ResumableReply,
  replyFromHeader,
  replyIdHeader,
  replyKeyHeader,
  replyKeyText,
  storedMs,
} from "@/lib/resuming/resumable-reply";
import { stopReply, stopRetryMs } from "@/lib/resuming/stop-reply";
import { importKey, type SealingKey } from "@/lib/sealing/aead";

/** Services of calls whose replies can be resumed. */
export interface ResumingParts {
  readonly env: Environment;
  /** URL of `/api/replies`. */
  readonly url: string;
  /** Headers with the same credentials as the calls. */
  readonly headers: Readonly<Record<string, string>>;
  /** A reply that an earlier page began. It is read from its beginning in place of the first call. */
  readonly resumed?: ResumableReply | undefined;
  /** Whether a reply may finish although nobody reads it. */
  readonly mayFinish: () => boolean;
  /** Called when a call is sent, with the reply that a later page could resume. */
  readonly onBegin: (reply: ResumableReply) => void;
  /** Called when there is nothing to resume any more. */
  readonly onEnd: (reply: ResumableReply) => void;
}

/** Pauses before the next attempts to reach the server, in milliseconds. The last one repeats. */
const retryMs = [0, 500, 1000, 2000, 5000] as const;

/** Time after which a call that fails has probably reached the server, in milliseconds. */
const reachedMs = 3000;

/** Patience with a call that has probably not reached the server, in milliseconds. */
const shortPatienceMs = 5000;

/**
 * Creates an environment whose POST calls survive a broken connection: their responses go on where they broke off, byte
 * for byte. Its clock does not count the time without a connection.
 */
export function createResumingEnvironment(parts: ResumingParts): Environment {
  const { env } = parts;
  const clock = createAwakeClock(env);
  let { resumed } = parts;
  return {
    ...env,
    now: clock.now,
    async fetch(url, init = {}) {
      if (init.method !== "POST") return env.fetch(url, init);
      const call = new ResumableCall(resumed ?? newResumableReply(), init.signal ?? undefined, clock, parts);
      if (resumed === undefined) return call.send(url, init);
      resumed = undefined;
      return call.resume();
    },
  };
}

/** A lost connection. */
interface Loss {
  /** The error that is thrown if the reply cannot be resumed. */
  readonly cause: unknown;
  readonly at: number;
  readonly patienceMs: number;
  /** Number of attempts to reach the server. */
  attempts: number;
}

/** A call whose reply goes on after a lost connection. */
class ResumableCall {
  private readonly reply: ResumableReply;
  private readonly signal: AbortSignal | undefined;
  private readonly clock: AwakeClock;
  private readonly parts: ResumingParts;
  private readonly key: Promise<SealingKey>;
  private readonly endClock: () => void;
  private readonly read: ReadPosition = { position: 0 };
  private current: Reading | undefined;
  private isOver = false;

  constructor(reply: ResumableReply, signal: AbortSignal | undefined, clock: AwakeClock, parts: ResumingParts) {
    this.reply = reply;
    this.signal = signal;
    this.clock = clock;
    this.parts = parts;
    this.key = importKey(bytesOfKey(reply.key));
    this.endClock = clock.begin();
    signal?.addEventListener("abort", this.abort, { once: true });
  }

  /** Sends the call. */
  async send(url: string, init: RequestInit): Promise<Response> {
    const { env, mayFinish, onBegin } = this.parts;
    onBegin(this.reply);
    const sentAt = env.now();
    const sent = new Headers(init.headers);
    sent.set(replyKeyHeader, replyKeyText({ ...this.reply, mayFinish: mayFinish() }));
    let response: Response;
    try {
      response = await env.fetch(url, { ...init, headers: Object.fromEntries(sent) });
    } catch (cause) {
      if (this.signal?.aborted) throw cause;
      const hasReached = env.now() - sentAt >= reachedMs;
      return this.resumeFrom(this.lossBy(cause, hasReached ? storedMs : shortPatienceMs));
    }
    if (!response.ok || response.body === null) {
      this.release(undefined);
      return response;
    }
    this.read.position = 1;
    this.current = readResponse(response, this.read);
    return new Response(this.restOfBody(), { status: response.status, headers: response.headers });
  }

  /** Reads the reply from its beginning in place of sending the call. */
  resume(): Promise<Response> {
    return this.resumeFrom(this.lossBy(new AppError("network"), storedMs));
  }

  private lossBy(cause: unknown, patienceMs: number): Loss {
    return { cause, at: this.parts.env.now(), patienceMs, attempts: 0 };
  }

  /** Returns the response from its beginning, as the server has stored it. */
  private async resumeFrom(loss: Loss): Promise<Response> {
    const { read } = this;
    try {
      let { head } = read;
      for (let next: Loss | undefined = loss; head === undefined; next = undefined) {
        await this.nextBytes(next);
        head = read.head;
      }
      return new Response(this.restOfBody(), { status: head.status, headers: { "content-type": head.contentType } });
    } catch (thrown) {
      this.release([0]);
      throw thrown;
    }
  }

  private restOfBody(): ReadableStream<Uint8Array> {
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      try {
        const bytes = await this.nextBytes();
        if (bytes) return controller.enqueue(bytes);
        this.release([0]);
        controller.close();
      } catch (thrown) {
        this.release([0]);
        controller.error(thrown);
      }
    };
    return new ReadableStream({ pull, cancel: this.abort }, { highWaterMark: 0 });
  }

  /** Returns the next bytes, from as many connections as it takes. */
  private async nextBytes(lost?: Loss): Promise<Uint8Array | undefined> {
    let loss = lost;
    for (;;) {
      if (loss) {
        this.clock.setLost(true);
        this.current = await this.reopen(loss);
      }
      try {
        const bytes = await this.current?.next();
        if (this.isOver) throw new AppError("network");
        this.clock.setLost(false);
        return bytes;
      } catch (thrown) {
        if (this.signal?.aborted || this.isOver || thrown instanceof ReplyLost) throw thrown;
        loss ??= this.lossBy(thrown, storedMs);
      }
    }
  }

  /** Opens the rest of the reply. Throws the cause of the loss if it cannot be read any more. */
  private async reopen(loss: Loss): Promise<Reading> {
    const { reply, signal, read } = this;
    const { env, url, headers } = this.parts;
    const sealingKey = await this.key;
    while (env.now() - loss.at <= loss.patienceMs) {
      await env.delay(retryMs[Math.min(loss.attempts++, retryMs.length - 1)] ?? 0, signal);
      if (signal?.aborted || this.isOver) break;
      const sent = { ...headers, [replyIdHeader]: reply.id, [replyFromHeader]: String(read.position) };
      const options: RequestInit = { method: "GET", headers: sent, cache: "no-store", redirect: "error" };
      const response = await env.fetch(url, { ...options, ...(signal && { signal }) }).catch(() => undefined);
      if (response?.ok) return readPieces(response, reply, sealingKey, read);
      await response?.body?.cancel().catch(() => undefined);
      if (response && response.status < 500 && response.status !== 429) break;
    }
    throw loss.cause;
  }

  private readonly abort = (): void => this.release(stopRetryMs);

  /** Ends the call at the server, too: it stops the provider, and deletes what it has stored. */
  private release(retries: readonly number[] | undefined): void {
    if (this.isOver) return;
    this.isOver = true;
    const { reply, parts } = this;
    const { env, url, headers, onEnd } = parts;
    this.signal?.removeEventListener("abort", this.abort);
    this.endClock();
    this.current?.cancel();
    if (retries) void stopReply(reply.id, { env, url, headers }, retries);
    onEnd(reply);
  }
}
