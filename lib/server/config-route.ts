import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { publicConfig } from "@/lib/server/public-config";
import { currentServer } from "@/lib/server/server";
import { userOf } from "@/lib/server/users/sent-user";

/** `/api/config`: the public part of the server's settings. */
export function configRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "HEAD", "POST"], () => {
    const hasUser = userOf(request.headers, server.config.users) !== undefined;
    return Response.json(publicConfig(server.config, hasUser));
  });
}
