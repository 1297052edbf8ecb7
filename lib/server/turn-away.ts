import { requireAccess } from "@/lib/server/access";
import { withApiHeaders } from "@/lib/server/api-route";
import { readCredentials } from "@/lib/server/credentials";
import { errorResponse } from "@/lib/server/error-response";
import { originOf } from "@/lib/server/origin";
import { targetOf } from "@/lib/server/relay-call";
import { currentServer } from "@/lib/server/server";

/**
 * Refuses a caller without access before its route is reached; nothing for one that may go on.
 *
 * It only spares work. Every route decides again by itself, with the same `requireAccess` (A2.7). A code is for the route
 * alone: Next runs this apart from the routes, and wrong codes counted in two places could be tried twice as often.
 */
export async function turnAway(request: Request, server = currentServer()): Promise<Response | undefined> {
  const [, route = ""] = new URL(request.url).pathname.match(/\/api\/([^/]+)/) ?? [];
  const target = targetOf(route, server.config);
  if (request.method !== "GET" || target === undefined) return undefined;
  try {
    if (readCredentials(request.headers).accessCode !== undefined) return undefined;
    await requireAccess(request.headers, target, server);
    return undefined;
  } catch (thrown) {
    return withApiHeaders(errorResponse(thrown), originOf(request.headers, server.config));
  }
}
