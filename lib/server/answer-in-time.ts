import { AppError } from "@/lib/errors";
import { refuse } from "@/lib/server/error-response";
import { failureCode, isMalformedHttp } from "@/lib/server/failure-code";
import type { Server } from "@/lib/server/server";

/** A call to a host that a caller has named. */
interface TimedCall {
  readonly send: () => Promise<Response>;
  /** Ends the call. */
  readonly upstream: AbortController;
  /** How long it may take until an answer begins, in milliseconds. */
  readonly ms: number;
}

/**
 * Returns the beginning of a call's answer, and ends the call when none comes in time. Throws a refusal: what went wrong
 * is told in words of ours.
 */
export async function answerInTime({ send, upstream, ms }: TimedCall, { env, log }: Server): Promise<Response> {
  const answered = new AbortController();
  let isLate = false;
  void env.delay(ms, answered.signal).then(() => {
    if (answered.signal.aborted) return;
    isLate = true;
    upstream.abort();
  });
  try {
    return await send();
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    if (isMalformedHttp(thrown)) log(`Relay: a reply is not HTTP (${failureCode(thrown)}).`);
    throw refuse(isLate ? "target-slow" : "target-unreachable");
  } finally {
    answered.abort();
  }
}
