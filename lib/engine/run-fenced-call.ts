import type { ChatEvent } from "@/lib/chat/event";
import { findFencedCall } from "@/lib/chat/fenced-call";
import type { Tool, ToolRun } from "@/lib/chat/tool";
import { maxResultChars } from "@/lib/chat/tool-answer";
import { gatherEvents } from "@/lib/engine/gather-events";
import type { RunCall } from "@/lib/engine/run-turn";
import type { Environment } from "@/lib/environment";

/** What is needed to run a call that a reply has written down. */
export interface FencedRun {
  readonly tools: readonly Tool[];
  readonly runCall: RunCall;
  readonly signal: AbortSignal;
  readonly env: Pick<Environment, "now">;
}

/**
 * Runs the call that a reply's text ends with, and yields the events that show it. A client that the chat has not
 * chosen is none; what else is wrong is the call's result. Never throws.
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
    const { text: result, problem } = found.call
      ? await runCall({ id: client, name, argumentsText: call.argumentsText }, { signal, report })
      : ({ text: "", problem: "bad-arguments" } as const);
    report({
      state: problem ? "failed" : "done",
      result: result.slice(0, maxResultChars),
      ...(problem && { problem, isError: true }),
      ms: Math.max(0, env.now() - startedAt),
    });
  });
}
