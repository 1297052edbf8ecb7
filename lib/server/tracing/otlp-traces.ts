import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { TraceParent } from "@/lib/server/tracing/trace-parent";
import type { TraceSettings } from "@/lib/server/tracing/trace-settings";
import type { TracedCall, TracedResult, Traces } from "@/lib/server/tracing/traces";

/** Bounds of what waits for the receiver. Beyond them, traces are dropped. */
const queue = { maxQueueSize: 2048, maxExportBatchSize: 512, scheduledDelayMillis: 1000 } as const;

/** Time for one batch, with its repetitions, in milliseconds. */
const batchMs = 5000;

/** Maximum number of batches on their way: those of a full queue. */
const maxBatches = 4;

/** Time for the last traces when the server stops, in milliseconds. */
const lastMs = 2000;

/** Time between two lines of the log about a receiver that fails, in milliseconds. */
const quietMs = 600_000;

const { version = "unknown" } = JSON.parse(process.env.BUILD_INFO ?? "{}");

/**
 * Creates the traces. The tracer is not registered globally: Next would trace its own work with it, and send addresses
 * with their queries.
 */
export function createOtlpTraces(
  { url, headers, serviceName, ratio, readsParent }: TraceSettings,
  now: () => number,
  log: (line: string) => void,
): Traces {
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: batchMs,
    concurrencyLimit: maxBatches,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "service.version": version }),
    // A call is recorded if its parent is. The ratio is for calls without one.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withLog(exporter, now, log),
        exportTimeoutMillis: batchMs,
        ...queue,
      }),
    ],
  });
  const tracer = provider.getTracer("parley");
  return {
    readsParent,
    begin(call, parent) {
      const name = `${call.method} ${call.route}`;
      const options = { kind: SpanKind.SERVER, attributes: callAttributes(call) };
      const span = tracer.startSpan(name, options, contextOf(parent));
      return (result) => {
        span.setAttributes(resultAttributes(result));
        if ((result.status ?? 500) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },
    flush: () => provider.forceFlush({ timeoutMillis: lastMs }).catch(() => undefined),
  };
}

/** Returns the context of a call: the span of the service in front, or none. */
function contextOf(parent: TraceParent | undefined): Context {
  if (!parent) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = parent;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** Returns an exporter that logs failures, without the receiver's text. */
function withLog(exporter: SpanExporter, now: () => number, log: (line: string) => void): SpanExporter {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0 && now() - loggedAt > quietMs) {
          loggedAt = now();
          log("Traces: the receiver at OTEL_EXPORTER_OTLP_ENDPOINT cannot be reached or refuses them.");
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function callAttributes({ method, route, provider }: TracedCall): Attributes {
  return {
    "http.request.method": method,
    "http.route": route,
    ...(provider !== undefined && { "gen_ai.provider.name": provider }),
  };
}

function resultAttributes({ status, refusal, firstByteMs, tokens, areTokensEstimated }: TracedResult): Attributes {
  return {
    ...(status !== undefined && { "http.response.status_code": status }),
    ...(refusal !== undefined && { "error.type": refusal }),
    ...(firstByteMs !== undefined && { "parley.first_byte_ms": firstByteMs }),
    ...(tokens !== undefined && {
      "gen_ai.request.model": tokens.model,
      "gen_ai.usage.input_tokens": tokens.input,
      "gen_ai.usage.output_tokens": tokens.output,
    }),
    ...(tokens !== undefined && areTokensEstimated && { "parley.tokens_estimated": true }),
  };
}
