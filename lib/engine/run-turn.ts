import type { ChatEvent } from "@/lib/chat/event";
import { emptyReply, foldReply, type Reply } from "@/lib/chat/reply";
import type { ChatRequest, ModelMessage, ToolCall } from "@/lib/chat/request";
import type { ToolOutcome, ToolRun } from "@/lib/chat/tool";
import { answerForModel, imagesForModel, maxResultChars } from "@/lib/chat/tool-answer";
import { gatherEvents } from "@/lib/engine/gather-events";
import type { Environment } from "@/lib/environment";

/** How much tools may do within one answer (T9.4). */
export interface ToolLimits {
  /** How often results go back to the model. */
  readonly rounds: number;
  readonly calls: number;
  /** Of all results together. */
  readonly resultChars: number;
  /** Of all images that go back with results, as base64: beyond it the words only name them. */
  readonly imageChars: number;
}

/** Of images as much as all interfaces take in one request: Gemini's is the least, 20 MB with all the rest. */
const toolLimits: ToolLimits = { rounds: 10, calls: 50, resultChars: 1_000_000, imageChars: 15_000_000 };

/** How long the model waits for results that are there, in milliseconds. */
const nextRoundMs = 60;

/** Runs one call. Never throws; `report` tells how far it is. */
export type RunCall = (
  call: ToolCall,
  run: { readonly signal: AbortSignal; readonly report: (run: ToolRun) => void },
) => Promise<ToolOutcome>;

/** What a turn is made of. */
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
}

/**
 * Yields the events of a whole turn: rounds of the model, and between them the calls that it asked for, until it asks
 * for none. Never throws.
 *
 * The calls of a round run side by side. Where a limit is met, the model is told so and may answer once more; what it
 * asks for then is not run. A request without tools has one round: what it asks for all the same is marked.
 */
export async function* runTurn(options: TurnOptions): AsyncGenerator<ChatEvent> {
  const { open, signal, env, limits = toolLimits, onRound } = options;
  const used = { rounds: 0, calls: 0, resultChars: 0, imageChars: 0 };
  let request = options.request;
  let isLastRound = !request.tools?.length;
  for (;;) {
    let reply = emptyReply;
    for await (const event of open(request)) {
      reply = foldReply(reply, event);
      yield event;
    }
    onRound?.(reply);
    const calls = callsToRun(reply, used.calls);
    if (signal.aborted || reply.error || calls.length === 0) return;
    const isSpent = used.rounds >= limits.rounds || used.resultChars >= limits.resultChars;
    const outcomes = new Map<ToolCall, ToolOutcome>();
    yield* gatherEvents<ChatEvent>(async (emit) => {
      await Promise.all(
        calls.map(async (call, place) => {
          const position = used.calls + place;
          const report = (run: ToolRun) => emit({ type: "tool-run", position, run });
          const isRefused = isLastRound || isSpent || position >= limits.calls;
          outcomes.set(call, await timedRun(call, { ...options, report, isRefused }));
        }),
      );
    });
    if (signal.aborted || isLastRound) return;
    isLastRound = isSpent || used.calls + calls.length > limits.calls;
    const results = calls.map((call) => {
      const result = resultOf(call, outcomes.get(call), limits.imageChars - used.imageChars);
      for (const image of result.images ?? []) used.imageChars += image.length;
      return result;
    });
    used.rounds += 1;
    used.calls += calls.length;
    used.resultChars += results.reduce((sum, { content }) => sum + content.length, 0);
    request = { ...request, messages: [...request.messages, askingMessage(reply, calls), ...results] };
    await env.delay(nextRoundMs, signal);
    if (signal.aborted) return;
    yield { type: "round" };
  }
}

/** A call without an id gets one that no other call of the turn has; nameless ones are kept, and answered as unknown. */
function callsToRun({ toolCalls }: Reply, before: number): ToolCall[] {
  return toolCalls.map(({ id, name, argumentsText, signature }, place) => ({
    id: id ?? `call-${before + place}`,
    name,
    argumentsText,
    ...(signature && { signature }),
  }));
}

interface CallRun extends Pick<TurnOptions, "runCall" | "signal" | "env" | "request"> {
  readonly report: (run: ToolRun) => void;
  /** A limit is met, so it is only answered. */
  readonly isRefused: boolean;
}

async function timedRun(call: ToolCall, { runCall, signal, env, request, report, isRefused }: CallRun) {
  let startedAt: number | undefined;
  const reportTimed = (run: ToolRun) => {
    if (run.state === "running") startedAt ??= env.now();
    report(run);
  };
  const outcome = isRefused
    ? ({ text: "", problem: request.tools?.length ? "limit" : "unknown-tool" } as const)
    : await runCall(call, { signal, report: reportTimed });
  const { text, problem } = outcome;
  report({
    state: problem ? "failed" : "done",
    result: text.slice(0, maxResultChars),
    ...(problem && { problem, isError: true }),
    ...(startedAt !== undefined && { ms: Math.max(0, env.now() - startedAt) }),
  });
  return outcome;
}

/** The model's own words of the round, with all that its provider wants back inside the loop. */
function askingMessage(reply: Reply, toolCalls: readonly ToolCall[]): ModelMessage {
  const { text, reasoning, replay } = reply;
  return {
    role: "assistant",
    content: text,
    toolCalls,
    ...(reasoning && { reasoning }),
    ...(replay.length > 0 && { replay: replay.map(({ item }) => item) }),
  };
}

type ToolResult = Extract<ModelMessage, { role: "tool" }>;

function resultOf(
  { id, name }: ToolCall,
  outcome: ToolOutcome = { text: "", problem: "stopped" },
  imageRoom: number,
): ToolResult {
  const images = imagesForModel(outcome, imageRoom);
  return {
    ...{ role: "tool", callId: id, name, content: answerForModel(outcome) },
    ...(images.length > 0 && { images }),
    ...(outcome.problem !== undefined && { isError: true }),
  };
}
