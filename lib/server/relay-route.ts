import { apiRoute } from "@/lib/server/api-route";
import { relay } from "@/lib/server/relay";
import { currentServer } from "@/lib/server/server";

/** `/api/{provider}/{path}`: a provider's listed calls, with the caller's own key or the operator's. */
export function relayRoute(
  request: Request,
  provider: string,
  path: readonly string[],
  server = currentServer(),
): Promise<Response> {
  return apiRoute(request, server, ["GET", "POST"], () => relay(request, provider, path, server));
}
