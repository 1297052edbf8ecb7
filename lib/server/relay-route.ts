import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { relay } from "@/lib/server/relay";
import { currentServer, type Server } from "@/lib/server/server";

const methods: readonly string[] = ["GET", "POST"];

/** `/api/{provider}/{path}`: listed calls of a provider, with the caller's or the operator's key. */
export async function relayRoute(
  request: ApiRequest,
  provider: string,
  path: readonly string[],
  given = currentServer(),
): Promise<Response> {
  const server = given.traces ? await traced(request, provider, path, given) : given;
  return apiRoute(request, server, methods, () => relay(request, provider, path, server));
}

/** Returns the server that traces the call. Its code is loaded only by servers that send traces. */
async function traced(request: ApiRequest, provider: string, path: readonly string[], server: Server): Promise<Server> {
  const traces = methods.includes(request.method) ? await server.traces?.() : undefined;
  if (!traces) return server;
  const { tracedServer } = await import("@/lib/server/tracing/traced-relay");
  return tracedServer(request, provider, path, server, traces);
}
