import type { ChatEvent } from "@/lib/chat/event";
import type { ReplyError } from "@/lib/chat/message";
import type { ChatRequest } from "@/lib/chat/request";
import { createCallMeter, type EndedCall } from "@/lib/engine/call-meter";
import { type IdleWatch, watchIdle } from "@/lib/engine/idle-watch";
import { limitReply } from "@/lib/engine/limit-reply";
import { readAnswer, readWholeResponse } from "@/lib/engine/read-answer";
import type { CallObserver, ResponseObserver } from "@/lib/engine/record-calls";
import { sendCall } from "@/lib/engine/send-call";
import { splitThinkMarks } from "@/lib/engine/think-marks";
import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import {
  hasParameter,
  type OptionalParameter,
  refusedParameter,
  withoutParameters,
} from "@/lib/providers/optional-parameters";
import type { ChatCodec, Connection, HttpCall } from "@/lib/providers/provider";

/** The call to a model, its timeouts and its limits. */
export interface ChatOpening {
  readonly codec: ChatCodec;
  readonly connection: Connection;
  readonly env: Pick<Environment, "fetch" | "now" | "delay">;
  /** Ends the reply immediately, without an error. */
  readonly signal: AbortSignal;
  /** Maximum idle time, in milliseconds; for a reply that is not streamed, its maximum duration. */
  readonly timeoutMs: number;
  /** Timeout for the headers of a stream, in milliseconds, if it differs from `timeoutMs`. */
  readonly headerTimeoutMs?: number;
  /** Maximum length of a reply, in characters. */
  readonly maxReplyChars?: number;
  /** Parameters that were refused; the default is shared by all calls of the page. */
  readonly refusals?: Refusals;
  /** Called when the provider has refused a parameter, which later calls to the model omit. */
  readonly onRefused?: ((parameter: OptionalParameter) => void) | undefined;
  /** Called with the estimated tokens of each call before it is sent. */
  readonly onSend?: ((input: number) => void) | undefined;
  /** Called in place of `onCall` for a call that did not reach the provider. */
  readonly onUnsent?: (() => void) | undefined;
  /** Called once for each call that reached the provider, when it has ended. */
  readonly onCall?: ((call: EndedCall) => void) | undefined;
  /** Observes what is sent and received. */
  readonly observer?: CallObserver | undefined;
}

/** The optional parameters that providers refused, by address and model. */
export type Refusals = Map<string, Set<OptionalParameter>>;

/** Refusals until the page is reloaded: what an account or a model may do can change. */
const pageRefusals: Refusals = new Map();

/**
 * Prepares a call to a model. The returned function takes a request and yields the events of its reply.
 *
 * Never throws: every failure is an error event after the text so far.
 */
export function openChat({ maxReplyChars = 8_000_000, ...opening }: ChatOpening) {
  return (request: ChatRequest): AsyncGenerator<ChatEvent> =>
    limitReply(splitThinkMarks(callWithAccepted(request, opening)), maxReplyChars);
}

/** Returns the first call that `openChat` sends for a request, without a signature. */
export function firstCall(
  request: ChatRequest,
  { codec, connection, refusals = pageRefusals }: Pick<ChatOpening, "codec" | "connection" | "refusals">,
): HttpCall {
  const refused = refusals.get(refusalKey(request, connection)) ?? new Set();
  const asked = codec.isWhole || refused.has("stream") ? { ...request, stream: false } : request;
  return withoutParameters(codec.buildRequest(asked, connection), refused);
}

function refusalKey({ model }: Pick<ChatRequest, "model">, { baseUrl }: Connection): string {
  return `${baseUrl} ${model}`;
}

/** Calls a model. If it refuses an optional parameter by name, the call is repeated without it, as are later calls. */
async function* callWithAccepted(request: ChatRequest, opening: ChatOpening): AsyncGenerator<ChatEvent> {
  const { codec, connection, refusals = pageRefusals } = opening;
  const key = refusalKey(request, connection);
  const refused = refusals.get(key) ?? new Set();
  let sent: HttpCall | undefined;
  const buildRequest: ChatCodec["buildRequest"] = (asked, to) => {
    sent = withoutParameters(codec.buildRequest(asked, to), refused);
    return sent;
  };
  for (;;) {
    const accepted = refused.has("stream") ? { ...request, stream: false } : request;
    let newlyRefused: OptionalParameter | undefined;
    let isFirst = true;
    for await (const event of callModel(accepted, { ...opening, codec: { ...codec, buildRequest } })) {
      if (isFirst && event.type === "error") newlyRefused = refusedParameter(event.error);
      // Without the parameter in the call, a repetition would fail in the same way.
      if (newlyRefused && !refused.has(newlyRefused) && sent && hasParameter(sent, newlyRefused)) break;
      newlyRefused = undefined;
      isFirst = false;
      yield event;
    }
    if (!newlyRefused) return;
    refused.add(newlyRefused);
    refusals.set(key, refused);
    opening.onRefused?.(newlyRefused);
  }
}

