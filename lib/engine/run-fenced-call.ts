import type { ChatEvent } from "@/lib/chat/event";
import { findFencedCall } from "@/lib/chat/fenced-call";
import type { Tool, ToolOutcome, ToolRun } from "@/lib/chat/tool";
import { maxResultChars } from "@/lib/chat/tool-answer";
import { gatherEvents } from "@/lib/engine/gather-events";
import type { RunCall } from "@/lib/engine/run-turn";
import type { Environment } from "@/lib/environment";

/** Dependencies for running a tool call in a reply's text. */
export interface FencedRun {
  readonly tools: readonly Tool[];
  readonly runCall: RunCall;
  readonly signal: AbortSignal;
  readonly env: Pick<Environment, "now">;
}

/**
 * Runs the tool call at the end of a reply's text and yields the events that display it. A call to a client that the
 * chat has not enabled is ignored; other problems become the call's result. Never throws.
 */
export async function* runFencedCall(
  text: string,
  { tools, runCall, signal, env }: FencedRun,
): AsyncGenerator<ChatEvent> {
  const found = findFencedCall(text);
  const offered = tools.filter(({ source }) => source.id === found?.client || source.name === found?.client);
  if (!found || offered.length === 0) return;
  const { client, call = { name: "", argumentsText: "" } } = found;
  const name = offered.find(({ ownName }) => ownName === call.name)?.name ?? call.name;
  yield { type: "fenced-call", name: call.name, argumentsText: call.argumentsText };
  const startedAt = env.now();
  yield* gatherEvents<ChatEvent>(async (emit) => {
    const report = (run: ToolRun) => emit({ type: "fenced-run", run });
    report({ client });
    const outcome: ToolOutcome = found.call
      ? await runCall({ id: client, name, argumentsText: call.argumentsText }, { signal, report })
      : { text: "", problem: "bad-arguments" };
    const { text: result, problem, sources } = outcome;
    report({
      state: problem ? "failed" : "done",
      result: result.slice(0, maxResultChars),
      ...(problem && { problem, isError: true }),
      ms: Math.max(0, env.now() - startedAt),
    });
    if (sources) emit({ type: "tool-sources", sources });
  });
}
