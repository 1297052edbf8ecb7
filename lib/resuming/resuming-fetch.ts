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
import { importKey } from "@/lib/sealing/aead";

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
  /** Called when there is nothing to resume any more, with whether the server has answered the call. */
  readonly onEnd: (reply: ResumableReply, hasResponse: boolean) => void;
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
      const call = createCall(resumed ?? newResumableReply(), init.signal ?? undefined, clock, parts);
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

function createCall(reply: ResumableReply, signal: AbortSignal | undefined, clock: AwakeClock, parts: ResumingParts) {
  const { env, url: repliesUrl, headers, mayFinish, onBegin, onEnd } = parts;
  const read: ReadPosition = { position: 0 };
  const key = importKey(bytesOfKey(reply.key));
  const endClock = clock.begin();
  let current: Reading | undefined;
  let isOver = false;
  const abort = () => release(stopRetryMs);
  signal?.addEventListener("abort", abort, { once: true });

  /** Ends the call at the server, too: it stops the provider, and deletes what it has stored. */
  function release(retries: readonly number[] | undefined): void {
    if (isOver) return;
    isOver = true;
    signal?.removeEventListener("abort", abort);
    endClock();
    current?.cancel();
    if (retries) void stopReply(reply.id, { env, url: repliesUrl, headers }, retries);
    onEnd(reply, read.position > 0);
  }

  /** Opens the rest of the reply. Throws the cause of the loss if it cannot be read any more. */
  async function reopen(loss: Loss): Promise<Reading> {
    const sealingKey = await key;
    while (env.now() - loss.at <= loss.patienceMs) {
      await env.delay(retryMs[Math.min(loss.attempts++, retryMs.length - 1)] ?? 0, signal);
      if (signal?.aborted || isOver) break;
      const sent = { ...headers, [replyIdHeader]: reply.id, [replyFromHeader]: String(read.position) };
      const options: RequestInit = { method: "GET", headers: sent, cache: "no-store", redirect: "error" };
      const response = await env.fetch(repliesUrl, { ...options, ...(signal && { signal }) }).catch(() => undefined);
      if (response?.ok) return readPieces(response, reply, sealingKey, read);
      await response?.body?.cancel().catch(() => undefined);
      if (response && response.status < 500 && response.status !== 429) break;
    }
    throw loss.cause;
  }

  /** Returns the next bytes, from as many connections as it takes. */
  async function nextBytes(lost?: Loss): Promise<Uint8Array | undefined> {
    let loss = lost;
    for (;;) {
      if (loss) {
        clock.setLost(true);
        current = await reopen(loss);
      }
      try {
        const bytes = await current?.next();
        if (isOver) throw new AppError("network");
        clock.setLost(false);
        return bytes;
      } catch (thrown) {
        if (signal?.aborted || isOver || thrown instanceof ReplyLost) throw thrown;
        loss ??= { cause: thrown, at: env.now(), patienceMs: storedMs, attempts: 0 };
      }
    }
  }

  /** Returns the response from its beginning, as the server has stored it. */
  async function resumeFrom(loss: Loss): Promise<Response> {
    try {
      let head = read.head;
      for (let next: Loss | undefined = loss; head === undefined; next = undefined) {
        await nextBytes(next);
        head = read.head;
      }
      return new Response(restOfBody(), { status: head.status, headers: { "content-type": head.contentType } });
    } catch (thrown) {
      release([0]);
      throw thrown;
    }
  }

  function restOfBody(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const bytes = await nextBytes();
            if (bytes) return controller.enqueue(bytes);
            release([0]);
            controller.close();
          } catch (thrown) {
            release([0]);
            controller.error(thrown);
          }
        },
        cancel: () => release(stopRetryMs),
      },
      { highWaterMark: 0 },
    );
  }

  return {
    async send(url: string, init: RequestInit): Promise<Response> {
      onBegin(reply);
      const sentAt = env.now();
      const sent = new Headers(init.headers);
      sent.set(replyKeyHeader, replyKeyText({ ...reply, mayFinish: mayFinish() }));
      let response: Response;
      try {
        response = await env.fetch(url, { ...init, headers: Object.fromEntries(sent) });
      } catch (cause) {
        if (signal?.aborted) throw cause;
        const hasReached = env.now() - sentAt >= reachedMs;
        return resumeFrom({ cause, at: env.now(), patienceMs: hasReached ? storedMs : shortPatienceMs, attempts: 0 });
      }
      if (!response.ok || response.body === null) {
        release(undefined);
        return response;
      }
      read.position = 1;
      current = readResponse(response, read);
      return new Response(restOfBody(), { status: response.status, headers: response.headers });
    },
    resume: () => resumeFrom({ cause: new AppError("network"), at: env.now(), patienceMs: storedMs, attempts: 0 }),
  };
}
