import { asBaseUrl, notAnAddress } from "@/lib/server/base-url";
import type { ReadVariables } from "@/lib/server/variables";

/** The operator's settings of traces, in the variables of the OpenTelemetry specification. */
export interface TraceSettings {
  /** Address that receives the traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Share of the calls that are traced, from 0 to 1. */
  readonly ratio: number;
  /** Whether a call continues the trace of a proxy in front of the server. */
  readonly readsParent: boolean;
}

/** Name of this server in traces, if the operator sets none. */
export const defaultServiceName = "parley";

type TraceVariables = Pick<
  ReadVariables,
  | "OTEL_EXPORTER_OTLP_ENDPOINT"
  | "OTEL_EXPORTER_OTLP_HEADERS"
  | "OTEL_SERVICE_NAME"
  | "OTEL_TRACES_SAMPLER_ARG"
  | "OTEL_PROPAGATORS"
>;

/**
 * Reads the settings of traces. Undefined without an address, or if a setting is invalid: a receiver that needs a header
 * would refuse everything without it. Problems are reported by variable name.
 */
export function readTracing(
  read: TraceVariables,
  { trustProxy }: { readonly trustProxy: boolean },
  problems: string[],
): TraceSettings | undefined {
  if (read.OTEL_EXPORTER_OTLP_ENDPOINT === "") return undefined;
  const base = asBaseUrl(read.OTEL_EXPORTER_OTLP_ENDPOINT);
  const headers = readHeaders(read.OTEL_EXPORTER_OTLP_HEADERS);
  const ratio = read.OTEL_TRACES_SAMPLER_ARG === "" ? 1 : Number(read.OTEL_TRACES_SAMPLER_ARG);
  const isRatio = ratio >= 0 && ratio <= 1;
  if (!base) problems.push(notAnAddress("OTEL_EXPORTER_OTLP_ENDPOINT"));
  if (!headers) {
    problems.push("OTEL_EXPORTER_OTLP_HEADERS is not a list such as name=value,name=value: no traces are sent.");
  }
  if (!isRatio) problems.push("OTEL_TRACES_SAMPLER_ARG is not a number from 0 to 1: no traces are sent.");
  if (!base || !headers || !isRatio) return undefined;
  return {
    url: `${base}/v1/traces`,
    headers,
    serviceName: read.OTEL_SERVICE_NAME || defaultServiceName,
    ratio,
    readsParent: readPropagation(read.OTEL_PROPAGATORS, trustProxy, problems),
  };
}

/**
 * Whether calls continue a trace. Only behind a declared proxy: other callers could join any trace, and have all their
 * calls recorded.
 */
function readPropagation(text: string, trustProxy: boolean, problems: string[]): boolean {
  if (text === "" || text === "none") return false;
  if (text !== "tracecontext") {
    problems.push("OTEL_PROPAGATORS is neither tracecontext nor none: headers with traces are not read.");
    return false;
  }
  if (!trustProxy) problems.push("OTEL_PROPAGATORS has no effect without TRUST_PROXY=1: callers could join any trace.");
  return trustProxy;
}

/** Reads headers in the format of the specification: `name=value` with percent-encoding, between commas. */
function readHeaders(entries: readonly string[]): Readonly<Record<string, string>> | undefined {
  const pairs = entries.map((entry) => /^([\w!#$%&'*+.^`|~-]+)\s*=\s*(.+)$/.exec(entry));
  try {
    const headers = pairs.map((pair) => [pair?.[1] ?? "", decodeURIComponent(pair?.[2] ?? "").trim()] as const);
    const areValid = headers.every(([name, value]) => name !== "" && /^[\x20-\x7e]+$/.test(value));
    return areValid ? Object.fromEntries(headers) : undefined;
  } catch {
    return undefined;
  }
}
