import { AppError } from "@/lib/errors";
import { over } from "@/lib/server/abort-with";
import { refuse } from "@/lib/server/error-response";
import { failureCode, isMalformedHttp } from "@/lib/server/failure-code";
import type { Server } from "@/lib/server/server";

/** A call to a host that a caller has named. */
interface TimedCall {
  readonly send: () => Promise<Response>;
  /** Aborts the call. */
  readonly upstream: AbortController;
  /** Maximum time until the response starts, in milliseconds. */
  readonly ms: number;
}

/**
 * Returns the start of a call's response, and aborts the call if it does not start in time. Throws a refusal, whose
 * text contains nothing of the failure.
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
    answered.abort(over);
  }
}
