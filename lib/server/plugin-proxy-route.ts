import { apiRoute } from "@/lib/server/api-route";
import { proxyPluginCall } from "@/lib/server/plugin-proxy";
import { currentServer } from "@/lib/server/server";

/** `/api/proxy/{path}`: a plugin's call, or one of a remote MCP server, to the address in `X-Base-URL`. */
export function pluginProxyRoute(request: Request, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"], () =>
    proxyPluginCall(request, server),
  );
}
