import type { ToolCall } from "@/lib/chat/request";
import type { Tool, ToolMedia, ToolOutcome, ToolRun } from "@/lib/chat/tool";
import { isRecord } from "@/lib/fields/fields";
import { misfitOf } from "@/lib/tools/check-arguments";
import { toolFingerprint } from "@/lib/tools/tool-fingerprint";

/** What stands between a model's call and its run. */
export interface ToolGate {
  readonly tools: readonly Tool[];
  /** Resolves with the user's word, at once where a rule holds; false too when the signal is aborted. */
  readonly approve: (
    tool: Tool,
    ask: { readonly signal: AbortSignal; readonly onWaiting: (ask: string) => void },
  ) => Promise<boolean>;
  /** Keeps the images and sounds of a result and answers them as the message names them. */
  readonly keep: (media: readonly ToolMedia[]) => Promise<readonly ToolMedia[]>;
}

/**
 * Makes what runs a model's calls: it finds the tool, checks the arguments, asks the user, and runs it. Whatever is
 * wrong is an answer to the model, never an error.
 */
export function createRunCall({ tools, approve, keep }: ToolGate) {
  return async (
    { name, argumentsText }: ToolCall,
    { signal, report }: { readonly signal: AbortSignal; readonly report: (run: ToolRun) => void },
  ): Promise<ToolOutcome> => {
    const tool = tools.find((each) => each.name === name);
    if (!tool) return { text: "", problem: "unknown-tool" };
    report(shownOf(tool));
    const args = readArguments(argumentsText);
    if (!args) return { text: "", problem: "bad-arguments" };
    const misfit = await misfitOf(args, tool.parameters);
    if (misfit !== undefined) return { text: misfit, problem: "bad-arguments" };
    const onWaiting = (ask: string) => report({ state: "waiting", ask });
    const isAllowed = await approveAsItIs(tool, (shown) => approve(shown, { signal, onWaiting }));
    if (signal.aborted) return { text: "", problem: "stopped" };
    if (!isAllowed) return { text: "", problem: "refused" };
    report({ state: "running" });
    const outcome = await tool.run(args, { signal, onProgress: (progress) => report({ progress }) });
    if (outcome.media) report({ media: await keep(outcome.media) });
    return signal.aborted ? { ...outcome, problem: "stopped" } : outcome;
  };
}

/**
 * Asks for the tool that is going to run: its source may have changed it since the model was told of it, or while the
 * person thought it over; then it is shown again (T9.2).
 */
async function approveAsItIs(tool: Tool, approve: (shown: Tool) => Promise<boolean>): Promise<boolean> {
  const asNow = async () => (await tool.asNow?.()) ?? tool;
  for (let shown = await asNow(); ; ) {
    if (!(await approve(shown))) return false;
    const now = await asNow();
    if (toolFingerprint(now) === toolFingerprint(shown)) return true;
    shown = now;
  }
}

function shownOf({ source, ownName, host, isReading }: Tool): ToolRun {
  return { kind: source.kind, source: source.name, ownName, host, isReading };
}

/** Nothing written means no arguments. */
function readArguments(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === "") return {};
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
