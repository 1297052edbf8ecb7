import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { currentServer } from "@/lib/server/server";

/** `/api/health`: 200 while the process handles requests. For liveness probes. */
export function healthRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "HEAD"], () => Response.json({ status: "ok" }));
}

/**
 * `/api/ready`: 200 if the server can serve users, 503 if its configuration makes every outgoing call fail. It names
 * `DEFAULTS` if it is ignored in whole or in part. For readiness probes and load balancers.
 */
export function readyRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "HEAD"], () => {
    if (server.config.proxy === "unusable") {
      return Response.json({ status: "not-ready", reason: "configuration" }, { status: 503 });
    }
    const problems = [...server.config.problems, ...server.siteDefaults.problems()];
    const ignored = problems.some((problem) => problem.startsWith("DEFAULTS")) ? { ignored: ["DEFAULTS"] } : {};
    return Response.json({ status: "ready", ...ignored });
  });
}
