import { asBaseUrl, notAnAddress } from "@/lib/server/base-url";
import { headerSafe } from "@/lib/server/header-safe";
import type { ReadVariables } from "@/lib/server/variables";
import { searchEngineNames } from "@/lib/web-search/engine-names";
import { searchEngines } from "@/lib/web-search/engines";
import type { EngineAccess } from "@/lib/web-search/search-call";

/** Maximum searches with the server's key per minute, because each costs the operator money. */
export const searchLimits = { perClient: 20, ofUnknownClients: 200 } as const;

/** Reads the operator's search engine; undefined without a complete one. */
export function readSearchEngine(
  { SEARCH_ENGINE, SEARCH_API_KEY, SEARCH_URL }: ReadVariables,
  problems: string[],
): EngineAccess | undefined {
  if (SEARCH_ENGINE === "") return undefined;
  const engine = searchEngineNames.find((name) => name.toLowerCase() === SEARCH_ENGINE.toLowerCase());
  if (engine === undefined) {
    problems.push(`SEARCH_ENGINE must be one of ${searchEngineNames.join(", ")}; the server does not search.`);
    return undefined;
  }
  const { address: publicAddress, needsKey } = searchEngines[engine];
  const address = asBaseUrl(SEARCH_URL || publicAddress);
  if (SEARCH_URL !== "" && address === undefined) problems.push(notAnAddress("SEARCH_URL"));
  if (SEARCH_URL === "" && publicAddress === "") problems.push(`SEARCH_URL is needed for ${engine}.`);
  const [key = ""] = headerSafe([SEARCH_API_KEY], "SEARCH_API_KEY", problems);
  if (needsKey && SEARCH_API_KEY === "") problems.push(`SEARCH_API_KEY is needed for ${engine}.`);
  return address === undefined || (needsKey && key === "") ? undefined : { engine, address, key };
}
