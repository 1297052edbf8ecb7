import type { ToolOutcome } from "@/lib/chat/tool";
import { AppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { codeHeaders } from "@/lib/settings/connect";
import { type PageAnswer, readPageAnswer } from "@/lib/tools/app/page-answer";
import { resultsOfAnswer } from "@/lib/tools/app/search-answer";
import { createSendCall } from "@/lib/tools/send-plugin-call";
import { type EngineAccess, searchCall, type WebQuery } from "@/lib/web-search/search-call";
import { readResponse, readSiteResponse, type SearchResult } from "@/lib/web-search/search-results";
import { useAccess } from "@/store/settings/access";
import { pluginRelay } from "@/store/tools/plugins";
import type { SearchTarget } from "@/store/tools/search-target";

/** Timeout of a search by the site's server, in milliseconds. */
const siteMs = 30_000;

const send = createSendCall({ env: browserEnvironment, relay: pluginRelay, read: readPageAnswer });

/**
 * Searches the web: with the user's own engine as plugins send their calls (directly, or through the relay if CORS does not
 * allow that), or with that of the site. Throws AppError.
 */
export async function searchWeb(
  target: SearchTarget,
  query: WebQuery,
  signal: AbortSignal,
): Promise<readonly SearchResult[]> {
  if (target.kind === "site") return resultsOfAnswer(await askSite(query, signal), readSiteResponse);
  const { access } = target;
  return resultsOfAnswer(await askEngine(access, query, signal), (text) => readResponse(access.engine, text));
}

async function askEngine(access: EngineAccess, query: WebQuery, signal: AbortSignal): Promise<PageAnswer> {
  const { url, ...call } = searchCall(access, query);
  const path = url.pathname + url.search;
  const sent = await send({ ...call, path }, { server: url.origin, usesRelay: false, signal });
  if ("failure" in sent) throw errorOf(sent.failure);
  return sent.answer;
}

function errorOf({ problem }: ToolOutcome): AppError {
  return new AppError(problem === "timeout" ? "timeout" : "network");
}

async function askSite(query: WebQuery, signal: AbortSignal): Promise<PageAnswer> {
  const { reach, ...access } = useAccess.getState();
  const limit = AbortSignal.timeout(siteMs);
  try {
    const response = await browserEnvironment.fetch(`${reach.relay}/search`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...codeHeaders(access, true) },
      body: JSON.stringify(query),
      signal: AbortSignal.any([signal, limit]),
    });
    return await readPageAnswer(response, true);
  } catch (cause) {
    throw new AppError(limit.aborted ? "timeout" : "network", {}, { cause });
  }
}
