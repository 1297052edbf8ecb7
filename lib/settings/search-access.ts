import { hostOf, isAddress, withScheme } from "@/lib/settings/access-settings";
import { readSearchSettings, type SearchSettings } from "@/lib/settings/search-settings";
import { searchEngines } from "@/lib/web-search/engines";
import type { EngineAccess } from "@/lib/web-search/search-call";

/** Returns the public address of an engine; empty without one. */
export function publicSearchAddress(engine: SearchSettings["engine"]): string {
  return engine === "none" ? "" : searchEngines[engine].address;
}

/** Returns the address of the chosen engine: the user's, otherwise the public one; empty without one. */
function addressOf({ engine, address }: SearchSettings): string {
  if (engine === "none" || !isAddress(address.trim())) return "";
  return withScheme(address) || publicSearchAddress(engine);
}

/** Returns the host of that address; empty without one. */
export function searchHost(settings: SearchSettings): string {
  return hostOf(addressOf(settings)) ?? "";
}

/** Whether a key is set that was entered for another host and is not sent. */
export function isSearchKeyForOtherHost(settings: SearchSettings): boolean {
  const { apiKey, apiKeyHost, engine } = settings;
  return engine !== "none" && apiKey !== "" && apiKeyHost !== searchHost(settings);
}

/** Returns the user's search engine with its address and key; undefined unless it is set up completely. */
export function ownSearchEngine(settings: SearchSettings): EngineAccess | undefined {
  const { engine, apiKey } = settings;
  const address = addressOf(settings);
  if (engine === "none" || address === "" || hostOf(address) === undefined) return undefined;
  const key = isSearchKeyForOtherHost(settings) ? "" : apiKey;
  return searchEngines[engine].needsKey && key === "" ? undefined : { engine, address, key };
}

/** Changes the settings; a key that is entered is bound to the host of the engine that is then chosen. */
export function changeSearchSettings(settings: SearchSettings, patch: Partial<SearchSettings>): SearchSettings {
  const changed = readSearchSettings({ ...settings, ...patch });
  if (patch.apiKey === undefined) return changed;
  return { ...changed, apiKeyHost: changed.apiKey === "" ? "" : searchHost(changed) };
}
