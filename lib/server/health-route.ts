import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { currentServer } from "@/lib/server/server";
import { isStoreReachable } from "@/lib/server/usage/store-check";

/** `/api/health`: 200 while the process handles requests. For liveness probes. */
export function healthRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "HEAD"], () => Response.json({ status: "ok" }));
}

/**
 * `/api/ready`: 200 if the server can serve users. 503 if its configuration makes every outgoing call fail, or if the store
 * of usage is unreachable and the operator chose to refuse all codes with limits then. With another choice, an unreachable
 * store is named, because the server still serves users. It names `DEFAULTS` if it is ignored in whole or in part. For
 * readiness probes and load balancers.
 */
export function readyRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "HEAD"], async () => {
    if (server.config.proxy === "unusable") {
      return Response.json({ status: "not-ready", reason: "configuration" }, { status: 503 });
    }
    const isReachable = await isStoreReachable(server);
    if (!isReachable && server.config.limitsWithoutStore === "closed") {
      return Response.json({ status: "not-ready", reason: "store" }, { status: 503 });
    }
    const store = isReachable ? {} : { store: "unreachable" };
    const problems = [...server.config.problems, ...server.siteDefaults.problems()];
    const ignored = problems.some((problem) => problem.startsWith("DEFAULTS")) ? { ignored: ["DEFAULTS"] } : {};
    return Response.json({ status: "ready", ...store, ...ignored });
  });
}
