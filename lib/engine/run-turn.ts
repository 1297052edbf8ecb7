import type { ChatEvent } from "@/lib/chat/event";
import { emptyReply, foldReply, orderedParts, type Reply } from "@/lib/chat/reply";
import type { ChatRequest, ModelMessage, ToolCall } from "@/lib/chat/request";
import type { ToolOutcome, ToolRun } from "@/lib/chat/tool";
import { answerForModel, imagesForModel, maxResultChars } from "@/lib/chat/tool-answer";
import type { ToolResult, TurnRound } from "@/lib/chat/turn-round";
import { gatherEvents } from "@/lib/engine/gather-events";
import { appendEvent } from "@/lib/engine/text-events";
import type { Environment } from "@/lib/environment";

/** Limits for tools within one answer (docs/security.md#t94). */
export interface ToolLimits {
  /** Maximum number of times that results are sent back to the model. */
  readonly rounds: number;
  readonly calls: number;
  /** Maximum length of all results together, in characters. */
  readonly resultChars: number;
  /** Maximum length of all images in results, as base64 characters; further images are only named in the text. */
  readonly imageChars: number;
}

/** The default limits. The limit for images fits all APIs: Gemini's is the lowest, 20 MB for a whole request. */
const toolLimits: ToolLimits = { rounds: 10, calls: 50, resultChars: 1_000_000, imageChars: 15_000_000 };

/** Delay before results are sent to the model, in milliseconds. */
const nextRoundMs = 60;

/** Runs one call. Never throws; `report` receives its progress. */
export type RunCall = (
  call: ToolCall,
  run: { readonly signal: AbortSignal; readonly report: (run: ToolRun) => void },
) => Promise<ToolOutcome>;

/** Options of a turn. */
export interface TurnOptions {
  readonly request: ChatRequest;
  /** Opens one round. */
  readonly open: (request: ChatRequest) => AsyncIterable<ChatEvent>;
  readonly runCall: RunCall;
  readonly signal: AbortSignal;
  readonly env: Pick<Environment, "delay" | "now">;
  readonly limits?: ToolLimits;
  /** Called with the reply of each round once it has arrived. */
  readonly onRound?: ((reply: Reply) => void) | undefined;
  /** The rounds that an earlier page finished. They are yielded again; no call of them is sent or run again. */
  readonly earlier?: readonly TurnRound[] | undefined;
  /** Called with each finished round before the next one begins. */
  readonly onFinishedRound?: ((round: TurnRound) => void) | undefined;
}

/**
 * Yields the events of a whole turn: rounds of the model and the tool calls between them, until a round has no calls.
 * Never throws.
 *
 * The calls of a round run concurrently. If a limit is reached, the model is notified and may reply once more; its
 * further calls are not run. A request without tools has one round, and calls in it are marked as failed. A round that
 * the provider paused is sent back as it is, and goes on.
 */
export async function* runTurn(options: TurnOptions): AsyncGenerator<ChatEvent> {
  const { open, signal, env, limits = toolLimits, onRound, earlier = [], onFinishedRound } = options;
  const used = { rounds: 0, calls: 0, resultChars: 0, imageChars: 0 };
  let request = options.request;
  let isLastRound = !request.tools?.length;
  for (;;) {
    const finished = earlier[used.rounds];
    const events: ChatEvent[] = [];
    let reply = emptyReply;
    for await (const event of finished?.events ?? open(request)) {
      reply = foldReply(reply, event);
      appendEvent(events, event);
      yield event;
    }
    const calls = callsToRun(reply, used.calls);
    const isSpent = used.rounds >= limits.rounds || used.resultChars >= limits.resultChars;
    let results = finished?.results;
    if (!results) {
      onRound?.(reply);
      const isPaused = reply.finish === "paused" && used.rounds < limits.rounds;
      if (signal.aborted || reply.error || (calls.length === 0 && !isPaused)) return;
      const isRefused = isLastRound || isSpent;
      const outcomes: ToolOutcome[] = [];
      const running = gatherEvents<ChatEvent>(async (emit) => {
        await Promise.all(
          calls.map(async (call, place) => {
            const position = used.calls + place;
            const run = { ...options, emit, position, isRefused: isRefused || position >= limits.calls };
            outcomes[place] = await timedRun(call, run);
          }),
        );
      });
      for await (const event of running) {
        reply = foldReply(reply, event);
        yield event;
      }
      if (signal.aborted || (isLastRound && !isPaused)) return;
      results = resultsOf(calls, outcomes, limits.imageChars - used.imageChars);
      onFinishedRound?.({ events: [...events, ...lastRuns(reply)], results });
    }
    isLastRound = !request.tools?.length || isSpent || used.calls + calls.length > limits.calls;
    used.rounds += 1;
    used.calls += calls.length;
    for (const { content, images = [] } of results) {
      used.resultChars += content.length;
      used.imageChars += images.reduce((sum, { length }) => sum + length, 0);
    }
    request = { ...request, messages: [...request.messages, askingMessage(reply, calls), ...results] };
    if (!finished) await env.delay(nextRoundMs, signal);
    if (signal.aborted) return;
    yield { type: "round" };
  }
}

