import { ownSearchEngine, searchHost } from "@/lib/settings/search-access";
import type { EngineAccess } from "@/lib/web-search/search-call";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";

/** The search engine that the app uses, with its host: the user's own, or the site's. */
export type SearchTarget =
  | { readonly kind: "own"; readonly host: string; readonly access: EngineAccess }
  | { readonly kind: "site"; readonly host: string };

/** Returns the search engine that the app uses: the user's own if there is one; undefined without any. */
export function searchTarget(): SearchTarget | undefined {
  const { reach, flags, accessCode } = useAccess.getState();
  const settings = useSettings.getState().searchConfig;
  const access = reach.refusesOwnKeys ? undefined : ownSearchEngine(settings);
  if (access) return { kind: "own", host: searchHost(settings), access };
  if (!flags?.searchHost || reach.relay === undefined || (flags.needCode && accessCode.trim() === "")) return undefined;
  return { kind: "site", host: flags.searchHost };
}
