import { isRecord } from "@/lib/json";
import { checkedCode, makeCode } from "@/lib/server/admin/admin-codes";
import { setRevoked, shownUsage } from "@/lib/server/admin/admin-usage";
import { openSession, requireAdminPage, requireSession } from "@/lib/server/admin/require-admin";
import { shownConfig } from "@/lib/server/admin/shown-config";
import { testCall } from "@/lib/server/admin/test-call";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { refuse } from "@/lib/server/error-response";
import { readJsonRequest } from "@/lib/server/request-body";
import { currentServer, type Server } from "@/lib/server/server";

/** Maximum size of a request, in bytes. */
const maxBytes = 20_000;

/** Actions that need a session, by method and path. */
const actions: Readonly<Record<string, (request: ApiRequest, server: Server) => Promise<Response>>> = {
  async "GET config"(_request, server) {
    await server.siteDefaults.read();
    return Response.json(shownConfig(server.config, process.env, server.siteDefaults.problems()));
  },
  async "POST codes"(request, server) {
    const made = makeCode(await readJsonRequest(request, maxBytes), server);
    return Response.json(made, { status: "invalid" in made ? 422 : 200 });
  },
  async "POST codes/check"(request, server) {
    const body = await readJsonRequest(request, maxBytes);
    if (!isRecord(body) || typeof body.code !== "string") throw refuse("malformed");
    return Response.json({ code: checkedCode(body.code, server) ?? null });
  },
  async "GET usage"(request, server) {
    return Response.json(await shownUsage(request.url, server));
  },
  async "POST codes/revoke"(request, server) {
    return Response.json(await setRevoked(await readJsonRequest(request, maxBytes), server));
  },
  async "POST test"(request, server) {
    return Response.json(await testCall(await readJsonRequest(request, maxBytes), server, request.signal));
  },
};

/**
 * `/api/admin/…`: what the administrator's page does (docs/decisions/0080-admin-page.md). `session` exchanges the secret
 * for a session, which all others need in `Authorization`. There are no cookies, so another site cannot use a session.
 */
export function adminRoute(request: ApiRequest, path: readonly string[], server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["GET", "POST"], async () => {
    requireAdminPage(request.headers, server);
    const action = `${request.method} ${path.join("/")}`;
    if (action === "POST session") {
      const body = await readJsonRequest(request, maxBytes);
      if (!isRecord(body) || typeof body.secret !== "string") throw refuse("malformed");
      return Response.json(await openSession(body.secret.trim(), request.headers, server));
    }
    requireSession(request.headers, server);
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (act === undefined) throw refuse("not-found");
    return act(request, server);
  });
}
