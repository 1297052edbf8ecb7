import type { ApiRequest } from "@/lib/server/api-request";
import { refusalOfResponse } from "@/lib/server/error-response";
import { routeName } from "@/lib/server/metrics";
import { targetOf } from "@/lib/server/relay-call";
import type { Server } from "@/lib/server/server";

/** Header with the id of a call in the log, and the one for the id that a provider sent. */
const idHeader = "x-request-id";
const providerIdHeader = "x-upstream-request-id";

/**
 * Counts a handled call, and logs it under an id that its response contains, if the log is in JSON.
 *
 * @param began time at which the call arrived, in milliseconds
 */
export function noteCall({ url }: ApiRequest, response: Response, server: Server, began: number): Response {
  const { pathname } = new URL(url);
  const refusal = refusalOfResponse(response);
  server.metrics.countCall(pathname, response.status, refusal);
  if (!server.logCall) return response;
  const requestId = server.env.newId();
  const providerId = response.headers.get(idHeader);
  if (providerId !== null) response.headers.set(providerIdHeader, providerId);
  response.headers.set(idHeader, requestId);
  const route = routeName(pathname);
  const [, folder = ""] = /\/api\/([^/]+)/.exec(pathname) ?? [];
  const provider = route === "relay" ? targetOf(folder, server.config)?.provider.id : undefined;
  server.logCall({
    requestId,
    route,
    ...(provider !== undefined && { provider }),
    status: response.status,
    durationMs: Math.max(0, Math.round(server.env.now() - began)),
    ...(refusal !== undefined && { refusal }),
  });
  return response;
}
