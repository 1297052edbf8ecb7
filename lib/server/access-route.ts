import { requireCode } from "@/lib/server/access";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { currentServer } from "@/lib/server/server";

/**
 * `/api/access`: returns whether an access code is valid, and its rights to callers that accept JSON. Others get only a
 * status, as clients of earlier versions expect. Wrong codes are counted as on all routes.
 */
export function accessRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["POST"], async () => {
    const code = await requireCode(request.headers, server);
    const acceptsJson = /(^|[\s,])application\/json\b/i.test(request.headers.get("accept") ?? "");
    if (acceptsJson) return Response.json({ rights: code?.rights ?? null });
    return new Response(null, { status: 204 });
  });
}
