import { changeSearchSettings } from "@/lib/settings/search-access";
import type { SearchSettings } from "@/lib/settings/search-settings";
import { useSettings } from "@/store/settings/settings";

/** Changes the search engine for models without a web search. */
export function changeSearch(patch: Partial<SearchSettings>): void {
  const { searchConfig, setSearch } = useSettings.getState();
  setSearch(changeSearchSettings(searchConfig, patch));
}
