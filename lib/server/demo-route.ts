import { demoHandler } from "@/lib/demo/demo-handler";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { refuse } from "@/lib/server/error-response";
import { demoMode } from "@/lib/server/public-config";
import { currentServer } from "@/lib/server/server";

/** `/api/demo/{path}`: the demo, if it is enabled. It uses no key, so it requires no code. */
export function demoRoute(request: ApiRequest, path: readonly string[], server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "POST"], () => {
    if (demoMode(server.config) === "off") throw refuse("not-found");
    return demoHandler(request, path, server.env);
  });
}
