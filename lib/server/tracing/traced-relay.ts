import { routeOf } from "@/lib/providers/provider";
import type { ApiRequest } from "@/lib/server/api-request";
import type { Metrics } from "@/lib/server/metrics";
import { readCall, targetOf } from "@/lib/server/relay-call";
import type { Server } from "@/lib/server/server";
import { readTraceParent } from "@/lib/server/tracing/trace-parent";
import type { TracedCall, TracedResult, Traces } from "@/lib/server/tracing/traces";
import type { CountedCall } from "@/lib/server/usage/counted-call";
import type { UsageLimits } from "@/lib/server/usage/limits";

/** The trace of a call that is being relayed. */
interface OpenTrace {
  note(facts: TracedResult): void;
  noteFirstByte(): void;
  /** Begins a part of the call, and returns the function that ends it. The trace ends with its last part. */
  beginPart(): () => void;
}

/**
 * Returns a server for one relayed call, which traces it. Its facts are those of the metrics and of the counts of
 * usage, so a trace contains nothing that the caller wrote.
 */
export function tracedServer(
  request: Pick<ApiRequest, "method" | "url" | "headers">,
  provider: string,
  path: readonly string[],
  server: Server,
  traces: Traces,
): Server {
  const parent = traces.readsParent ? readTraceParent(request.headers.get("traceparent")) : undefined;
  const trace = openTrace(server, traces.begin(tracedCall(request, provider, path, server), parent));
  return { ...server, metrics: tracedMetrics(server.metrics, trace), usage: tracedUsage(server.usage, trace) };
}

function openTrace({ env }: Pick<Server, "env">, end: (result: TracedResult) => void): OpenTrace {
  const began = env.now();
  let result: TracedResult = {};
  let openParts = 0;
  const note = (facts: TracedResult) => {
    result = { ...result, ...facts };
  };
  return {
    note,
    noteFirstByte: () => note({ firstByteMs: Math.max(0, env.now() - began) }),
    beginPart() {
      openParts++;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        openParts--;
        if (openParts === 0) end(result);
      };
    },
  };
}

/** Returns the call with the listed path. A path that is not listed could contain anything. */
function tracedCall(
  request: Pick<ApiRequest, "method" | "url">,
  route: string,
  path: readonly string[],
  { config }: Server,
): TracedCall {
  const { method } = request;
  try {
    const { target, listed } = readCall(request, route, path, config);
    return { method, route: `/api/${routeOf(target.provider)}/${listed}`, provider: target.provider.id };
  } catch {
    const known = targetOf(route, config)?.provider;
    if (!known) return { method, route: "/api/{provider}/{path}" };
    return { method, route: `/api/${routeOf(known)}/{path}`, provider: known.id };
  }
}

function tracedMetrics(metrics: Metrics, { note, noteFirstByte, beginPart }: OpenTrace): Metrics {
  const endResponse = beginPart();
  return {
    ...metrics,
    countCall(path, status, refusal) {
      metrics.countCall(path, status, refusal);
      note({ status, ...(refusal && { refusal }) });
      endResponse();
    },
    countTokens(tokens) {
      metrics.countTokens(tokens);
      note({ tokens });
    },
    beginReply() {
      const observer = metrics.beginReply();
      const endReply = beginPart();
      let hasBegun = false;
      return {
        firstByte() {
          observer.firstByte();
          if (!hasBegun) noteFirstByte();
          hasBegun = true;
        },
        end() {
          observer.end();
          endReply();
        },
      };
    },
  };
}

function tracedUsage(usage: UsageLimits, trace: OpenTrace): UsageLimits {
  return { ...usage, admit: async (...given) => tracedCount(await usage.admit(...given), trace) };
}

/** Returns the count of a call, whose end is known after the reply itself has ended. */
function tracedCount(call: CountedCall, { note, beginPart }: OpenTrace): CountedCall {
  const endCount = beginPart();
  return {
    ...call,
    release() {
      endCount();
      return call.release();
    },
    end(counted) {
      note({ areTokensEstimated: counted.isEstimated });
      endCount();
      return call.end(counted);
    },
  };
}
