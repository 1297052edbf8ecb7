import { requireAdminPage, requireSecret } from "@/lib/server/admin/require-admin";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { currentServer } from "@/lib/server/server";

/** Headers of the metrics. */
export const metricsHeaders = { "content-type": "text/plain; version=0.0.4; charset=utf-8" } as const;

/** `/api/metrics`: the counts of this process in the text format of Prometheus, with ADMIN_SECRET as the bearer token. */
export function metricsRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET"], async () => {
    requireAdminPage(request.headers, server);
    await requireSecret(request.headers, server);
    return new Response(server.metrics.text(), { headers: metricsHeaders });
  });
}