/** Interval for polling a task, and its maximum duration, in milliseconds. */
const taskPollMs = 5000;
const taskCeilingMs = 900_000;

async function* callModel(asked: ChatRequest, opening: ChatOpening): AsyncGenerator<ChatEvent> {
  const { codec, connection, env, signal, timeoutMs, headerTimeoutMs = timeoutMs } = opening;
  const request = codec.isWhole ? { ...asked, stream: false } : asked;
  if (signal.aborted) return;
  const call = new AbortController();
  const abort = () => call.abort();
  signal.addEventListener("abort", abort);
  const watch = watchIdle(env, request.stream ? headerTimeoutMs : timeoutMs, abort);
  const meter = createCallMeter(request);
  let isSent = false;
  let isReached = false;
  let isComplete = false;
  let broken: { by: unknown } | undefined;
  let observed: ResponseObserver | undefined;
  try {
    const http = codec.buildRequest(request, connection);
    isSent = true;
    opening.onSend?.(meter.end().estimate.input);
    observed = opening.observer?.onSend(http, connection);
    const response = await sendCall(http, { ...opening, signal: call.signal });
    observed?.onHead(response);
    isReached = true;
    if (request.stream) watch.restart(timeoutMs);
    const onBytes = observed?.onBytes;
    const reading = { codec, signal: call.signal, onBytes, ...(request.stream ? { watch } : {}) };
    const polling = { ...opening, watch, signal: call.signal, onBytes };
    for await (const event of withTask(readAnswer(response, reading), polling)) {
      isComplete ||= event.type === "finish" || event.type === "end";
      meter.add(event);
      yield event;
      if (event.type === "end" || event.type === "error") return;
    }
  } catch (thrown) {
    broken = { by: thrown };
  } finally {
    watch.stop();
    signal.removeEventListener("abort", abort);
    observed?.onEnd();
    // A call that was stopped before its response may have reached the provider, which then charges for its input.
    const mayCost = isReached || (isSent && (signal.aborted || call.signal.aborted));
    call.abort();
    if (mayCost) opening.onCall?.(meter.end());
    else if (isSent) opening.onUnsent?.();
  }
  // After the provider has finished the reply, a broken or open connection does not matter.
  if (signal.aborted || isComplete) return;
  const waitedMs = watch.expiredAfterMs();
  if (waitedMs !== undefined) yield { type: "error", error: timedOut(waitedMs) };
  else if (broken) yield { type: "error", error: brokenCall(broken.by) };
}

/** Polls the task that a response has started, and yields the events of its result. Throws what `fetch` throws. */
async function* withTask(
  events: AsyncIterable<ChatEvent>,
  opening: Pick<ChatOpening, "codec" | "connection" | "env" | "signal" | "timeoutMs"> & {
    readonly watch: IdleWatch;
    readonly onBytes?: ((bytes: Uint8Array) => void) | undefined;
  },
): AsyncGenerator<ChatEvent> {
  const { codec, connection, env, signal, timeoutMs, watch, onBytes } = opening;
  const endsAt = env.now() + taskCeilingMs;
  let round: AsyncIterable<ChatEvent> | Iterable<ChatEvent> = events;
  for (;;) {
    let id: string | undefined;
    for await (const event of round) {
      if (event.type === "task") id = event.id;
      else yield event;
    }
    if (id === undefined || !codec.task || signal.aborted) return;
    if (env.now() >= endsAt) return yield { type: "error", error: timedOut(taskCeilingMs) };
    watch.restart(taskPollMs + timeoutMs);
    await env.delay(taskPollMs, signal);
    if (signal.aborted) return;
    const response = await sendCall(codec.task.buildRequest(id, connection), opening);
    round = codec.task.parseResponse(await readWholeResponse(response, signal, undefined, onBytes), id);
  }
}

function timedOut(waitedMs: number): ReplyError {
  return { kind: "timeout", code: null, message: "", seconds: Math.round(waitedMs / 1000) };
}

function brokenCall(thrown: unknown): ReplyError {
  const code = thrown instanceof AppError ? thrown.code : undefined;
  if (code === "too-large" || code === "extra-body") return { kind: code, code: null, message: "" };
  return { kind: "network", code: null, message: thrown instanceof Error ? thrown.message : "" };
}
