import { requireAccess } from "@/lib/server/access";
import type { ApiRequest } from "@/lib/server/api-request";
import { withApiHeaders } from "@/lib/server/api-route";
import { readCredentials } from "@/lib/server/credentials";
import { errorResponse } from "@/lib/server/error-response";
import { noteCall } from "@/lib/server/note-call";
import { originOf } from "@/lib/server/origin";
import { targetOf } from "@/lib/server/relay-call";
import { currentServer } from "@/lib/server/server";

/**
 * Rejects a caller without access before the route is reached; returns undefined if the call may continue.
 *
 * This only saves work. Every route decides again with the same `requireAccess` (docs/security.md#a27). Calls with a
 * code are left to the route: Next runs this in a separate process, and wrong codes counted in two places could be
 * tried twice as often.
 */
export async function rejectUnauthorized(request: ApiRequest, server = currentServer()): Promise<Response | undefined> {
  const [, route = ""] = new URL(request.url).pathname.match(/\/api\/([^/]+)/) ?? [];
  const target = targetOf(route, server.config);
  if (request.method !== "GET" || target === undefined) return undefined;
  try {
    if (readCredentials(request.headers).accessCode !== undefined) return undefined;
    await requireAccess(request.headers, target, server);
    return undefined;
  } catch (thrown) {
    const response = withApiHeaders(errorResponse(thrown), originOf(request.headers, server.config));
    return noteCall(request, response, server, server.env.now());
  }
}
