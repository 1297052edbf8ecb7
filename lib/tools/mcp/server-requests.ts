import type { ToolReply, ToolRequests } from "@/lib/chat/tool-request";
import { readElicitation } from "@/lib/tools/mcp/elicitation";
import { readSampling, samplingResult } from "@/lib/tools/mcp/sampling";

/** Maximum number of requests to the user during one tool call. */
const maxRequestsPerCall = 10;

/** A tool call during which the server may ask the user. */
interface RunningCall {
  readonly requests: ToolRequests;
  /** Runs work that waits for the user. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The error of a request that the client rejects; its message is for the server. */
export class RejectedRequest extends Error {
  override readonly name = "RejectedRequest";
  constructor(
    message: string,
    /** Whether the user has rejected it, not the client. */
    readonly isByUser = false,
  ) {
    super(message);
  }
}

/**
 * Creates the responses to the requests of one server. A request belongs to the tool call that runs. The protocol does not
 * name the call; if several run, it is the one that began first. Without a running call, requests are rejected.
 */
export function createServerRequests() {
  const calls = new Map<RunningCall, { count: number; last: Promise<unknown> }>();

  /** Calls the user one request after the other. */
  function enqueue<T>(work: (call: RunningCall) => Promise<T>): Promise<T> {
    const [entry] = calls;
    if (!entry) throw new RejectedRequest("No tool call is running.");
    const [call, queue] = entry;
    queue.count += 1;
    if (queue.count > maxRequestsPerCall) throw new RejectedRequest("Too many requests during one tool call.");
    const next = queue.last.then(() => call.during(() => work(call)));
    queue.last = next.catch(() => {});
    return next;
  }

  return {
    /** Registers a running call. Returns the function that ends it. */
    begin(call: RunningCall): () => void {
      calls.set(call, { count: 0, last: Promise.resolve() });
      return () => calls.delete(call);
    },
    /** Responds to `sampling/createMessage`. Throws RejectedRequest, or the error of the model's call. */
    async sample(params: unknown, signal: AbortSignal) {
      const request = readSampling(params);
      if (!request) throw new RejectedRequest("The request is invalid or too large.");
      const completion = await enqueue(async ({ requests: { ask, complete } }) => {
        if (!complete) throw new RejectedRequest("No model is available.");
        const { action } = await ask(request, signal);
        if (action !== "accept") throw new RejectedRequest("The user rejected the request.", true);
        return complete(request, signal);
      });
      return samplingResult(completion);
    },
    /** Responds to `elicitation/create`. Throws RejectedRequest. */
    async elicit(params: unknown, signal: AbortSignal) {
      const request = readElicitation(params);
      if (!request) throw new RejectedRequest("The request is invalid or too large.");
      return elicitResult(await enqueue(({ requests }) => requests.ask(request, signal)));
    },
  };
}

/** The responses to the requests of one server. */
export type ServerRequests = ReturnType<typeof createServerRequests>;

function elicitResult(reply: ToolReply) {
  if (reply.action !== "accept") return { action: reply.action };
  if (!reply.values) return { action: reply.action };
  const content = Object.entries(reply.values).map(([name, value]) => [
    name,
    typeof value === "object" ? [...value] : value,
  ]);
  return {
    action: reply.action,
    content: Object.fromEntries(content) as Record<string, string | number | boolean | string[]>,
  };
}
