import type { ChatEvent } from "@/lib/chat/event";
import { emptyReply, foldReply, orderedParts, type Reply } from "@/lib/chat/reply";
import type { ChatRequest, ModelMessage, ToolCall } from "@/lib/chat/request";
import type { ToolOutcome, ToolRun } from "@/lib/chat/tool";
import { answerForModel, imagesForModel, maxResultChars } from "@/lib/chat/tool-answer";
import { gatherEvents } from "@/lib/engine/gather-events";
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
    const isPaused = reply.finish === "paused" && used.rounds < limits.rounds;
    if (signal.aborted || reply.error || (calls.length === 0 && !isPaused)) return;
    const isSpent = used.rounds >= limits.rounds || used.resultChars >= limits.resultChars;
    const outcomes = new Map<ToolCall, ToolOutcome>();
    yield* gatherEvents<ChatEvent>(async (emit) => {
      await Promise.all(
        calls.map(async (call, place) => {
          const position = used.calls + place;
          const isRefused = isLastRound || isSpent || position >= limits.calls;
          outcomes.set(call, await timedRun(call, { ...options, emit, position, isRefused }));
        }),
      );
    });
    if (signal.aborted || (isLastRound && !isPaused)) return;
    isLastRound = !request.tools?.length || isSpent || used.calls + calls.length > limits.calls;
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
