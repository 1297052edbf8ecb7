import type { Environment } from "@/lib/environment";
import type { TraceSettings } from "@/lib/server/tracing/trace-settings";
import type { Traces } from "@/lib/server/tracing/traces";

/** Global by which the standalone server sends the last traces before it stops (scripts/request-guard.mjs). */
const tracesSlot = Symbol.for("parley.traces");
const slot = globalThis as { [tracesSlot]?: Pick<Traces, "flush"> };

/**
 * Returns the function that opens the traces, once; undefined if none are sent. The code is loaded at the start, so that no
 * call waits for it. Edge functions end with their caller, so they send none.
 */
export function openTraces(
  settings: TraceSettings | undefined,
  env: Pick<Environment, "now">,
  log: (line: string) => void,
): (() => Promise<Traces | undefined>) | undefined {
  if (process.env.NEXT_RUNTIME !== "edge" && settings) {
    const opened = import("@/lib/server/tracing/otlp-traces").then(
      ({ createOtlpTraces }) => {
        const traces = createOtlpTraces(settings, env.now, log);
        slot[tracesSlot] = traces;
        return traces;
      },
      () => {
        log("Traces: their code could not be loaded.");
        return undefined;
      },
    );
    return () => opened;
  }
  return undefined;
}
