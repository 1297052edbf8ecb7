import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { acceptedHeaders, exposedHeaders } from "@/lib/server/plugin-headers";
import { proxyPluginCall } from "@/lib/server/plugin-proxy";
import { currentServer } from "@/lib/server/server";

/** `/api/proxy/{path}`: a call of a plugin or a remote MCP server to the URL in `X-Base-URL`. */
export function pluginProxyRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
  const headers = { sent: acceptedHeaders, read: exposedHeaders };
  return apiRoute(request, server, methods, () => proxyPluginCall(request, server), headers);
}
