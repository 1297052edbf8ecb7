import type { ToolCall } from "@/lib/chat/request";
import type { Tool, ToolMedia, ToolOutcome, ToolRun } from "@/lib/chat/tool";
import type { ToolReply, ToolRequest, ToolRequests } from "@/lib/chat/tool-request";
import { isRecord, parseJson, printJson } from "@/lib/json";
import { argumentErrors } from "@/lib/tools/check-arguments";
import { toolFingerprint } from "@/lib/tools/tool-fingerprint";

/** The steps between a model's call and its run. */
export interface ToolGate {
  readonly tools: readonly Tool[];
  /** Resolves with the user's permission, immediately if a rule exists; with false if the signal is aborted. */
  readonly approve: (
    tool: Tool,
    ask: { readonly signal: AbortSignal; readonly onWaiting: (ask: string) => void },
  ) => Promise<boolean>;
  /** Resolves with the user's reply to a request of the tool's source; with `cancel` if the signal is aborted. */
  readonly ask: (
    tool: Tool,
    asked: { readonly request: ToolRequest; readonly signal: AbortSignal; readonly onWaiting: (ask: string) => void },
  ) => Promise<ToolReply>;
  /** Lets the chat's model write a text for the tool's source. May throw. */
  readonly complete?: ToolRequests["complete"];
  /** Stores the media of a result and returns them with the URLs for the message. */
  readonly keep: (media: readonly ToolMedia[]) => Promise<readonly ToolMedia[]>;
}

/**
 * Creates the function that runs a model's calls: it finds the tool, validates the arguments, asks the user and runs
 * the tool. Every problem becomes a result for the model, never an exception.
 */
export function createRunCall({ tools, approve, ask, complete, keep }: ToolGate) {
  return async (
    { name, argumentsText }: ToolCall,
    { signal, report }: { readonly signal: AbortSignal; readonly report: (run: ToolRun) => void },
  ): Promise<ToolOutcome> => {
    const offered = tools.find((each) => each.name === name);
    if (!offered) return { text: "", problem: "unknown-tool" };
    report(shownOf(offered));
    const args = readArguments(argumentsText);
    if (!args) return { text: "", problem: "bad-arguments" };
    const errors = await argumentErrors(args, offered.parameters);
    if (errors !== undefined) return { text: errors, problem: "bad-arguments" };
    const tool = offered.forCall?.(args) ?? offered;
    if ("rejected" in tool) return tool.rejected;
    if (tool !== offered) report(shownOf(tool));
    const onWaiting = (ask: string) => report({ state: "waiting", ask });
    const isAllowed = await approveAsItIs(tool, (shown) => approve(shown, { signal, onWaiting }));
    if (signal.aborted) return { text: "", problem: "stopped" };
    if (!isAllowed) return { text: "", problem: "refused" };
    report({ state: "running", ...(tool.view && { view: tool.view }) });
    const requests = requestsDuring(signal, {
      ask: (request, running) => ask(tool, { request, signal: running, onWaiting }),
      complete,
      onReply: () => report({ state: "running" }),
    });
    const outcome = await tool.run(args, { signal, onProgress: (progress) => report({ progress }), requests });
    requests.end();
    if (outcome.media) report({ media: await keep(outcome.media) });
    if (outcome.view) report({ view: outcome.view });
    return signal.aborted ? { ...outcome, problem: "stopped" } : outcome;
  };
}

/**
 * Passes requests of the tool's source to the user while the call runs. A request that is still open at the end of the call
 * is cancelled.
 */
function requestsDuring(
  signal: AbortSignal,
  { ask, complete, onReply }: ToolRequests & { readonly onReply: () => void },
): ToolRequests & { end(): void } {
  const ended = new AbortController();
  const running = AbortSignal.any([signal, ended.signal]);
  return {
    async ask(request, own) {
      const reply = await ask(request, AbortSignal.any([running, own]));
      if (!running.aborted) onReply();
      return reply;
    },
    complete: complete && ((request, own) => complete(request, AbortSignal.any([running, own]))),
    end: () => ended.abort(),
  };
}

/**
 * Asks for permission of the current definition. The source may have changed the tool since the model received it, or
 * while the user was deciding; then the user is asked again (docs/security.md#t92).
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

/** Parses the arguments; an empty text means no arguments. Values that are nested too deeply cannot be sent. */
function readArguments(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === "") return {};
  const read = parseJson(text);
  return isRecord(read) && printJson(read) !== undefined ? read : undefined;
}