/** Returns events with the last state of each call of a round, and with the web pages in the results. */
function lastRuns({ runs, sources }: Reply): ChatEvent[] {
  return [
    ...Object.entries(runs).map(
      ([position, run]): ChatEvent => ({ type: "tool-run", position: Number(position), run }),
    ),
    ...(sources.length > 0 ? [{ type: "tool-sources", sources } as const] : []),
  ];
}

/**
 * Returns the calls of a round. A call without an id gets one that is unique in the turn; calls without a name are
 * answered as unknown.
 */
function callsToRun({ toolCalls }: Reply, before: number): ToolCall[] {
  return toolCalls.map(({ id, name, argumentsText, signature }, place) => ({
    id: id ?? `call-${before + place}`,
    name,
    argumentsText,
    ...(signature && { signature }),
  }));
}

interface CallRun extends Pick<TurnOptions, "runCall" | "signal" | "env" | "request"> {
  readonly emit: (event: ChatEvent) => void;
  /** Position among the calls of all rounds. */
  readonly position: number;
  /** Whether a limit is reached, so that the call is answered without running it. */
  readonly isRefused: boolean;
}

async function timedRun(call: ToolCall, { runCall, signal, env, request, emit, position, isRefused }: CallRun) {
  const report = (run: ToolRun) => emit({ type: "tool-run", position, run });
  let startedAt: number | undefined;
  const reportTimed = (run: ToolRun) => {
    if (run.state === "running") startedAt ??= env.now();
    report(run);
  };
  const outcome: ToolOutcome = isRefused
    ? { text: "", problem: request.tools?.length ? "limit" : "unknown-tool" }
    : await runCall(call, { signal, report: reportTimed });
  const { text, problem, sources } = outcome;
  report({
    state: problem ? "failed" : "done",
    result: text.slice(0, maxResultChars),
    ...(problem && { problem, isError: true }),
    ...(startedAt !== undefined && { ms: Math.max(0, env.now() - startedAt) }),
  });
  if (sources) emit({ type: "tool-sources", sources });
  return outcome;
}

/** Returns the model's message of the round, with all data that its provider requires back inside the loop. */
function askingMessage(reply: Reply, toolCalls: readonly ToolCall[]): ModelMessage {
  const { text, reasoning } = reply;
  const parts = orderedParts(reply, toolCalls);
  return {
    role: "assistant",
    content: text,
    toolCalls,
    ...(reasoning && { reasoning }),
    ...(parts.some((part) => part.type === "replay" || "phase" in part) && { parts }),
  };
}

/** Returns the results of calls as the model gets them. `roomChars` is the maximum length of all images together. */
function resultsOf(calls: readonly ToolCall[], outcomes: readonly ToolOutcome[], roomChars: number): ToolResult[] {
  let room = roomChars;
  return calls.map(({ id, name }, place) => {
    const { [place]: outcome = { text: "", problem: "stopped" } as const } = outcomes;
    const images = imagesForModel(outcome, room);
    for (const image of images) room -= image.length;
    return {
      ...{ role: "tool", callId: id, name, content: answerForModel(outcome) },
      ...(images.length > 0 && { images }),
      ...(outcome.problem !== undefined && { isError: true }),
    };
  });
}
