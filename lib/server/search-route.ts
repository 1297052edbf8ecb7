import { requireUncheckedCode } from "@/lib/server/access";
import type { ApiRequest } from "@/lib/server/api-request";
import { apiRoute } from "@/lib/server/api-route";
import { countCall } from "@/lib/server/count-call";
import { type Refusal, refuse } from "@/lib/server/error-response";
import { readAnswer, readJsonRequest } from "@/lib/server/request-body";
import { currentServer, type Server } from "@/lib/server/server";
import { countCodeCall } from "@/lib/server/usage/counted-reply";
import { type EngineAccess, searchCall, type WebQuery } from "@/lib/web-search/search-call";
import { maxResults, maxSearchBytes, readResponse, type SearchResult } from "@/lib/web-search/search-results";
import * as z from "@/lib/zod";

/** Maximum size of a search, in bytes. */
const maxBytes = 10_000;
/** Timeout of the search engine, in milliseconds. */
const engineMs = 20_000;

const querySchema = z.object({
  query: z.string().check(z.minLength(1), z.maxLength(1000)),
  count: z.int().check(z.gte(1), z.lte(maxResults)),
  language: z.optional(z.string().check(z.regex(/^[a-z]{2,3}(-[a-z]{2,4})?$/i))),
});

/** `/api/search`: searches the web with the operator's search engine and returns the valid results. */
export function searchRoute(request: ApiRequest, server = currentServer()): Promise<Response> {
  return apiRoute(request, server, ["POST"], async () => {
    const { search } = server.config;
    if (search === undefined) throw refuse("not-found");
    await countCodeCall(await requireUncheckedCode(request.headers, server, "tools"), server);
    countCall(request, server.searches, server);
    const parsed = z.safeParse(querySchema, await readJsonRequest(request, maxBytes));
    if (!parsed.success) throw refuse("malformed");
    return Response.json({ results: await send(search, parsed.data, request, server) });
  });
}

/**
 * Returns the results of the search engine. Only the validated search is sent, without the caller's headers, and nothing of
 * another response is forwarded: it could quote the key.
 */
async function send(
  access: EngineAccess,
  query: WebQuery,
  { signal }: ApiRequest,
  { env, log }: Server,
): Promise<readonly SearchResult[]> {
  const { url, ...call } = searchCall(access, query);
  const limit = AbortSignal.timeout(engineMs);
  const ended = AbortSignal.any([signal, limit]);
  const response = await env.fetch(url.href, { ...call, redirect: "manual", signal: ended }).catch(() => {
    throw refuse(limit.aborted ? "upstream-slow" : "upstream-unreachable");
  });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    log(`Search: the engine responded with status ${response.status}.`);
    throw refuse(refusalFor(response));
  }
  const results = readResponse(access.engine, await readAnswer(response.body, maxSearchBytes));
  if (results === undefined) throw refuse("upstream-unreadable");
  return results;
}

function refusalFor({ status }: Response): Refusal {
  if (status === 401) return "search-key-refused";
  return status === 429 ? "too-many-calls" : "upstream-unreadable";
}
