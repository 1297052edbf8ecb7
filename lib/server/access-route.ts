import { requireCode } from "@/lib/server/access";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { currentServer } from "@/lib/server/server";

/** `/api/access`: returns only whether an access code is valid. Wrong codes are counted as on all routes. */
export function accessRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["POST"], async () => {
    await requireCode(request.headers, server);
    return new Response(null, { status: 204 });
  });
}
