import { accessRoute } from "@/lib/server/access-route";
import { adminRoute } from "@/lib/server/admin/admin-route";
import type { ApiRequest } from "@/lib/server/api-request";
import { artifactsRoute } from "@/lib/server/artifacts/artifacts-route";
import { configRoute } from "@/lib/server/config-route";
import { demoRoute } from "@/lib/server/demo-route";
import { healthRoute, readyRoute } from "@/lib/server/health-route";
import { mcpRoute } from "@/lib/server/mcp/mcp-route";
import { metricsRoute } from "@/lib/server/metrics-route";
import { pluginProxyRoute } from "@/lib/server/plugin-proxy-route";
import { rejectUnauthorized } from "@/lib/server/reject-unauthorized";
import { relayRoute } from "@/lib/server/relay-route";
import { repliesRoute } from "@/lib/server/replies/replies-route";
import { searchRoute } from "@/lib/server/search-route";
import { shareRoute } from "@/lib/server/share-route";
import { s3Route, upstashRoute, webDavRoute } from "@/lib/server/sync-proxy";

interface ApiRoute {
  readonly handle: (request: ApiRequest, path: readonly string[]) => Promise<Response>;
  /** Minimum and maximum number of segments below the route. */
  readonly depth: readonly [min: number, max: number];
}

/** The routes of a Node server, like the folders of `app/api` with a `route.edge.ts`. All others are providers. */
export const routes: ReadonlyMap<string, ApiRoute> = new Map<string, ApiRoute>([
  ["access", { handle: (request) => accessRoute(request), depth: [0, 0] }],
  ["admin", { handle: (request, path) => adminRoute(request, path), depth: [1, Number.POSITIVE_INFINITY] }],
  ["artifacts", { handle: (request) => artifactsRoute(request), depth: [0, 0] }],
  ["config", { handle: (request) => configRoute(request), depth: [0, 0] }],
  ["demo", { handle: (request, path) => demoRoute(request, path), depth: [1, Number.POSITIVE_INFINITY] }],
  ["health", { handle: (request) => healthRoute(request), depth: [0, 0] }],
  ["mcp", { handle: (request, path) => mcpRoute(request, path), depth: [0, Number.POSITIVE_INFINITY] }],
  ["metrics", { handle: (request) => metricsRoute(request), depth: [0, 0] }],
  ["proxy", { handle: (request) => pluginProxyRoute(request), depth: [0, Number.POSITIVE_INFINITY] }],
  ["ready", { handle: (request) => readyRoute(request), depth: [0, 0] }],
  ["replies", { handle: (request) => repliesRoute(request), depth: [0, 0] }],
  ["s3", { handle: (request) => s3Route(request), depth: [1, Number.POSITIVE_INFINITY] }],
  ["search", { handle: (request) => searchRoute(request), depth: [0, 0] }],
  ["share", { handle: (request) => shareRoute(request), depth: [0, 0] }],
  ["upstash", { handle: (request) => upstashRoute(request), depth: [1, Number.POSITIVE_INFINITY] }],
  ["webdav", { handle: (request) => webDavRoute(request), depth: [1, Number.POSITIVE_INFINITY] }],
]);

/** Headers of requests that the middleware of the edge build does not see, because of a body or another protocol. */
const bodyHeaders = ["content-type", "content-length", "transfer-encoding", "upgrade"];

/** Handles an API call on a Node server. `path` has the decoded segments below `/api/`. */
export async function handleApi(request: ApiRequest, [name = "", ...path]: readonly string[]): Promise<Response> {
  if (!bodyHeaders.some((header) => request.headers.has(header))) {
    const refusal = await rejectUnauthorized(request);
    if (refusal) return refusal;
  }
  const route = routes.get(name);
  if (!route || path.length < route.depth[0] || path.length > route.depth[1]) return relayRoute(request, name, path);
  return route.handle(request, path);
}
