import { isLoopback } from "@/lib/server/hostname";
import type { ReadVariables } from "@/lib/server/variables";

/** The address of a server for the metrics alone. */
export interface MetricsPlace {
  readonly port: number;
  readonly host: string;
}

/** Default address: other computers cannot reach it. */
const defaultHost = "127.0.0.1";

const maxPort = 65_535;

type MetricsVariables = Pick<ReadVariables, "METRICS_PORT" | "METRICS_HOST">;

/** Reads the address of the metrics; undefined without a port. Problems are reported by variable name. */
export function readMetricsPlace(
  { METRICS_PORT: port, METRICS_HOST: host }: MetricsVariables,
  { isVercel, appPort }: { readonly isVercel: boolean; readonly appPort: string },
  problems: string[],
): MetricsPlace | undefined {
  if (port === "") {
    if (host !== "") problems.push("METRICS_HOST has no effect without METRICS_PORT.");
    return undefined;
  }
  if (isVercel) {
    problems.push("METRICS_PORT has no effect on Vercel: use /api/metrics there.");
    return undefined;
  }
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > maxPort) {
    problems.push("METRICS_PORT is not a number from 1 to 65535, so the metrics have none.");
    return undefined;
  }
  if (Number(port) === Number(appPort)) {
    problems.push("METRICS_PORT is the port of the app: use another one.");
    return undefined;
  }
  if (host !== "" && !isLoopback(host)) {
    problems.push("METRICS_HOST lets other computers read the metrics without a secret: limit who reaches this port.");
  }
  return { port: Number(port), host: host || defaultHost };
}
