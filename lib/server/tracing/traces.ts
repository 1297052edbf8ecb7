import type { Refusal } from "@/lib/server/error-response";
import type { TraceParent } from "@/lib/server/tracing/trace-parent";
import type { ReplyTokens } from "@/lib/server/usage/usage-metrics";

/** A relayed call of the caller. No field contains a text that a caller chose. */
export interface TracedCall {
  readonly method: string;
  /** The listed path, with placeholders in braces. */
  readonly route: string;
  /** Id of the provider; absent if the caller named none of ours. */
  readonly provider?: string;
}

/** The result of a call that has ended. */
export interface TracedResult {
  /** The status of the response; absent if there was none. */
  readonly status?: number;
  readonly refusal?: Refusal;
  /** Time from the arrival of the call to the first byte of the provider's reply, in milliseconds. */
  readonly firstByteMs?: number;
  /** Tokens, if they were counted. */
  readonly tokens?: ReplyTokens;
  readonly areTokensEstimated?: boolean;
}

/** Sends traces of calls to the operator's receiver. */
export interface Traces {
  /** Whether a call continues the trace of a proxy in front of the server. */
  readonly readsParent: boolean;
  /** Begins the trace of a call, and returns the function that ends it. */
  begin(call: TracedCall, parent?: TraceParent): (result: TracedResult) => void;
  /** Sends what has ended. Resolves when it is sent, or soon. */
  flush(): Promise<void>;
}
