import { Server as HttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isLoopback } from "@/lib/server/hostname";
import { metricsHeaders } from "@/lib/server/metrics-route";
import { requireNamedHost } from "@/lib/server/named-host";
import type { Server } from "@/lib/server/server";

/** Maximum number of connections: a monitoring system needs one. */
const maxConnections = 50;

/** Time for a reader to send its request, in milliseconds. */
const requestMs = 5000;

type MeasuredServer = Pick<Server, "metrics" | "log"> & {
  readonly config: Pick<Server["config"], "metricsPlace" | "allowedHosts">;
};

/**
 * Starts the server for the metrics alone, if it has a port. It needs no secret: who can reach the port may read them.
 * It does not keep the process alive.
 */
export function startMetricsServer(server: MeasuredServer): HttpServer | undefined {
  const { metricsPlace } = server.config;
  if (!metricsPlace) return undefined;
  // The app's guard changes `createServer`, for servers of the app.
  const http = new HttpServer({ requestTimeout: requestMs, headersTimeout: requestMs });
  http.maxConnections = maxConnections;
  http.on("request", (request, response) => respond(request, response, server));
  http.on("error", (thrown: NodeJS.ErrnoException) =>
    server.log(`Metrics: METRICS_PORT cannot be opened (${thrown.code ?? thrown.name}).`),
  );
  http.listen(metricsPlace.port, metricsPlace.host);
  http.unref();
  return http;
}

function respond(
  { method = "", url = "", headers }: IncomingMessage,
  response: ServerResponse,
  { metrics, config }: MeasuredServer,
): void {
  const path = url.split("?")[0];
  const isFound = path === "/metrics" || path === "/api/metrics";
  if (!isFound) end(response, 404);
  else if (method !== "GET" && method !== "HEAD") end(response, 405, { allow: "GET, HEAD" });
  else if (!isNamed(headers.host, config)) end(response, 403);
  else end(response, 200, metricsHeaders, metrics.text());
}

/** Whether the host of a request is one of this server. A page whose name points to this computer must not read it. */
function isNamed(host: string | undefined, { metricsPlace, allowedHosts }: MeasuredServer["config"]): boolean {
  if (!metricsPlace || !isLoopback(metricsPlace.host)) return true;
  try {
    requireNamedHost(new Headers({ host: host ?? "" }), { allowedHosts, trustProxy: false });
    return true;
  } catch {
    return false;
  }
}

function end(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
  text = "",
): void {
  response.writeHead(status, { "cache-control": "no-store", "x-content-type-options": "nosniff", ...headers });
  response.end(text);
}
