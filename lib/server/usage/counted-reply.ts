import type { Access } from "@/lib/server/access";
import type { ApiRequest } from "@/lib/server/api-request";
import { type ByteSource, sourceOf, streamOf } from "@/lib/server/byte-source";
import type { ValidCode } from "@/lib/server/codes/find-code";
import { hasBudget, limitsOf } from "@/lib/server/usage/code-limits";
import type { CountedCall } from "@/lib/server/usage/counted-call";
import type { UsageLimits } from "@/lib/server/usage/limits";
import type { ExpectedCall, MeteredCall } from "@/lib/server/usage/metered-call";
import type { ReplyTap } from "@/lib/server/usage/reply-tap";
import type { CountedLimits } from "@/lib/server/usage/usage-store";

interface CountingServer {
  readonly usage: UsageLimits;
}

/** Counts a call that is not a reply, such as a search. Throws `code-per-minute` with the waiting time after too many. */
export async function countCodeCall(code: ValidCode | undefined, { usage }: CountingServer): Promise<void> {
  if (code?.rights === undefined) return;
  const { atOnce: _, ...rights } = code.rights;
  await usage.admit({ ...code, rights }, "caller");
}

/** A response, and the count of its tokens if they are counted. */
export interface SentReply {
  readonly response: Response;
  readonly metered?: MeteredCall | undefined;
}

/** The counts of a call on its way to the provider. */
export interface CallOnWay {
  readonly call: CountedCall;
  /**
   * Sets whether the provider may charge the call, although no response has arrived: true from the moment it is sent,
   * false again if it did not reach the provider or was rejected.
   */
  setCharged(metered: MeteredCall | undefined): void;
}

/** A call that has been checked and can be sent. */
export interface ReadyCall {
  /** The expected amounts, if the call is counted. */
  readonly expected?: Pick<ExpectedCall, "amounts"> | undefined;
  /** Releases what the call holds, if it is not sent. */
  release(): void;
}

/** The steps of a call to a provider. */
export interface CallSteps<Ready extends ReadyCall> {
  /** Reads and checks the call. With limits, its expected amounts are estimated. Throws a refusal. */
  prepare(limits: CountedLimits | undefined): Promise<Ready>;
  /** Sends the call. */
  send(ready: Ready, onWay: CallOnWay | undefined): Promise<SentReply>;
}

/**
 * Counts a call to a provider and sends it. The reply counts as one of its code until the response has ended, or
 * the caller has left. Throws a refusal of the limits, or what a step throws. Calls for lists (GET) are not counted, but
 * a revoked code is refused.
 *
 * A call is counted before its body is read. A short body is read first if its amounts are limited. Then one step in the
 * store counts the call and reserves the amounts.
 */
export async function countedReply<Ready extends ReadyCall>(
  { method, headers, signal }: Pick<ApiRequest, "method" | "headers" | "signal">,
  { code, use }: Access,
  server: CountingServer,
  { prepare, send }: CallSteps<Ready>,
): Promise<Response> {
  if (method === "GET") {
    if (code) await server.usage.refuseRevoked(code);
    return (await send(await prepare(undefined), undefined)).response;
  }
  const payer = use === "own" ? "caller" : "operator";
  const limits = limitsOf(code?.rights, payer);
  const early = hasBudget(limits) && isShort(headers) ? prepare(limits) : undefined;
  // A call that is refused is counted, too.
  const prepared = await early?.catch(() => undefined);
  const call = await server.usage.admit(code, payer, prepared?.expected?.amounts).catch((thrown: unknown) => {
    prepared?.release();
    throw thrown;
  });
  let end: EndReply = () => call.release();
  const ending = once((isComplete) => end(isComplete));
  // The caller may leave before anybody reads the response.
  signal.addEventListener("abort", () => ending(false), { once: true });
  if (signal.aborted) void ending(false);
  try {
    const setCharged: CallOnWay["setCharged"] = (metered) => {
      end = () => (metered ? metered.lose() : call.release());
    };
    const ready = await (early ?? prepareAdmitted(call, prepare));
    const { response, metered } = await send(ready, { call, setCharged });
    const tap = metered?.tap(response);
    end = (isComplete) => (tap && metered ? metered.end(tap, response.status, isComplete) : call.release());
    return withHeaders(endingWith(response, ending, tap), call.headers);
  } catch (thrown) {
    await ending(false);
    throw thrown;
  }
}

/** Prepares a call that has been admitted, and reserves its amounts. */
async function prepareAdmitted<Ready extends ReadyCall>(
  call: CountedCall,
  prepare: CallSteps<Ready>["prepare"],
): Promise<Ready> {
  const ready = await prepare(call.isMetered ? call.limits : undefined);
  try {
    if (ready.expected) await call.reserve(ready.expected.amounts);
    return ready;
  } catch (thrown) {
    ready.release();
    throw thrown;
  }
}

/** Maximum length of a body that is read before its call is counted, in bytes: reading it costs less than the count. */
const maxEarlyBytes = 65_536;

function isShort(headers: Headers): boolean {
  const length = headers.get("content-length");
  return length !== null && Number(length) <= maxEarlyBytes && !headers.has("transfer-encoding");
}

/** Ends the count of a reply. Resolves when it is recorded, or soon. */
type EndReply = (isComplete: boolean) => Promise<void>;

/** Returns a function that ends the reply the first time it is called. */
function once(end: EndReply): EndReply {
  let isOver = false;
  return async (isComplete) => {
    if (isOver) return;
    isOver = true;
    await end(isComplete);
  };
}

function withHeaders(response: Response, headers: CountedCall["headers"]): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** Returns the response, and calls `end` when its body has ended, has failed or is not wanted any more. */
function endingWith(response: Response, end: EndReply, tap: ReplyTap | undefined): Response {
  const { status, headers, body } = response;
  if (body === null) {
    void end(true);
    return response;
  }
  return new Response(streamOf(endingSource(sourceOf(body), end, tap)), { status, headers });
}

function endingSource(source: ByteSource, end: EndReply, tap: ReplyTap | undefined): ByteSource {
  return {
    open: (sink) =>
      source.open({
        write: tap
          ? (chunk) => {
              tap.add(chunk);
              return sink.write(chunk);
            }
          : sink.write,
        // Edge functions stop soon after a response has ended, so the record is sent before.
        end: () => void end(true).finally(() => sink.end()),
        fail(reason) {
          void end(false);
          sink.fail(reason);
        },
      }),
    flow: source.flow,
    cancel(reason) {
      void end(false);
      return source.cancel(reason);
    },
  };
}
