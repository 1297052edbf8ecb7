import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { publicConfig } from "@/lib/server/public-config";
import { currentServer } from "@/lib/server/server";

/** `/api/config`: the public part of the server's settings. */
export function configRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "HEAD", "POST"], () => Response.json(publicConfig(server.config)));
}
