import { apiRoute } from "@/lib/server/api-route";
import { takenHeaders, toldHeaders } from "@/lib/server/plugin-headers";
import { proxyPluginCall } from "@/lib/server/plugin-proxy";
import { currentServer } from "@/lib/server/server";

/** `/api/proxy/{path}`: a call of a plugin or a remote MCP server to the URL in `X-Base-URL`. */
export function pluginProxyRoute(request: Request, server = currentServer()): Promise<Response> {
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
  const headers = { sent: takenHeaders, read: toldHeaders };
  return apiRoute(request, server, methods, () => proxyPluginCall(request, server), headers);
}
