import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { relay } from "@/lib/server/relay";
import { currentServer } from "@/lib/server/server";

/** `/api/{provider}/{path}`: listed calls of a provider, with the caller's or the operator's key. */
export function relayRoute(
  request: ApiRequest,
  provider: string,
  path: readonly string[],
  server = currentServer(),
): Promise<Response> {
  return apiRoute(request, server, ["GET", "POST"], () => relay(request, provider, path, server));
}
