import { requireCode } from "@/lib/server/access";
import { apiRoute } from "@/lib/server/api-route";
import { currentServer } from "@/lib/server/server";

/** `/api/access`: returns whether an access code is right, and nothing else; wrong ones are counted as everywhere. */
export function accessRoute(request: Request, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["POST"], async () => {
    await requireCode(request.headers, server);
    return new Response(null, { status: 204 });
  });
}
